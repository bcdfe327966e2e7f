import FormworkFrontEnd

/// A list of entries to choose from, in a window over the form.
struct Popup: Equatable {
  struct Option: Equatable {
    let id: NodeID
    let label: String
    var isSelected = false
  }

  /// All that there is.
  private(set) var options: [Option] { didSet { find() } }

  /// The typed filter: only entries that contain it are visible.
  private(set) var filter = "" { didSet { find() } }

  /// The visible entries.
  private(set) var matches: [Option]

  /// The index of the marked entry among the visible ones; `nil` if none is marked.
  private(set) var index: Int?

  /// Whether any number of them can be chosen.
  let isMultiple: Bool

  /// Whether a visible entry is always marked; otherwise the user decides.
  private let needsMark: Bool

  /// Creates a list of the options of a choice; the selected option is marked first.
  init(_ options: [Option], isMultiple: Bool) {
    (self.options, matches, self.isMultiple, needsMark) = (options, options, isMultiple, true)
    mark(options.firstIndex(where: \.isSelected) ?? 0)
  }

  /// Creates a list of suggestions for a text, without a mark.
  init(suggestions: [Option]) {
    (options, matches, isMultiple, needsMark) = (suggestions, suggestions, false, false)
  }

  private mutating func find() {
    let wanted = filter.lowercased()
    matches =
      wanted.isEmpty ? options : options.filter { $0.label.lowercased().contains(wanted) }
  }

  /// The one that is marked; `nil` where none is.
  var marked: Option? { index.flatMap { matches.indices.contains($0) ? matches[$0] : nil } }

  /// The only visible entry; `nil` if there are others, or none.
  var only: Option? { matches.count == 1 ? matches[0] : nil }

  /// Moves the mark by a number of entries.
  ///
  /// The mark stops at the end. Before the beginning, it disappears if no entry has to be marked.
  mutating func move(by count: Int) { mark((index ?? -1) + count) }

  /// Marks the visible entry at a place, or the nearest one.
  mutating func mark(_ place: Int) {
    let last = matches.count - 1
    index = last < 0 || place < 0 && !needsMark ? nil : min(max(0, place), last)
  }

  /// Takes what was typed into the filter.
  mutating func type(_ scalar: Unicode.Scalar) {
    filter.unicodeScalars.append(scalar)
    mark(0)
  }

  /// Takes the last character of the filter away; whether there was one.
  mutating func erase() -> Bool {
    guard !filter.isEmpty else { return false }
    filter.removeLast()
    mark(0)
    return true
  }

  /// Forgets the filter; the one that is marked stays so.
  ///
  /// - Returns: Whether there was a filter.
  mutating func clear() -> Bool {
    guard !filter.isEmpty else { return false }
    let kept = marked?.id
    filter = ""
    mark(options.firstIndex { $0.id == kept } ?? 0)
    return true
  }

  /// Replaces the suggestions; the mark stays on its entry if that is still included.
  mutating func renew(suggestions: [Option]) {
    let kept = marked?.label
    self = Popup(suggestions: suggestions)
    index = suggestions.firstIndex { $0.label == kept }
  }

  /// Marks none, where that may be.
  mutating func unmark() { mark(-1) }

  /// Replaces the options; the mark stays on its entry if that is still included.
  mutating func renew(_ options: [Option]) {
    let kept = marked?.id
    self.options = options
    mark(matches.firstIndex { $0.id == kept } ?? index ?? 0)
  }
}

import FormworkFrontEnd

/// A list of things of which a person chooses, in a window upon the form.
struct Popup: Equatable {
  struct Option: Equatable {
    let id: NodeID
    let label: String
    var isSelected = false
  }

  /// All that there is.
  private(set) var options: [Option] { didSet { find() } }

  /// What was typed: what does not contain it is not on view.
  private(set) var filter = "" { didSet { find() } }

  /// What is on view.
  private(set) var matches: [Option]

  /// Which of those on view is marked; `nil` where none is.
  private(set) var index: Int?

  /// Whether any number of them can be chosen.
  let isMultiple: Bool

  /// Whether one of those on view is always marked; else it is up to the person.
  private let needsMark: Bool

  /// Makes one of the options of a choice; what is chosen is marked first.
  init(_ options: [Option], isMultiple: Bool) {
    (self.options, matches, self.isMultiple, needsMark) = (options, options, isMultiple, true)
    mark(options.firstIndex(where: \.isSelected) ?? 0)
  }

  /// Makes one of what could stand in a text, of which nothing is marked.
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

  /// The one that is on view, where that is all; `nil` where there are others, or none.
  var only: Option? { matches.count == 1 ? matches[0] : nil }

  /// Marks another one, so many further; at the end it stays, and at the beginning, where none need be marked, none is.
  mutating func move(by count: Int) { mark((index ?? -1) + count) }

  /// Marks the one at a place among those on view, or the nearest.
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

  /// Takes over what could stand in the text by now; the one that is marked stays so where it still can.
  mutating func renew(suggestions: [Option]) {
    let kept = marked?.label
    self = Popup(suggestions: suggestions)
    index = suggestions.firstIndex { $0.label == kept }
  }

  /// Marks none, where that may be.
  mutating func unmark() { mark(-1) }

  /// Takes over what there is by now.
  mutating func renew(_ options: [Option]) {
    let kept = marked?.id
    self.options = options
    mark(matches.firstIndex { $0.id == kept } ?? index ?? 0)
  }
}

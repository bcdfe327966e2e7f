import FormworkFrontEnd

/// A list of entries to choose from, in a window over the form.
struct Popup: Equatable {
  struct Option: Equatable {
    let id: NodeID
    let label: String
    var isSelected = false
  }

  enum Kind: Equatable {
    /// The options of a single choice, or of a multiple one: a visible option is always marked.
    case choice, choices
    /// The suggestions for a text: the user decides whether one is marked.
    case suggestions
  }

  let kind: Kind

  private(set) var options: [Option] { didSet { find() } }

  /// The typed filter: only entries that contain it are visible.
  private(set) var filter = "" { didSet { find() } }

  private(set) var matches: [Option]

  /// The index of the marked entry among the visible ones; `nil` if none is marked.
  private(set) var index: Int?

  init(_ options: [Option], _ kind: Kind) {
    (self.options, matches, self.kind) = (options, options, kind)
    mark(options.firstIndex(where: \.isSelected) ?? (kind == .suggestions ? -1 : 0))
  }

  private mutating func find() {
    let wanted = filter.lowercased()
    matches =
      wanted.isEmpty ? options : options.filter { $0.label.lowercased().contains(wanted) }
  }

  var marked: Option? { index.map { matches[$0] } }

  /// The only visible entry; `nil` if there are others, or none.
  var only: Option? { matches.count == 1 ? matches[0] : nil }

  mutating func move(by count: Int) { mark((index ?? -1) + count) }

  /// Marks the visible entry at a place, or the nearest one; before the beginning, no suggestion.
  mutating func mark(_ place: Int) {
    let last = matches.count - 1
    index = last < 0 || place < 0 && kind == .suggestions ? nil : min(max(0, place), last)
  }

  mutating func type(_ scalar: Unicode.Scalar) {
    filter.unicodeScalars.append(scalar)
    mark(0)
  }

  /// Erases the last character of the filter, and returns whether there was one.
  mutating func erase() -> Bool {
    guard !filter.isEmpty else { return false }
    filter.removeLast()
    mark(0)
    return true
  }

  /// Erases the filter, and returns whether there was one; the mark stays on its entry.
  mutating func clear() -> Bool {
    guard !filter.isEmpty else { return false }
    let kept = marked?.id
    filter = ""
    mark(options.firstIndex { $0.id == kept } ?? 0)
    return true
  }

  /// Replaces the entries; the mark stays on its entry if that is still included.
  mutating func renew(_ options: [Option]) {
    let kept = marked
    self.options = options
    if kind == .suggestions {
      mark(matches.firstIndex { $0.label == kept?.label } ?? -1)
    } else {
      mark(matches.firstIndex { $0.id == kept?.id } ?? index ?? 0)
    }
  }
}

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

  /// Which of those on view is marked.
  private(set) var index = 0

  /// Whether any number of them can be chosen.
  let isMultiple: Bool

  /// Makes one; what is chosen is marked first.
  init(_ options: [Option], isMultiple: Bool) {
    (self.options, matches, self.isMultiple) = (options, options, isMultiple)
    index = options.firstIndex(where: \.isSelected) ?? 0
  }

  private mutating func find() {
    let wanted = filter.lowercased()
    matches =
      wanted.isEmpty ? options : options.filter { $0.label.lowercased().contains(wanted) }
  }

  /// The one that is marked; `nil` where nothing is on view.
  var marked: Option? { matches.indices.contains(index) ? matches[index] : nil }

  /// Marks another one, so many further; at the ends it stays.
  mutating func move(by count: Int) { mark(index + count) }

  /// Marks the one at a place among those on view, or the nearest.
  mutating func mark(_ place: Int) { index = min(max(0, place), max(0, matches.count - 1)) }

  /// Takes what was typed into the filter.
  mutating func type(_ scalar: Unicode.Scalar) {
    filter.unicodeScalars.append(scalar)
    index = 0
  }

  /// Takes the last character of the filter away; whether there was one.
  mutating func erase() -> Bool {
    guard !filter.isEmpty else { return false }
    filter.removeLast()
    index = 0
    return true
  }

  /// Forgets the filter; the one that is marked stays so.
  ///
  /// - Returns: Whether there was a filter.
  mutating func clear() -> Bool {
    guard !filter.isEmpty else { return false }
    let kept = marked?.id
    filter = ""
    index = options.firstIndex { $0.id == kept } ?? 0
    return true
  }

  /// Takes over what there is by now.
  mutating func renew(_ options: [Option]) {
    let kept = marked?.id
    self.options = options
    mark(matches.firstIndex { $0.id == kept } ?? index)
  }
}

import FormworkCore

/// The messages that a front end is yet to be sent, without control characters.
struct DisplayQueue {
  private var messages: ArraySlice<DisplayMessage> = []
  private var toldHistory: [NodeID: Int] = [:]

  var isEmpty: Bool { messages.isEmpty }

  mutating func removeFirst() -> DisplayMessage { messages.removeFirst() }

  mutating func append(_ message: DisplayMessage) { messages.append(message) }

  /// Begins a picture of a screen.
  mutating func attach(_ screen: any Screen, isLost: Bool) {
    toldHistory = [:]
    var title = ""
    if let root = screen.tree.root, case .text(let text) = screen.tree[root]?[.label] {
      title = text.replacingControls().withinLimit ?? ""
    }
    append(.attach(title: title, isLost: isLost))
  }

  mutating func append(_ changes: [Change], of screen: any Screen) {
    for change in changes {
      var kind: NodeKind?
      if case .set(let node, _, _) = change { kind = screen.kind(of: node) }
      append(.change(change.shown(kind: kind)))
    }
  }

  /// Tells what does not count of all that was reported.
  mutating func appendRefusals(of screen: any Screen) {
    for (node, reason, text) in screen.tree.takeRefusals() {
      append(.refused(node, reason, shown(text)))
    }
  }

  /// Tells what the person has to know of what could not be done, if anything.
  mutating func append(news: String?, of screen: any Screen) {
    guard let news, let root = screen.tree.root else { return }
    append(.refused(root, .hindered, shown(news)))
  }

  private func shown(_ text: String) -> String { text.replacingControls().withinLimit ?? "" }

  /// Tells what was entered before where the person is now.
  mutating func appendHistory(of screen: any Screen) {
    guard let node = screen.tree.focus else { return }
    let lines = screen.history(of: node)
    for line in lines.dropFirst(toldHistory[node] ?? 0) {
      if let shown = line.replacingControls().withinLimit { append(.history(node, shown)) }
    }
    if !lines.isEmpty { toldHistory[node] = lines.count }
  }

  /// Answers a wish for suggestions.
  mutating func append(_ suggestions: [Suggestion], of node: NodeID, revision: UInt64) {
    for suggestion in suggestions {
      let shown = Suggestion(
        replacing: suggestion.range,
        with: suggestion.text.replacingControls().withinLimit ?? "")
      // An empty text would end the list.
      if !shown.text.isEmpty { append(.suggestion(node, shown, revision: revision)) }
    }
    if messages.count < Self.endLimit || messages.count(where: \.endsSuggestions) < Self.endLimit {
      append(.suggestion(node, nil, revision: revision))
    }
  }

  /// How many lists of suggestions end for a front end that takes nothing: it is told of no more.
  static let endLimit = 1_000

  /// Leaves the ends alone of the lists of suggestions that were not taken yet: a front end that asks without end
  /// takes no memory.
  mutating func dropSuggestions() {
    messages.removeAll { if case .suggestion(_, .some, _) = $0 { true } else { false } }
  }
}

extension DisplayMessage {
  fileprivate var endsSuggestions: Bool {
    if case .suggestion(_, nil, _) = self { true } else { false }
  }
}

/// The flushes of a session, over all its screens: each tree counts its own from 0, and front ends are told
/// numbers that only rise.
struct FlushCount {
  /// What a front end has seen when it reported something.
  enum Place: Equatable {
    /// This picture of the screen on view, as the screen counts; 0 is none.
    case seen(UInt64)

    /// A screen that has gone since.
    case ofAnotherScreen

    /// Nothing that it was told: it makes numbers up.
    case notToldYet
  }

  /// The last number that was told; 0 is none.
  private(set) var last: UInt64 = 0

  /// The first one that was told of the screen on view; `nil` where none was.
  private var first: UInt64?

  /// What is told of the screen on view, less what the screen counts.
  private var offset: UInt64 = 0

  /// The number to be told of a picture.
  mutating func told(_ revision: UInt64) -> UInt64 {
    if first == nil {
      // A screen that was on view before has counted on from where it was.
      offset = last &+ 1 &- revision
      first = last + 1
    }
    last = revision &+ offset
    return last
  }

  /// Another screen comes on view.
  mutating func endScreen() { first = nil }

  /// What a number says that a front end sent.
  func place(of number: UInt64) -> Place {
    if number > last { return .notToldYet }
    guard let first else { return last == 0 ? .seen(0) : .ofAnotherScreen }
    // Before the first flush a front end has no number to send.
    if number < first { return first == 1 ? .seen(0) : .ofAnotherScreen }
    return .seen(number &- offset)
  }
}

extension Change {
  /// The change as a terminal may be told it.
  ///
  /// A text longer than any text may be is told as none.
  ///
  /// - Parameter kind: What the node is: a text area keeps newlines and tabs in its value, and a field of one
  ///   line has blanks in their place.
  /// - Returns: The change without control characters.
  func shown(kind: NodeKind?) -> Change {
    switch self {
    case .set(let node, let property, .text(let text)):
      let shown =
        switch (property, kind) {
        case (.value, .textArea): text.shownInField(allowingLines: true)
        case (.value, .textField): text.shownInField(allowingLines: false)
        case (.cells, _):
          text.split(separator: "\t", omittingEmptySubsequences: false)
            .map { String($0).replacingControls() }.joined(separator: "\t")
        default: text.replacingControls()
        }
      return .set(node, property, shown.withinLimit.map { .text($0) })
    case .inserted(let node, let kind, let name, let parent, let index):
      return .inserted(
        node, kind: kind, name: name.replacingControls(), parent: parent, index: index)
    case .set, .moved, .removed, .focused:
      return self
    }
  }
}

extension String {
  /// The text, unless it is longer than any text may be: U+FFFD is longer than most of what it stands for.
  var withinLimit: String? { utf8.count <= Self.inputLimit ? self : nil }
}

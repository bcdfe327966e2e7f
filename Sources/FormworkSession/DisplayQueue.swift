import FormworkCore

/// The messages that wait for a front end, without control characters.
final class DisplayQueue {
  // Messages before `next` were removed and are `nil`, so that each one moves out without a copy.
  private var messages: [DisplayMessage?] = []
  private var next = 0
  private var sentHistory: [NodeID: Int] = [:]

  var isEmpty: Bool { next == messages.count }

  func removeFirst() -> DisplayMessage? {
    if isEmpty { return nil }
    defer {
      next += 1
      // Free the slots of removed messages before they outnumber the others by far.
      if isEmpty || next > max(messages.count - next, 4096) {
        (messages, next) = (Array(messages[next...]), 0)
      }
    }
    return messages[next].take()
  }

  func clear() { (messages, next, sentHistory) = ([], 0, [:]) }

  func append(_ message: DisplayMessage) { messages.append(message) }

  func attach(_ screen: any Screen, isLost: Bool) {
    sentHistory = [:]
    var title = ""
    if let root = screen.tree.root, case .text(let text) = screen.tree[root]?[.label] {
      title = shown(text)
    }
    append(.attach(title: title, isLost: isLost))
  }

  func append(_ changes: [Change], of screen: any Screen) {
    // Leave room for the few messages that follow, which would otherwise cause a copy of all.
    messages.reserveCapacity(messages.count + changes.count + 8)
    for change in changes {
      var kind: NodeKind?
      if case .set(let node, .value, _) = change { kind = screen.kind(of: node) }
      append(.change(change.shown(kind: kind)))
    }
  }

  func appendRefusals(of screen: any Screen) {
    for (node, reason, text) in screen.tree.takeRefusals() {
      append(.refused(node, reason, shown(text)))
    }
  }

  /// Appends a message to the user about something that failed, if any.
  func append(message: String?, of screen: any Screen) {
    guard let message, let root = screen.tree.root else { return }
    append(.refused(root, .blocked, shown(message)))
  }

  private func shown(_ text: String) -> String { text.replacingControls().withinLimit ?? "" }

  func appendHistory(of screen: any Screen) {
    guard let node = screen.tree.focus else { return }
    let lines = screen.history(of: node)
    for line in lines.dropFirst(sentHistory[node] ?? 0) {
      if let shown = line.replacingControls().withinLimit { append(.history(node, shown)) }
    }
    if !lines.isEmpty { sentHistory[node] = lines.count }
  }

  func append(_ suggestions: [Suggestion], of node: NodeID, revision: UInt64) {
    for suggestion in suggestions {
      let shown = Suggestion(replacing: suggestion.range, with: shown(suggestion.text))
      // An empty text would end the list.
      if !shown.text.isEmpty { append(.suggestion(node, shown, revision: revision)) }
    }
    let endCount = messages.count { if case .suggestion(_, nil, _)? = $0 { true } else { false } }
    if endCount < Self.endLimit { append(.suggestion(node, nil, revision: revision)) }
  }

  /// The number of waiting ends of lists, which only a front end that reads nothing reaches.
  static let endLimit = 1_000

  /// Removes unread suggestions, which would use memory, and keeps the ends of their lists.
  func dropSuggestions() {
    messages.removeAll { if case .suggestion(_, .some, _)? = $0 { true } else { false } }
  }
}

/// The numbers of flushes over all screens of a session: they only rise, unlike those of the trees.
struct FlushCount {
  /// The picture that a front end has seen when it reported something.
  enum Place: Equatable {
    /// A picture of the visible screen, by its number in the count of that screen; 0 is none.
    case seen(UInt64)

    /// A screen that is not visible any more.
    case ofAnotherScreen

    /// A number that was not sent yet: the front end invents numbers.
    case notSentYet
  }

  /// The last number that was sent; 0 is none.
  private(set) var last: UInt64 = 0

  /// The first number that was sent for the visible screen, if any.
  private var first: UInt64?

  /// The difference between the numbers sent and the revisions of the visible screen.
  private var offset: UInt64 = 0

  /// Returns the number to send for a revision.
  mutating func number(of revision: UInt64) -> UInt64 {
    if first == nil {
      // A screen that was visible before continues its own count.
      offset = last &+ 1 &- revision
      first = last + 1
    }
    last = revision &+ offset
    return last
  }

  /// Ends the numbers of the visible screen before another screen follows.
  mutating func endScreen() { first = nil }

  func place(of number: UInt64) -> Place {
    if number > last { return .notSentYet }
    guard let first else { return last == 0 ? .seen(0) : .ofAnotherScreen }
    // Before the first flush a front end has no number to send.
    if number < first { return first == 1 ? .seen(0) : .ofAnotherScreen }
    return .seen(number &- offset)
  }
}

extension Change {
  /// Returns the change without control characters, and without a text that exceeds the limit.
  ///
  /// A text area keeps newlines and tabs in its value; in a text field they become blanks.
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
  /// The text, unless it exceeds the limit: a U+FFFD is longer than most characters that it replaces.
  var withinLimit: String? { utf8.count <= Self.inputLimit ? self : nil }
}

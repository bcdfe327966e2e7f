import FormworkCore

/// What a front end is yet to be told, in the version of the contract that it knows, and without control
/// characters.
struct DisplayQueue {
  /// Which additions to the contract the front end knows.
  let minor: ContractMinor

  private var messages: ArraySlice<DisplayMessage> = []
  private var toldHistory: [NodeID: Int] = [:]

  init(minor: ContractMinor) { self.minor = minor }

  /// Whether the front end is one of the contract's first version.
  var isOfFirstVersion: Bool { minor < .current }

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
    append(.attach(title: title, isLost: isLost && !isOfFirstVersion))
  }

  mutating func append(_ changes: [Change], of screen: any Screen) {
    for change in changes {
      var kind: NodeKind?
      if case .set(let node, _, _) = change { kind = screen.kind(of: node) }
      let shown = change.shown(kind: kind)
      let known = isOfFirstVersion ? shown.asOfFirstVersion(in: screen.tree) : shown
      if let known { append(.change(known)) }
    }
  }

  /// Tells what does not count of all that was reported.
  mutating func appendRefusals(of screen: any Screen) {
    for (node, reason, text) in screen.tree.takeRefusals() where !isOfFirstVersion {
      append(.refused(node, reason, shown(text)))
    }
  }

  /// Tells what the person has to know of what could not be done, if anything.
  mutating func append(news: String?, of screen: any Screen) {
    guard let news, let root = screen.tree.root, !isOfFirstVersion else { return }
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

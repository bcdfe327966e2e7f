import FormworkFrontEnd
import Interaction

/// An action on the page: an input message, and the revision that the page has seen.
struct PageInput {
  let message: InputMessage<EnteredText>
  let revision: UInt64

  /// The number of the post: a page repeats one whose response it has not received.
  let number: Int

  /// Reads a request; `nil` if it is malformed.
  init?(_ request: WebRequest, in picture: ViewTreeReplica) {
    guard let revision = request.argument("revision").flatMap({ UInt64($0) }), revision > 0,
      let number = request.argument("n").flatMap({ Int($0) }), number > 0
    else { return nil }
    (self.revision, self.number) = (revision, number)
    func count(_ name: String) -> Int? {
      request.argument(name).flatMap { Int($0) }.flatMap { $0 >= 0 ? $0 : nil }
    }
    let node = request.argument("node").flatMap { UInt32($0) }.map(NodeID.init(rawValue:))
    let isSecret = node.flatMap { picture[$0] }?.kind == .secretField
    func text() -> EnteredText? {
      if isSecret { return request.body.isUTF8 ? .secret(request.body) : nil }
      return request.body.text.map { .text($0) }
    }
    func cursor() -> Int? {
      count("cursor").flatMap { $0 <= request.body.byteCount ? $0 : nil }
    }
    switch (request.argument("kind") ?? "", node) {
    case ("edit", let node?):
      guard let text = text(), let cursor = cursor() else { return nil }
      message = .edit(node, text, cursor: cursor)
    case ("complete", let node?):
      guard !isSecret, let text = text(), let cursor = cursor() else { return nil }
      message = .complete(node, text, cursor: cursor)
    case ("commit", let node?): message = .commit(node, nil)
    case ("choose", let node?):
      guard let isOn = count("on"), isOn <= 1 else { return nil }
      message = .choose(node, isOn: isOn == 1)
    case ("activate", let node?): message = .activate(node)
    case ("go", let node?): message = .go(.node(node))
    case ("next", nil): message = .go(.next)
    case ("back", nil): message = .back()
    case ("window", let node?):
      guard let first = count("first"), let rows = count("rows"), 1...1000 ~= rows else {
        return nil
      }
      message = .window(node, firstRow: first, rowCount: rows)
    case ("reset", let node?): message = .reset(node)
    case ("reload", nil): message = .reload
    default: return nil
    }
  }

  /// Whether the node exists, and accepts such a message.
  func fits(_ picture: ViewTreeReplica) -> Bool {
    guard let id = message.node else { return true }
    guard let kind = picture[id]?.kind else { return false }
    return switch message {
    case .edit: kind.isTyped
    case .complete: kind.isTextual
    case .commit, .reset: kind.isField
    case .choose: kind == .option || kind == .toggle
    case .activate: [.button, .row, .column].contains(kind)
    case .window: kind == .list
    default: true
    }
  }
}

import CFormwork

extension InputMessage {
  /// The node that the message is about, if it is about one.
  package var node: NodeID? { NodeID(wire: encoded.node) }

  /// The message in C, but for its text and its revision.
  var encoded: formwork_message {
    switch self {
    case .edit(let node, _, let cursor): Self.encodedEdit(node, cursor: cursor)
    case .editSecret(let node, let secret):
      Self.message(FORMWORK_EDIT, node, FORMWORK_HAS_TEXT, number: secret.byteCount)
    case .commit(let node, _), .commitSecret(let node, _):
      Self.message(FORMWORK_COMMIT, node, FORMWORK_HAS_TEXT)
    case .commitAsItStands(let node): Self.message(FORMWORK_COMMIT, node)
    case .choose(let node, let isOn):
      isOn
        ? Self.message(FORMWORK_CHOOSE, node, FORMWORK_ON) : Self.message(FORMWORK_CHOOSE, node)
    case .activate(let node): Self.message(FORMWORK_ACTIVATE, node)
    case .go(let node): Self.message(FORMWORK_GO, node)
    case .goNext: Self.message(FORMWORK_GO, nil, FORMWORK_NEXT)
    case .goPrevious: Self.message(FORMWORK_GO, nil, FORMWORK_PREVIOUS)
    case .back: Self.message(FORMWORK_BACK)
    case .window(let node, let firstRow, let rowCount):
      Self.message(FORMWORK_WINDOW, node, number: firstRow, count: rowCount)
    case .editOutside(let node): Self.message(FORMWORK_EDIT_OUTSIDE, node)
    case .complete(let node, _, let cursor):
      Self.message(FORMWORK_COMPLETE, node, FORMWORK_HAS_TEXT, number: cursor)
    case .reload: Self.message(FORMWORK_RELOAD)
    case .quit: Self.message(FORMWORK_QUIT)
    case .switchTo: Self.message(FORMWORK_SWITCH, nil, FORMWORK_HAS_TEXT)
    case .log: Self.message(FORMWORK_LOG, nil, FORMWORK_HAS_TEXT)
    }
  }

  static func encodedEdit(_ node: NodeID, cursor: Int) -> formwork_message {
    message(FORMWORK_EDIT, node, FORMWORK_HAS_TEXT, number: cursor)
  }

  /// Lends the bytes of the message's text; none where it has none.
  func withText<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    switch self {
    case .edit(_, var text, _), .commit(_, var text), .complete(_, var text, _),
      .switchTo(var text), .log(var text):
      text.withUTF8 { body(UnsafeRawBufferPointer($0)) }
    case .editSecret(_, let secret), .commitSecret(_, let secret):
      secret.withBytes(body)
    case .commitAsItStands, .choose, .activate, .go, .goNext, .goPrevious, .back, .window,
      .editOutside, .reload, .quit:
      body(UnsafeRawBufferPointer(start: nil, count: 0))
    }
  }

  private static func message(
    _ kind: formwork_message_kind, _ node: NodeID? = nil, _ flag: formwork_flag? = nil,
    number: Int = 0, count: Int = 0
  ) -> formwork_message {
    var message = formwork_message()
    message.size = UInt32(MemoryLayout<formwork_message>.size)
    message.kind = kind.rawValue
    message.node = node?.rawValue ?? 0
    message.flags = flag?.rawValue ?? 0
    message.number = Int64(number)
    message.count = Int64(count)
    return message
  }
}

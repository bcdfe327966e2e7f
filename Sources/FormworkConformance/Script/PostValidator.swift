import CFormwork
import CFormworkWire
import FormworkCore
import FormworkTools

/// Validates the posts of a front end by the pictures that it has seen.
struct PostValidator {
  /// The picture at each flush.
  private var shown: [UInt64: ViewTree] = [:]
  private var lastRevision: UInt64 = 0

  mutating func note(_ tree: ViewTree, at revision: UInt64) { shown[revision] = tree }

  /// From now on, a post must not name an earlier flush.
  mutating func forget(before revision: UInt64) { shown = shown.filter { $0.key >= revision } }

  /// Throws the rule that a post breaks.
  mutating func check(_ post: ScriptMessage) throws(CheckFailure) {
    let (number, count) = (Int(clamping: post.number), post.text.count)
    if post.kind == FORMWORK_WIRE_TOO_SMALL.rawValue {
      throw post.failure("badSize", ["size": .number(number)])
    }
    guard FORMWORK_EDIT.rawValue...FORMWORK_RESET.rawValue ~= post.kind else {
      throw post.failure("noInput")
    }
    guard post.revision >= lastRevision, let tree = shown[post.revision] else {
      throw post.failure("badRevision", ["revision": "\(post.revision)"])
    }
    lastRevision = post.revision
    if post.isTextTooLong {
      throw post.failure("longText", ["limit": .number(Int(FORMWORK_TEXT_LIMIT))])
    }
    guard String(validating: post.text, as: UTF8.self) != nil else {
      throw post.failure("notUTF8", fix: "wholeCharacters")
    }
    let isAtCharacter = post.text.indices.contains(number) && post.text[number] & 0xC0 != 0x80
    let hasCursor = post.is(FORMWORK_EDIT) || post.is(FORMWORK_COMPLETE)
    guard !hasCursor || number == count || isAtCharacter else {
      throw post.failure("badCursor", ["place": .number(number)], count: count)
    }
    guard !post.is(FORMWORK_WINDOW) || number >= 0 && 0...1000 ~= post.count else {
      throw post.failure("badWindow", ["first": .number(number)], count: Int(post.count))
    }
    let kind = tree.kind(of: NodeID(rawValue: post.node))
    guard post.isAboutNode(of: kind) else {
      let found = kind.map { Message.key("target.kind", ["kind": "\($0)"]) }
      throw post.failure(
        "badNode", ["target": post.node == 0 ? .key("target.none") : found ?? .key("target.gone")])
    }
  }
}

extension ScriptMessage {
  /// Returns the failure of a front end that has posted the message.
  func failure(
    _ fault: String, _ arguments: [String: Message] = [:], count: Int? = nil, fix: String? = nil
  ) -> CheckFailure {
    let own = ["kind": kindName, "node": Message.number(Int(node))]
    return CheckFailure(fault, arguments.merging(own) { $1 }, count: count, fix: fix)
  }

  /// Whether the message may be about a node of a kind, or about no node.
  fileprivate func isAboutNode(of kind: NodeKind?) -> Bool {
    switch formwork_message_kind(rawValue: self.kind) {
    case FORMWORK_EDIT, FORMWORK_COMPLETE, FORMWORK_EDIT_OUTSIDE: kind?.isTyped == true
    case FORMWORK_COMMIT, FORMWORK_RESET: kind?.isField == true
    case FORMWORK_CHOOSE: [.option, .toggle].contains(kind)
    case FORMWORK_ACTIVATE: [.button, .row, .column].contains(kind)
    case FORMWORK_WINDOW: kind == .list
    case FORMWORK_GO where node == 0:
      [FORMWORK_NEXT.rawValue, FORMWORK_PREVIOUS.rawValue]
        .contains(flags & ~FORMWORK_SECTION.rawValue)
    case FORMWORK_GO: kind != nil
    default: true
    }
  }
}

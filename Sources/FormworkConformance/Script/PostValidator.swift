import CFormwork
import CFormworkWire
import FormworkCore

/// Validates the posts of a front end by the pictures that it has seen.
struct PostValidator {
  /// The picture at each flush.
  private var shown: [UInt64: ViewTree] = [:]
  private var lastRevision: UInt64 = 0

  mutating func note(_ tree: ViewTree, at revision: UInt64) {
    shown[revision] = tree
  }

  /// From now on, a post must not name an earlier flush.
  mutating func forget(before revision: UInt64) {
    shown = shown.filter { $0.key >= revision }
  }

  /// Throws the rule that a post breaks.
  mutating func check(_ post: ScriptMessage) throws(CheckFailure) {
    if post.kind == FORMWORK_WIRE_TOO_SMALL.rawValue {
      throw CheckFailure("badSize", ["size": .number(Int(post.number))])
    }
    guard post.kind >= FORMWORK_EDIT.rawValue, post.kind <= FORMWORK_RESET.rawValue else {
      throw CheckFailure("noInput", ["kind": post.kindName])
    }
    guard post.revision >= lastRevision, let tree = shown[post.revision] else {
      throw CheckFailure(
        "badRevision", ["kind": post.kindName, "revision": .verbatim("\(post.revision)")])
    }
    lastRevision = post.revision
    try checkText(of: post)
    guard !post.is(FORMWORK_WINDOW) || post.number >= 0 && 0...1000 ~= post.count else {
      throw CheckFailure(
        "badWindow", ["count": .number(Int(post.count)), "first": .number(Int(post.number))])
    }
    try checkNode(of: post, tree.kind(of: NodeID(rawValue: post.node)))
  }

  private func checkText(of post: ScriptMessage) throws(CheckFailure) {
    if post.isTextTooLong {
      let limit = Message.number(Int(FORMWORK_TEXT_LIMIT))
      throw CheckFailure("longText", ["kind": post.kindName, "limit": limit])
    }
    guard String(validating: post.text, as: UTF8.self) != nil else {
      throw CheckFailure("notUTF8", ["kind": post.kindName], fix: "wholeCharacters")
    }
    guard post.is(FORMWORK_EDIT) || post.is(FORMWORK_COMPLETE) else { return }
    let cursor = Int(clamping: post.number)
    let isBoundary =
      cursor == post.text.count
      || post.text.indices.contains(cursor) && post.text[cursor] & 0xC0 != 0x80
    guard isBoundary else {
      let place = ["place": Message.number(cursor), "node": .number(Int(post.node))]
      throw CheckFailure(
        "badCursor", place.merging(["kind": post.kindName]) { $1 }, count: post.text.count)
    }
  }

  private func checkNode(of post: ScriptMessage, _ kind: NodeKind?) throws(CheckFailure) {
    let fits =
      switch formwork_message_kind(rawValue: post.kind) {
      case FORMWORK_EDIT, FORMWORK_COMPLETE, FORMWORK_EDIT_OUTSIDE: kind?.isTyped == true
      case FORMWORK_COMMIT, FORMWORK_RESET: kind?.isField == true
      case FORMWORK_CHOOSE: [.option, .toggle].contains(kind)
      case FORMWORK_ACTIVATE: [.button, .row, .column].contains(kind)
      case FORMWORK_WINDOW: kind == .list
      case FORMWORK_GO:
        kind != nil
          || post.node == 0
            && [FORMWORK_NEXT.rawValue, FORMWORK_PREVIOUS.rawValue]
              .contains(post.flags & ~FORMWORK_SECTION.rawValue)
      default: true
      }
    if fits { return }
    let found = kind.map { Message("target.kind", ["kind": .verbatim("\($0)")]) } ?? "target.gone"
    let target = post.node == 0 ? "target.none" : found
    throw CheckFailure(
      "badNode", ["kind": post.kindName, "target": target, "node": .number(Int(post.node))])
  }
}

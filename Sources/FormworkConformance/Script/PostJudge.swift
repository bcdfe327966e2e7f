import CFormwork
import FormworkCore

/// Judges what a front end posts by what it has been shown.
struct PostJudge {
  /// What was shown at each flush: the kind of each node.
  private var shown: [UInt64: [UInt32: NodeKind]] = [:]
  private var lastRevision: UInt64 = 0

  mutating func note(_ form: ScriptedForm, at revision: UInt64) {
    shown[revision] = Dictionary(
      uniqueKeysWithValues: form.nodes.map { ($0.id, $0.kind) })
  }

  /// From now on, only flushes from this one on have been the last.
  mutating func forget(before revision: UInt64) {
    shown = shown.filter { $0.key >= revision }
  }

  /// Throws the rule that a post breaks.
  mutating func check(_ post: ScriptMessage) throws(Failure) {
    if post.kind == ProbeMessage.missized {
      throw Failure("deed.badSize", ["size": .number(Int(post.number))], mend: "mend.badSize")
    }
    guard post.kind >= FORMWORK_EDIT.rawValue, post.kind <= FORMWORK_RESET.rawValue else {
      throw Failure("deed.noInput", ["kind": post.kindName], mend: "mend.noInput")
    }
    guard post.revision >= lastRevision, let kinds = shown[post.revision] else {
      throw Failure(
        "deed.badRevision", ["kind": post.kindName, "revision": .verbatim("\(post.revision)")],
        mend: "mend.badRevision")
    }
    lastRevision = post.revision
    try checkText(of: post)
    try checkRows(of: post)
    try checkNode(of: post, kinds[post.node])
  }

  private func checkText(of post: ScriptMessage) throws(Failure) {
    if post.isTextTooLong {
      throw Failure(
        "deed.longText", ["kind": post.kindName, "limit": .number(Int(FORMWORK_TEXT_LIMIT))],
        mend: "mend.longText")
    }
    guard String(validating: post.text, as: UTF8.self) != nil else {
      throw Failure("deed.notUTF8", ["kind": post.kindName], mend: "mend.wholeCharacters")
    }
    guard post.is(FORMWORK_EDIT) || post.is(FORMWORK_COMPLETE) else { return }
    let cursor = Int(clamping: post.number)
    let isBoundary =
      cursor == post.text.count
      || post.text.indices.contains(cursor) && post.text[cursor] & 0xC0 != 0x80
    guard isBoundary else {
      throw Failure(
        "deed.badCursor",
        [
          "kind": post.kindName, "place": .number(Int(post.number)),
          "node": .number(Int(post.node)),
        ],
        count: post.text.count, mend: "mend.badCursor")
    }
  }

  private func checkRows(of post: ScriptMessage) throws(Failure) {
    guard !post.is(FORMWORK_WINDOW) || post.number >= 0 && 0...1000 ~= post.count else {
      throw Failure(
        "deed.badWindow", ["count": .number(Int(post.count)), "first": .number(Int(post.number))],
        mend: "mend.badWindow")
    }
  }

  private func checkNode(of post: ScriptMessage, _ kind: NodeKind?) throws(Failure) {
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
    guard fits else {
      let target: Message =
        if post.node == 0 {
          "target.none"
        } else if let kind {
          Message("target.kind", ["kind": .verbatim("\(kind)")])
        } else {
          "target.gone"
        }
      throw Failure(
        "deed.badNode", ["kind": post.kindName, "target": target, "node": .number(Int(post.node))],
        mend: "mend.badNode")
    }
  }
}

import CFormwork
import FormworkCore

/// Judges what a front end posts by what it has been shown.
struct PostJudge {
  /// What was shown at each flush: the kind of each node.
  private var shown: [UInt64: [UInt32: NodeKind]] = [:]
  private var lastRevision: UInt64 = 0

  /// Notes what is shown at a flush.
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
    if post.kind == ProbeMessage.undersized {
      throw Failure(
        "posts a message whose size is \(post.number)",
        mend: "set it to sizeof(struct formwork_message)")
    }
    guard post.kind >= FORMWORK_EDIT.rawValue, post.kind <= FORMWORK_LOG.rawValue else {
      throw Failure("posts \(post.kindName), which is no input message")
    }
    let name = post.kindName
    guard post.revision >= lastRevision, let kinds = shown[post.revision] else {
      throw Failure(
        "posts \(name) with revision \(post.revision)",
        mend: "a message carries the revision of the last FLUSH that came")
    }
    lastRevision = post.revision
    try checkText(of: post)
    try checkNode(of: post, kinds[post.node])
  }

  private func checkText(of post: ScriptMessage) throws(Failure) {
    if post.isTextTooLong {
      throw Failure(
        "posts \(post.kindName) with more than \(FORMWORK_TEXT_LIMIT) bytes of text",
        mend: "refuse what is longer")
    }
    guard String(validating: post.text, as: UTF8.self) != nil else {
      throw Failure(
        "posts \(post.kindName) with a text that is not UTF-8",
        mend: "post whole characters only")
    }
    guard post.is(FORMWORK_EDIT) || post.is(FORMWORK_COMPLETE) else { return }
    let cursor = Int(clamping: post.number)
    let isBoundary =
      cursor == post.text.count
      || post.text.indices.contains(cursor) && post.text[cursor] & 0xC0 != 0x80
    guard isBoundary else {
      throw Failure(
        "posts \(post.kindName) with its cursor at \(post.number) of \(post.text.count) "
          + "bytes",
        mend: "count bytes up to the beginning of a character")
    }
  }

  private func checkNode(of post: ScriptMessage, _ kind: NodeKind?) throws(Failure) {
    let fits =
      switch formwork_message_kind(rawValue: post.kind) {
      case FORMWORK_EDIT, FORMWORK_COMPLETE, FORMWORK_EDIT_OUTSIDE:
        [.textField, .secretField, .textArea].contains(kind)
      case FORMWORK_COMMIT: kind?.isField == true
      case FORMWORK_CHOOSE: [.option, .toggle].contains(kind)
      case FORMWORK_ACTIVATE: [.button, .row].contains(kind)
      case FORMWORK_WINDOW: kind == .list
      case FORMWORK_GO:
        kind != nil
          || post.node == 0
            && [FORMWORK_NEXT.rawValue, FORMWORK_PREVIOUS.rawValue].contains(post.flags)
      default: true
      }
    guard fits else {
      let target = post.node == 0 ? "no node" : kind.map { "a \($0)" } ?? "a node that is not there"
      throw Failure("posts \(post.kindName) about \(target) (node \(post.node))")
    }
  }
}

/// The content of a node that a front end edits, and the check whether an edit is stale.
///
/// A front end does not wait for the host. An edit is stale if the front end made it before it saw content that
/// the host has set: it is about an older text.
package struct TextEntry {
  package var content: FieldContent

  /// The first revision on which edits count.
  private var setAt: UInt64 = 0

  package init(_ content: FieldContent) { self.content = content }

  /// Applies an edit, and returns the new content unless it is stale or the node cannot be typed in.
  ///
  /// A refused edit makes the front end show the content again; an accepted edit is not answered. A stale edit
  /// to the same content is accepted. The owner changes ``content`` if the result differs. The cursor is in bytes
  /// of UTF-8, or for a secret in code points.
  package mutating func edit(
    _ new: FieldContent, cursor: Int, revision: UInt64, at node: NodeID, in tree: inout ViewTree,
    allowingLines: Bool = false
  ) -> FieldContent? {
    guard revision >= setAt, let end = new.endCursor else {
      if new == content {
        restate(at: node, in: &tree)
        return new
      }
      refuse(revision < setAt ? .stale : .noNode, at: node, in: &tree)
      return nil
    }
    var cursor = min(max(0, cursor), end)
    var isUnchanged = false
    if case .text(let text) = new, !text.isPrintableASCII {
      cursor = text.offsetShown(for: cursor, allowingLines: allowingLines)
      isUnchanged = isShown(as: text, allowingLines: allowingLines)
    }
    tree.adopt(node, .cursor, .number(cursor))
    if isUnchanged { return content }
    tree.adopt(node, .value, new.shown)
    return new
  }

  /// Sends the content to the front end again, because it shows something else.
  package mutating func restate(at node: NodeID, in tree: inout ViewTree) {
    setAt = tree.revision + 1
    tree.restate(node, .value)
    tree.restate(node, .cursor)
  }

  /// Reports to the front end that an input does not count, and sends the content again.
  package mutating func refuse(_ reason: InputRejection, at node: NodeID, in tree: inout ViewTree) {
    tree.refuse(node, reason)
    restate(at: node, in: &tree)
  }

  /// Whether a front end that has seen this revision knows the current content.
  package func isKnown(at revision: UInt64) -> Bool { revision >= setAt }

  package mutating func show(at node: NodeID, in tree: inout ViewTree) {
    setAt = tree.revision + 1
    tree.set(node, .value, content.shown)
    tree.set(node, .cursor, nil)
  }

  /// Whether a text is the displayed form of the content, in which control characters are replaced.
  ///
  /// A front end that reports such a text has changed nothing.
  private func isShown(as text: String, allowingLines: Bool) -> Bool {
    guard case .text(let own) = content, !text.hasSameCodePoints(as: own) else { return false }
    return own.shownInField(allowingLines: allowingLines).hasSameCodePoints(as: text)
  }
}

extension FieldContent {
  /// The value for the front end; for a secret, only its length.
  package var shown: PropertyValue? {
    switch self {
    case .text(let text): text.isEmpty ? nil : .text(text)
    case .secret(let secret): .number(secret.codePointCount)
    case .toggle(let isOn): .number(isOn ? 1 : 0)
    case .choice, .choices: nil
    }
  }

  /// The position after the content, in bytes of UTF-8, or for a secret in code points.
  ///
  /// `nil` for content that is chosen instead of typed.
  package var endCursor: Int? {
    switch self {
    case .text(let text): text.utf8.count
    case .secret(let secret): secret.codePointCount
    case .toggle, .choice, .choices: nil
    }
  }
}

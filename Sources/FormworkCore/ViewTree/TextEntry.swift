/// What stands in a place that a front end edits, and which of its edits still count.
///
/// A front end types ahead of what it has been told. An edit that it made before it saw what the host has
/// put there is stale: it is about a text that is not there any more.
package struct TextEntry {
  /// What stands there.
  package var content: FieldContent

  /// The first picture on which edits count.
  private var setAt: UInt64 = 0

  package init(_ content: FieldContent) { self.content = content }

  /// Takes an edit in, unless it is stale or made away from the focus.
  ///
  /// Then the front end is told once more what stands there; an accepted edit is not answered. One that comes
  /// too late may still say what stands there, and is accepted then. The owner changes ``content`` where that
  /// differs.
  ///
  /// - Parameters:
  ///   - new: What stands there by now.
  ///   - cursor: Where the person is in it, in bytes of UTF-8, of a secret in code points.
  ///   - revision: That of the last picture that was on view.
  ///   - node: The node that shows it.
  ///   - tree: Where that is.
  ///   - allowingLines: Whether the text may have several lines.
  /// - Returns: Whether it was accepted; then what the content is now, the same where nothing but the
  ///   cursor has changed.
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
    if case .text(let text) = new {
      cursor = text.offsetShown(for: cursor, allowingLines: allowingLines)
    }
    tree.adopt(node, .cursor, .number(cursor))
    if isShown(as: new, allowingLines: allowingLines) { return content }
    tree.adopt(node, .value, new.shown)
    return new
  }

  /// Tells a front end once more what stands there, because it shows something else.
  package mutating func restate(at node: NodeID, in tree: inout ViewTree) {
    setAt = tree.revision + 1
    tree.restate(node, .value)
    tree.restate(node, .cursor)
  }

  /// Tells a front end that what it reported does not count, and what stands there.
  package mutating func refuse(_ reason: InputRefusal, at node: NodeID, in tree: inout ViewTree) {
    tree.refuse(node, reason)
    restate(at: node, in: &tree)
  }

  /// Whether what stands there is what a front end has seen that knows this picture.
  package func isKnown(at revision: UInt64) -> Bool { revision >= setAt }

  /// Shows what stands there, which the host itself has put there.
  package mutating func show(at node: NodeID, in tree: inout ViewTree) {
    setAt = tree.revision + 1
    tree.set(node, .value, content.shown)
    tree.set(node, .cursor, nil)
  }

  /// Whether a text is what a front end shows of the content, which has control characters that were
  /// replaced on the way: a front end that reports it has changed nothing.
  private func isShown(as other: FieldContent, allowingLines: Bool) -> Bool {
    guard case .text(let text) = other, !text.isPrintableASCII,
      case .text(let own) = content, !text.hasSameCodePoints(as: own)
    else { return false }
    return own.shownInField(allowingLines: allowingLines).hasSameCodePoints(as: text)
  }
}

extension FieldContent {
  /// What a front end is told of it: of a secret, nothing but the length.
  package var shown: PropertyValue? {
    switch self {
    case .text(let text): text.isEmpty ? nil : .text(text)
    case .secret(let secret): .number(secret.codePointCount)
    case .toggle(let isOn): .number(isOn ? 1 : 0)
    case .choice, .choices: nil
    }
  }

  /// Where the cursor is once all of it was typed, in bytes of UTF-8, of a secret in code points;
  /// `nil` for what is chosen and not typed.
  fileprivate var endCursor: Int? {
    switch self {
    case .text(let text): text.utf8.count
    case .secret(let secret): secret.codePointCount
    case .toggle, .choice, .choices: nil
    }
  }
}

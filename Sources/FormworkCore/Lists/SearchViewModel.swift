/// A field for a search text.
///
/// It is a part of the view model of a screen, and does not know the list. It reports the text when
/// the user commits it or stops typing:
///
/// ```swift
/// switch search.handle(input, revision: revision, in: &tree) {
/// case .startPause: actions.append(.pause(for: SearchViewModel.pause))
/// case .search(let text): take(members.search(for: text, in: &tree))
/// case .nothing: break
/// case .passedOn: handleOther(input)
/// }
/// ```
public struct SearchViewModel: Sendable {
  /// An action for the owner to perform.
  public enum Action: Hashable, Sendable {
    case nothing

    /// Handle the input elsewhere, because it is not about the field.
    case passedOn

    /// Start a pause, cancel the previous one, and call ``SearchViewModel/pauseElapsed()`` at its
    /// end.
    case startPause

    /// Search for this text; the empty text finds everything.
    case search(String)
  }

  /// The time without input before a search.
  public static let pause = Duration.milliseconds(200)

  /// The node of the field.
  public let node: NodeID

  private let catalogue: Catalogue
  private var entry = TextEntry(.text(""))
  private var searched = ""

  /// Creates the field, after the other nodes of its parent.
  public init(
    _ name: String, label: Message, catalogue: Catalogue, under parent: NodeID,
    in tree: inout ViewTree
  ) {
    self.catalogue = catalogue
    node = tree.insert(.textField, name: name, under: parent)
    tree.set(node, .label, .text(catalogue.text(for: label)))
  }

  /// Handles an act of the user, who has seen the tree of a revision.
  public mutating func handle(
    _ input: UserInput, revision: UInt64 = .max, in tree: inout ViewTree
  ) -> Action {
    switch input {
    case .edit(node, let content, let cursor):
      return edit(content, cursor, revision, in: &tree) ? .startPause : .nothing
    case .commit(node, let content):
      if let content, !edit(content, .max, revision, in: &tree) { return .nothing }
      return search()
    case .reset(node):
      entry.content = .text("")
      entry.show(at: node, in: &tree)
      return search()
    case .go(.node(node)):
      tree.setFocus(node)
      return .nothing
    default: return .passedOn
    }
  }

  /// Reports that the front end sent an invalid text, and sends the current one again.
  public mutating func refuse(_ reason: InputRejection, in tree: inout ViewTree) {
    tree.refuse(node, reason, catalogue.text(for: reason))
    entry.restate(at: node, in: &tree)
  }

  /// Searches for the text, after the last pause has elapsed.
  public mutating func pauseElapsed() -> Action { search() }

  /// Applies an edit, and returns whether it was accepted.
  private mutating func edit(
    _ content: FieldContent, _ cursor: Int, _ revision: UInt64, in tree: inout ViewTree
  ) -> Bool {
    guard case .text = content else {
      entry.refuse(.noNode, at: node, in: &tree)
      return false
    }
    let accepted = entry.edit(content, cursor: cursor, revision: revision, at: node, in: &tree)
    if let accepted { entry.content = accepted }
    return accepted != nil
  }

  private mutating func search() -> Action {
    guard case .text(let text) = entry.content, text != searched else { return .nothing }
    searched = text
    return .search(text)
  }
}

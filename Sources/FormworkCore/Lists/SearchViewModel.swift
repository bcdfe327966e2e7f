/// A field in which a person types what is searched for.
///
/// It is a part of a screen's view model, and knows no list: what is searched for is told once the person pauses, or
/// at Enter.
///
/// ```swift
/// switch search.handle(event, in: &tree) {
/// case .startPause: actions.append(.pause(for: SearchViewModel.pause))
/// case .search(let text): take(members.search(for: text, in: &tree))
/// case .nothing: break
/// case .passedOn: handleOther(event)
/// }
/// ```
public struct SearchViewModel: Sendable {
  /// What is left to the owner.
  public enum Action: Hashable, Sendable {
    /// Nothing.
    case nothing

    /// The event is about something else.
    case passedOn

    /// Begin a pause in the place of the one before, and tell ``SearchViewModel/pauseElapsed()`` when it is over.
    case startPause

    /// Search for this; empty is everything.
    case search(String)
  }

  /// How long a person pauses who waits for what is found.
  public static let pause = Duration.milliseconds(200)

  /// The field.
  public let node: NodeID

  private let catalogue: Catalogue
  private var entry = TextEntry(.text(""))
  private var searched = ""

  /// Draws the field behind what its parent has.
  public init(
    _ name: String, label: Message, catalogue: Catalogue, under parent: NodeID,
    in tree: inout ViewTree
  ) {
    self.catalogue = catalogue
    node = tree.insert(.textField, name: name, under: parent)
    tree.set(node, .label, .text(catalogue.text(for: label)))
  }

  /// Takes in what the person did.
  public mutating func handle(_ event: UserEvent, in tree: inout ViewTree) -> Action {
    switch event {
    case .edited(node, let content, let cursor, let revision):
      return edit(content, cursor, revision, in: &tree) ? .startPause : .nothing
    case .committed(node, let content, let revision):
      if let content, !edit(content, .max, revision, in: &tree) { return .nothing }
      return search()
    case .reset(node):
      entry.content = .text("")
      entry.show(at: node, in: &tree)
      return search()
    case .refused(node, let reason):
      let words = Violation.tooManyMarks.message()
      tree.refuse(node, reason, reason == .hindered ? catalogue.text(for: words) : "")
      entry.restate(at: node, in: &tree)
      return .nothing
    case .went(.node(node)):
      tree.setFocus(node)
      return .nothing
    case .edited, .committed, .reset, .refused, .went, .chosen, .activated, .leaveRequested,
      .windowed, .reloadRequested:
      return .passedOn
    }
  }

  /// The pause that was begun last is over.
  public mutating func pauseElapsed() -> Action { search() }

  /// Takes an edit in.
  ///
  /// - Returns: Whether it counts.
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

/// A visible alert, with its nodes in the view tree of the screen below it.
public struct AlertViewModel {
  /// The result of an event while the alert is visible.
  public enum Outcome: Hashable {
    /// The user has answered.
    case answered(Alert.Button)

    /// The event was for the alert, or for a part of the screen that the alert blocks.
    case handled

    /// The event is for the screen.
    case passedOn

    /// Input for a field below the alert was refused.
    case refused(NodeID)
  }

  private let alert: Alert
  private let node: NodeID
  private let buttons: [NodeID]

  private let previousFocus: NodeID?

  /// The first revision that shows the alert, before which presses do not answer it.
  private let drawnAt: UInt64

  /// Shows an alert in front of a screen, and moves the focus to its first button.
  ///
  /// The result is `nil` if the tree has no root.
  public init?(_ alert: Alert, in tree: inout ViewTree) {
    guard let screen = tree.root else { return nil }
    self.alert = alert
    drawnAt = tree.revision + 1
    previousFocus = tree.focus
    let node = tree.insert(.alert, name: "alert", under: screen)
    tree.set(node, .label, .text(alert.text))
    self.node = node
    buttons = alert.buttons.map { button in
      let child = tree.insertButton(
        button.name, label: button.label, role: button.role, under: node)
      if let isYes = button.isYes { tree.set(child, .value, .number(isYes ? 1 : 0)) }
      return child
    }
    tree.setFocus(buttons.first)
  }

  /// Handles an act of the user.
  ///
  /// A request to leave gives the safe answer. If the user insists, or if there is no safe answer,
  /// the request goes to the screen instead. But it is ignored if it is older than the alert, and
  /// it gives the safe answer if this is the only button.
  public func handle(_ input: UserInput, revision: UInt64, in tree: inout ViewTree) -> Outcome {
    switch input {
    case .activate(let node):
      guard revision >= drawnAt, let place = buttons.firstIndex(of: node) else {
        tree.refuse(node, buttons.contains(node) ? .stale : .notNow)
        return .handled
      }
      return .answered(alert.buttons[place])
    case .go(let destination):
      if let node = place(at: destination, from: tree.focus) { tree.setFocus(node) }
      return .handled
    case .back(let insists):
      guard revision >= drawnAt else { return .handled }
      let safe = alert.buttons.first { $0.role == .cancel }
      guard let safe, !insists || buttons.count == 1 else { return .passedOn }
      return .answered(safe)
    case .edit(let node, _, _), .commit(let node, _):
      return .refused(node)
    default:
      return .handled
    }
  }

  private func place(at destination: Destination, from focus: NodeID?) -> NodeID? {
    let place = focus.flatMap { buttons.firstIndex(of: $0) }
    switch destination {
    case .node(let node): return buttons.first { $0 == node }
    case .nextSection, .previousSection: return nil
    case .next: return place.map { buttons.dropFirst($0 + 1).first } ?? buttons.first
    case .previous: return place.flatMap { buttons.prefix($0).last }
    }
  }

  /// Removes the alert, and restores the focus.
  public func erase(from tree: inout ViewTree) {
    tree.remove(node)
    tree.setFocus(previousFocus)
  }
}

extension ViewTree {
  /// Inserts a button, by default as the last child of its parent.
  package mutating func insertButton(
    _ name: String, label: String, role: NodeRole, under parent: NodeID, at index: Int? = nil
  ) -> NodeID {
    let node = insert(.button, name: name, under: parent, at: index)
    set(node, .label, .text(label))
    if role != .nothing { set(node, .role, .number(role.rawValue)) }
    return node
  }
}

/// An alert on view: its nodes in the tree of the screen that it stands in front of.
public struct AlertViewModel {
  /// What becomes of an event while the alert is on view.
  public enum Outcome: Hashable {
    /// The person has answered.
    case answered(Alert.Button)

    /// It was for the alert, or for something behind it that is not at hand.
    case handled

    /// It is for the screen.
    case passedOn

    /// What was reported of a field behind the alert does not count.
    case refused(NodeID)
  }

  private let alert: Alert
  private let node: NodeID
  private let buttons: [NodeID]

  /// Where the person was before.
  private let formerFocus: NodeID?

  /// The picture that first showed it: what was pressed before is no answer to it.
  private let drawnAt: UInt64

  /// Draws an alert in front of a screen, and puts the person at its first button.
  ///
  /// - Parameters:
  ///   - alert: What to ask.
  ///   - tree: The screen's; without a root nothing is drawn, and there is no view model.
  public init?(_ alert: Alert, in tree: inout ViewTree) {
    guard let screen = tree.root else { return nil }
    self.alert = alert
    drawnAt = tree.revision + 1
    formerFocus = tree.focus
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

  /// Takes in what the person did.
  ///
  /// The wish to leave takes the safe answer. Where the person insists, or there is none, it goes to the screen,
  /// unless it is older than the question, or there is nothing else to answer: that is no question.
  public func handle(_ event: UserEvent, in tree: inout ViewTree) -> Outcome {
    switch event {
    case .activated(let node, let revision):
      guard revision >= drawnAt, let place = buttons.firstIndex(of: node) else {
        tree.refuse(node, buttons.contains(node) ? .stale : .notNow)
        return .handled
      }
      return .answered(alert.buttons[place])
    case .went(let destination):
      if let node = place(at: destination, from: tree.focus) { tree.setFocus(node) }
      return .handled
    case .leaveRequested(let revision, let insists):
      guard revision >= drawnAt else { return .handled }
      let safe = alert.buttons.first { $0.role == .cancel }
      guard let safe, !insists || buttons.count == 1 else { return .passedOn }
      return .answered(safe)
    case .chosen, .reset, .reloadRequested, .windowed:
      return .handled
    case .edited(let node, _, _, _), .committed(let node, _, _):
      return .refused(node)
    case .refused:
      return .passedOn
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

  /// Takes the alert off the screen, and puts the person where it was before.
  public func erase(from tree: inout ViewTree) {
    tree.remove(node)
    tree.setFocus(formerFocus)
  }
}

extension ViewTree {
  /// Inserts a button as the last child of its parent.
  package mutating func insertButton(
    _ name: String, label: String, role: NodeRole, under parent: NodeID, at index: Int? = nil
  ) -> NodeID {
    let node = insert(.button, name: name, under: parent, at: index)
    set(node, .label, .text(label))
    if role != .nothing { set(node, .role, .number(role.rawValue)) }
    return node
  }
}

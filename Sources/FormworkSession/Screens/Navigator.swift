import FormworkCore

/// The screens of a session: a stack, of which the last one is on view, and the alert in front of that one.
///
/// Confined to the thread of the session.
final class Navigator {
  /// Where the screens have led.
  enum Move {
    /// Another screen is on view.
    case moved

    /// Another front end is wanted.
    case frontEnd(String)

    /// The last screen was left.
    case ended
  }

  private(set) var screen: any Screen

  private var beneath: [any Screen] = []
  private var alert: AlertViewModel?

  /// What is told the answer to the alert; the screen is where it is `nil`.
  private var answer: ((Alert.Button) -> Void)?

  /// The first picture of the screen without the alert that was there last: an Escape before it was for that one.
  private var isBareSince: UInt64 = 0

  init(_ screen: any Screen) { self.screen = screen }

  func handle(_ event: UserEvent) {
    guard let alert else {
      if case .leaveRequested(let revision, false) = event, revision < isBareSince { return }
      return screen.handle(event)
    }
    switch alert.handle(event, in: &screen.tree) {
    case .answered(let button):
      let answer = answer
      dismissAlert()
      if let answer { answer(button) } else { screen.answered(button) }
    case .passedOn: screen.handle(event)
    case .refused(let node): screen.handle(.refused(node, .notNow))
    case .handled: break
    }
  }

  /// No answer can come any more.
  ///
  /// - Returns: Whether the screen is done.
  func inputEnded() -> Bool {
    defer { dismissAlert() }
    return screen.inputEnded()
  }

  /// Goes where the screen on view wants to, if anywhere.
  func move() -> Move? {
    guard let navigation = screen.navigation else { return nil }
    screen.navigation = nil
    if case .switchFrontEnd(let name) = navigation { return .frontEnd(name) }
    dismissAlert()
    switch navigation {
    case .switchFrontEnd, .dismissAlert: return nil
    case .present(let alert, let answer):
      self.alert = AlertViewModel(alert, in: &screen.tree)
      self.answer = answer
      return nil
    case .push(let next):
      isBareSince = 0
      beneath.append(screen)
      screen = next
      screen.open()
    case .replace(let next):
      isBareSince = 0
      screen.close()
      screen = next
      screen.open()
    case .pop(let answer):
      guard let last = beneath.popLast() else { return .ended }
      isBareSince = 0
      screen.close()
      screen = last
      screen.returned(with: answer)
    }
    return .moved
  }

  /// No screen is shown any more.
  func close() {
    for screen in beneath + [screen] {
      screen.close()
      // What answers an alert may hold the screen.
      screen.navigation = nil
    }
  }

  private func dismissAlert() {
    guard let alert else { return }
    alert.erase(from: &screen.tree)
    (self.alert, answer) = (nil, nil)
    isBareSince = screen.tree.revision + 1
  }
}

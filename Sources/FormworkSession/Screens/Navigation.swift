public import FormworkCore

/// What a screen asks of the session: where the person goes from here.
public enum Navigation {
  /// To another screen, until that one is popped; then this one is told its answer by
  /// ``Screen/returned(with:)``.
  case push(any Screen)

  /// To another screen for good.
  case replace(any Screen)

  /// Back to the screen that pushed this one, with an answer for it; from the first screen, to the end.
  case pop((any ScreenAnswer)?)

  /// To an alert in front of this screen, in the place of the one that is there. What the person answers is
  /// told once the alert is off the screen: to `answer`, or where that is `nil`, to ``Screen/answered(_:)``.
  case present(Alert, answer: ((Alert.Button) -> Void)? = nil)

  /// Back from the alert that is there, without an answer to it.
  case dismissAlert

  /// To another front end, of that name.
  case switchFrontEnd(String)
}

/// What a screen may hand to the one that pushed it.
///
/// For example, a list of accounts would answer with the account that the person picked.
public protocol ScreenAnswer: Sendable {}

extension ShellAnswer: ScreenAnswer {}

extension AlertResponder where Self: Screen {
  /// Presents it in front of this screen.
  public func present(_ alert: Alert, answer: @escaping (Alert.Button) -> Void) {
    navigation = .present(alert, answer: answer)
  }
}

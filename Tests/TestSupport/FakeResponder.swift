package import FormworkCore

/// Keeps the alert of a view model, and answers as a test says.
package final class FakeResponder: AlertPresenter {
  /// The alert that was not answered yet.
  package private(set) var alert: Alert?

  private var answer: (Alert.Button) -> Void = { _ in }

  package init() {}

  package func present(_ alert: Alert, answer: @escaping (Alert.Button) -> Void) {
    (self.alert, self.answer) = (alert, answer)
  }

  /// Presses the button of that name, if the alert has one.
  package func press(_ name: String) {
    guard let button = alert?.buttons.first(where: { $0.name == name }) else { return }
    let answer = answer
    (alert, self.answer) = (nil, { _ in })
    answer(button)
  }
}

package import FormworkCore

/// Keeps what a view model asks, says and records, and answers as a test says.
package final class FakeResponder: AlertResponder, NoticeResponder, EventResponder {
  /// The alert that was not answered yet.
  package private(set) var alert: Alert?

  /// What was said, in order.
  package private(set) var notices: [Message] = []

  /// What has happened, in order.
  package private(set) var events: [EventRecord] = []

  private var answer: (Alert.Button) -> Void = { _ in }

  package init() {}

  package func present(_ alert: Alert, answer: @escaping (Alert.Button) -> Void) {
    (self.alert, self.answer) = (alert, answer)
  }

  package func say(_ message: Message) { notices.append(message) }

  package func record(_ event: EventRecord) { events.append(event) }

  /// Presses the button of that name, if the alert has one.
  package func press(_ name: String) {
    guard let button = alert?.buttons.first(where: { $0.name == name }) else { return }
    let answer = answer
    (alert, self.answer) = (nil, { _ in })
    answer(button)
  }
}

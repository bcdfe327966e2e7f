import FormworkCore
import FormworkSession

/// A screen of the demonstration: nothing is stored, and it may be left at any time.
protocol DemoScreen: Screen {}

extension DemoScreen {
  var isCommitting: Bool { false }

  func receive() {}

  func inputEnded() -> Bool { true }

  func close() {}
}

extension Catalogue {
  /// The text of a message, as a property.
  func value(_ message: Message) -> PropertyValue { .text(text(for: message)) }
}

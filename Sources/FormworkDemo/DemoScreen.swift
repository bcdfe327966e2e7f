import FormworkCore
import FormworkSession

/// A screen of the demonstration: nothing is stored, and it may be left at any time.
protocol DemoScreen: Screen {
  /// Whether ^C leads back to the shell, and does not end the program.
  var isLeftByInterrupt: Bool { get }
}

extension DemoScreen {
  var isCommitting: Bool { false }

  func receive() {}

  func inputEnded() -> Bool { true }

  func interrupted() -> Bool {
    if isLeftByInterrupt { navigation = .pop(nil) }
    return isLeftByInterrupt
  }

  func close() {}
}

extension Catalogue {
  /// The text of a message, as a property.
  func value(_ message: Message) -> PropertyValue { .text(text(for: message)) }
}

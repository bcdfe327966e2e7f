import FormworkCore
import FormworkSession

/// A screen of the demonstration, which stores nothing and may be left at any time.
protocol DemoScreen: Screen {
  /// Whether ^C leads back to the shell instead of ending the program.
  var isLeftByInterrupt: Bool { get }
}

extension DemoScreen {
  func inputEnded() -> Bool { true }

  func interrupted() -> Bool {
    if isLeftByInterrupt { navigation = .pop(nil) }
    return isLeftByInterrupt
  }

  func refuse(_ node: NodeID, _ reason: InputRejection, _ catalogue: Catalogue) {
    let words = Violation.tooManyMarks.message()
    tree.refuse(node, reason, reason == .hindered ? catalogue.text(for: words) : "")
  }
}

extension Catalogue {
  /// Returns the text of a message, as a property.
  func value(_ message: Message) -> PropertyValue { .text(text(for: message)) }
}

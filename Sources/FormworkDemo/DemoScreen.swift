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

extension ViewTree {
  /// Puts the person at a node, or at the next or the one before of some that stand in order.
  mutating func go(to destination: Destination, among stops: [NodeID]) {
    let place = focus.flatMap { stops.firstIndex(of: $0) }
    let aim: NodeID? =
      switch destination {
      case .node(let node): stops.first { $0 == node }
      case .next: place.map { stops.dropFirst($0 + 1).first } ?? stops.first
      case .previous: place.flatMap { stops.prefix($0).last }
      case .nextSection, .previousSection: nil
      }
    if let aim { setFocus(aim) }
  }
}

extension Catalogue {
  /// The text of a message, as a property.
  func value(_ message: Message) -> PropertyValue { .text(text(for: message)) }
}

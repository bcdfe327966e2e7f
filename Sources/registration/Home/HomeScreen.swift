import FormworkCore
import FormworkHost
import FormworkSession

/// Greets the owner of a new account, and is left at once.
final class HomeScreen: Screen {
  var tree = ViewTree()
  var navigation: Navigation?
  private let home: Home

  init(_ home: Home) { self.home = home }

  func open() {
    let screen = tree.insert(.screen, name: "home")
    tell(words(.key("registration.registered")), at: screen)
    for (name, line) in [("greeting", home.greeting), ("population", home.population)] {
      guard let line else { continue }
      tell(words(line), at: tree.insert(.note, name: name, under: screen))
    }
    navigation = .pop(nil)
  }

  /// Shows a text that stays when the front end has left.
  private func tell(_ text: PropertyValue, at node: NodeID) {
    tree.set(node, .label, text)
    tree.set(node, .lasting, .number(1))
  }

  private func words(_ message: Message) -> PropertyValue {
    .text(speaker.catalogue.text(for: message))
  }

  func handle(_ input: UserInput, revision: UInt64) {}

  func inputEnded() -> Bool { true }
}

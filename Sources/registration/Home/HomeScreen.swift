import FormworkCore
import FormworkHost
import FormworkSession

/// Greets the owner of a new account.
///
/// Nothing is to be done here: it is shown, and leads nowhere.
final class HomeScreen: Screen {
  var tree = ViewTree()
  var navigation: Navigation?
  let isCommitting = false
  private let home: Home

  init(_ home: Home) { self.home = home }

  func open() {
    let screen = tree.insert(.screen, name: "home")
    tree.set(screen, .label, words("registration.registered"))
    for (name, line) in [("greeting", home.greeting), ("population", home.population)] {
      guard let line else { continue }
      let note = tree.insert(.note, name: name, under: screen)
      tree.set(note, .label, words(line))
    }
    navigation = .pop(nil)
  }

  private func words(_ message: Message) -> PropertyValue {
    .text(speaker.catalogue.text(for: message))
  }

  func handle(_ event: UserEvent) {}

  func receive() {}

  func inputEnded() -> Bool { true }

  func close() {}
}

package import FormworkCore

/// A screen that only shows texts, which stay on the terminal, and makes the front end leave at once.
package final class FarewellScreen: Screen {
  package var tree = ViewTree()
  package var navigation: Navigation?

  /// Creates a screen with a label, if there is one, and notes by their names.
  package init(_ name: String, label: String? = nil, notes: [(name: String, text: String)]) {
    let screen = tree.insert(.screen, name: name)
    if let label { show(label, at: screen) }
    for note in notes {
      show(note.text, at: tree.insert(.note, name: note.name, under: screen))
    }
  }

  private func show(_ text: String, at node: NodeID) {
    tree.set(node, .label, .text(text))
    tree.set(node, .lasting, .number(1))
  }

  package func open() { navigation = .pop(nil) }
  package func handle(_ input: UserInput, revision: UInt64) {}
  package func inputEnded() -> Bool { true }
}

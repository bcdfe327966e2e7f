import FormworkCore
import FormworkSession

/// A screen with fields, whose texts are kept, but not validated.
protocol DemoFieldScreen: UnsavedScreen {
  var catalogue: Catalogue { get }

  /// The texts of fields, with their initial contents.
  var texts: [NodeID: (entry: TextEntry, initial: FieldContent)] { get set }
}

extension DemoFieldScreen {
  /// The screen has fields, and was not left by its button.
  func inputEnded() -> Bool { false }

  func refuse(_ node: NodeID, _ reason: InputRejection) {
    let words = Violation.tooManyMarks.message()
    tree.refuse(node, reason, reason == .blocked ? catalogue.text(for: words) : "")
    texts[node]?.entry.restate(at: node, in: &tree)
  }

  func add(
    _ kind: NodeKind, _ name: String, _ label: Message, under parent: NodeID?, at index: Int? = nil
  ) -> NodeID {
    let node = tree.insert(kind, name: name, under: parent, at: index)
    tree.set(node, .label, catalogue.value(label))
    return node
  }

  /// Shows the initial content of a field.
  func show(_ content: FieldContent, at node: NodeID) {
    var entry = TextEntry(content)
    entry.show(at: node, in: &tree)
    texts[node] = (entry, content)
  }

  /// Takes the text that the user has typed into a field, or refuses it.
  func edit(
    _ node: NodeID, _ content: FieldContent, cursor: Int = Int(Int32.max), _ revision: UInt64
  ) {
    guard var text = texts[node], tree[node]?[.enabled] == nil else {
      return tree.refuse(node, .noNode)
    }
    let accepted = text.entry.edit(
      content, cursor: cursor, revision: revision, at: node, in: &tree,
      allowingLines: tree.kind(of: node) == .textArea)
    if let accepted { text.entry.content = accepted }
    texts[node] = text
  }
}

extension Catalogue {
  /// Returns the text of a message, as a property.
  func value(_ message: Message) -> PropertyValue { .text(text(for: message)) }
}

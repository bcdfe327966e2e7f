import FormworkCore

/// A form of many fields, and a front end that takes its changes.
final class LoadedForm {
  /// The number of changes for the first drawing.
  let changeCount: Int

  private let viewModel: FormViewModel
  private var nodes: [NodeID] = []
  private var typist: Typist
  private var addNode: NodeID?
  private var lastItem: NodeID?
  private var edited: (node: NodeID, text: String)?

  /// Creates a form in groups of a hundred fields, as long forms usually are.
  convenience init(fieldCount: Int, groupSize: Int = 100) {
    let fields = (0..<fieldCount).map {
      Field.text(FieldID(rawValue: "field-\($0)"), label: "Field \($0)").length(2...40)
    }
    let groups = stride(from: 0, to: fieldCount, by: groupSize).map { start in
      FormItem.group("group-\(start)", label: "Group \(start)") {
        for field in fields[start..<min(start + groupSize, fieldCount)] { field }
      }
    }
    self.init(fieldCount: fieldCount, itemCount: 0, groups)
  }

  /// Creates a form with a list of this number of items.
  convenience init(itemCount: Int) {
    let name = Field.text("name", label: "Name").length(2...40)
    let list = Section.list("list", label: "List", item: "Item", 0...1_000_000) {
      name
    }
    self.init(fieldCount: itemCount, itemCount: itemCount, [list.item])
  }

  private init(fieldCount: Int, itemCount: Int, _ items: [FormItem]) {
    typist = Typist(fieldCount: fieldCount)
    viewModel = FormViewModel(
      "form", catalogue: Catalogue(["tooShort": "2 characters at least"]),
      counts: itemCount > 0 ? ["list": itemCount] : [:])
    do throws(DefinitionError) {
      let definition = try FormDefinition("form", title: "Form") {
        for item in items { item }
      }
      _ = viewModel.open()
      _ = viewModel.handle(.loaded(LoadID(rawValue: 1), definition))
    } catch {
      fatalError("\(error)")
    }
    let changes = viewModel.tree.takeChanges()
    changeCount = changes.count
    for case .inserted(let node, let kind, let name, _, _) in changes {
      if kind == .textField { nodes.append(node) }
      if name == "add" { addNode = node }
    }
  }

  /// Moves the focus to a random field, where the user has typed and will type again.
  func goSomewhere() {
    let next = typist.next()
    let node = nodes[next.field]
    _ = viewModel.handle(.go(.node(node)))
    _ = viewModel.tree.takeChanges()
    _ = type(next.before, into: node)
    edited = (node, next.text)
  }

  /// Types, and returns the number of changes.
  func edit() -> Int { edited.map { type($0.text, into: $0.node) } ?? 0 }

  /// Saves the answers at each commit.
  func keepDrafts() { _ = viewModel.setSaving(true) }

  /// Commits the text, moves on, and returns the number of changes and actions.
  func enter() -> Int {
    guard let edited else { return 0 }
    let revision = viewModel.revision
    let actions =
      viewModel.handle(.commit(edited.node, nil), revision: revision)
      + viewModel.handle(.go(.next))
    return viewModel.tree.takeChanges().count + actions.count
  }

  /// Moves the focus to the list's button, and removes the last item.
  func goToList() {
    let removal = lastItem.flatMap { viewModel.tree[$0] }?.children.first {
      viewModel.tree[$0]?.name == "remove"
    }
    if let removal { press(removal) }
    lastItem = nil
    if let addNode { _ = viewModel.handle(.go(.node(addNode))) }
    _ = viewModel.tree.takeChanges()
  }

  /// Adds an item, and returns the number of changes.
  func add() -> Int {
    if let addNode { press(addNode) }
    let changes = viewModel.tree.takeChanges()
    for case .inserted(let node, .group, _, _, _) in changes { lastItem = node }
    return changes.count
  }

  private func press(_ node: NodeID) {
    _ = viewModel.handle(.activate(node), revision: viewModel.revision)
  }

  private func type(_ text: String, into node: NodeID) -> Int {
    let edit = UserInput.edit(node, .text(text), cursor: text.utf8.count)
    _ = viewModel.handle(edit, revision: viewModel.revision)
    return viewModel.tree.takeChanges().count
  }
}

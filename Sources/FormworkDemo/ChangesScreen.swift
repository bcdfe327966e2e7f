import FormworkCore
import FormworkOperations
import FormworkSession

/// A screen whose nodes change once a second, with a field in which the user can type meanwhile.
final class ChangesScreen: DemoScreen {
  static let changeCount = 20

  var tree = ViewTree()
  var navigation: Navigation?
  let isLeftByInterrupt: Bool
  private let catalogue: Catalogue
  private let runner: OperationRunner<Bool, Bool>
  private var step = 0
  private var name = TextEntry(.text(""))
  private var nodes: Nodes?

  private struct Nodes {
    let screen, field, progress, group: NodeID
    let notes, buttons: [NodeID]
    var notice, guest: NodeID?
  }

  init(
    catalogue: Catalogue, wakeUp: WakeUp, clock: any Clock<Duration>, isLeftByInterrupt: Bool
  ) {
    self.catalogue = catalogue
    self.isLeftByInterrupt = isLeftByInterrupt
    runner = OperationRunner(clock: clock, wakeUp: wakeUp)
  }

  func open() {
    let screen = tree.insert(.screen, name: "changes")
    tree.set(screen, .label, catalogue.value("demo.changes"))
    tree.set(screen, .detail, catalogue.value("demo.changes.detail"))
    let field = tree.insert(.textField, name: "name", under: screen)
    tree.set(field, .label, catalogue.value("demo.changes.name"))
    let progress = tree.insert(.progress, name: "progress", under: screen)
    tree.set(progress, .label, catalogue.value("demo.changes.progress"))
    let group = tree.insert(.group, name: "group", under: screen)
    let notes = ["first", "second"].map { note in
      let node = tree.insert(.note, name: note, under: group)
      tree.set(node, .label, catalogue.value(Message("demo.changes", of: note)))
      return node
    }
    let buttons = [("begin", NodeRole.submit), ("leave", .cancel)].map { name, role in
      tree.insertButton(
        name, label: catalogue.text(for: Message("demo.changes", of: name)), role: role,
        under: screen)
    }
    nodes = Nodes(
      screen: screen, field: field, progress: progress, group: group, notes: notes,
      buttons: buttons)
    tree.setFocus(field)
    show()
  }

  func handle(_ input: UserInput, revision: UInt64) {
    guard let nodes else { return }
    switch input {
    case .edit(nodes.field, let content, let cursor):
      edit(nodes.field, content, cursor, revision)
    case .commit(nodes.field, let content):
      if let content { edit(nodes.field, content, Int(Int32.max), revision) }
    case .activate(nodes.buttons[0]):
      step = 0
      show()
      waitForChange()
    case .activate(nodes.buttons[1]), .back: navigation = .pop(nil)
    case .edit(let node, _, _), .commit(let node, _), .activate(let node):
      tree.refuse(node, .noNode)
    case .reset(nodes.field):
      name.content = .text("")
      name.show(at: nodes.field, in: &tree)
    case .go(let destination):
      tree.go(to: destination, among: [nodes.field] + nodes.buttons)
    default: break
    }
  }

  func refuse(_ node: NodeID, _ reason: InputRejection) {
    refuse(node, reason, catalogue)
    if node == nodes?.field { name.restate(at: node, in: &tree) }
  }

  func receive() {
    while runner.takeAnswer() != nil {
      step += 1
      show()
      if step < Self.changeCount { waitForChange() }
    }
  }

  private func waitForChange() { runner.start(true, after: .seconds(1), answer: true) }

  /// The screen has a field, and was not left by its button.
  func inputEnded() -> Bool { false }

  func close() { runner.cancelAll() }

  private func edit(
    _ node: NodeID, _ content: FieldContent, _ cursor: Int, _ revision: UInt64
  ) {
    let accepted = name.edit(
      content, cursor: cursor, revision: revision, at: node, in: &tree)
    if let accepted { name.content = accepted }
  }

  /// Shows the state after the changes so far.
  private func show() {
    guard var nodes else { return }
    let isRunning = (1..<Self.changeCount).contains(step)
    tree.set(nodes.progress, .fraction, .number(step * 1_000 / Self.changeCount))
    tree.set(nodes.progress, .busy, isRunning ? .number(1) : nil)
    tree.set(
      nodes.group, .label,
      catalogue.value(Message("demo.changes.group", count: step)))
    tree.move(nodes.notes[step % 2], to: 0)
    toggle(&nodes.notice, isThere: step % 5 > 2) {
      let notice = tree.insert(.notice, name: "notice", under: nodes.screen, at: 0)
      tree.set(notice, .label, catalogue.value("demo.changes.notice"))
      return notice
    }
    toggle(&nodes.guest, isThere: step % 4 > 1) {
      let guest = tree.insert(.note, name: "guest", under: nodes.group)
      tree.set(guest, .label, catalogue.value("demo.changes.guest"))
      return guest
    }
    self.nodes = nodes
  }

  private func toggle(_ node: inout NodeID?, isThere: Bool, _ insert: () -> NodeID) {
    if let shown = node, !isThere {
      tree.remove(shown)
      node = nil
    } else if node == nil, isThere {
      node = insert()
    }
  }
}

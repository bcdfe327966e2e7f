import FormworkCore
import FormworkOperations
import FormworkSession

/// A screen whose nodes change once a second, with a field in which the user can type meanwhile.
final class ChangesScreen: DemoFieldScreen {
  static let changeCount = 20

  var tree = ViewTree()
  var navigation: Navigation?
  let isLeftByInterrupt: Bool
  let catalogue: Catalogue
  var texts: [NodeID: (entry: TextEntry, initial: FieldContent)] = [:]
  private let runner: OperationRunner<Bool, Bool>
  private var step = 0
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
    let screen = add(.screen, "changes", .key("demo.changes"), under: nil)
    tree.set(screen, .detail, catalogue.value(.key("demo.changes.detail")))
    let field = add(.textField, "name", .key("demo.changes.name"), under: screen)
    texts[field] = (TextEntry(.text("")), .text(""))
    let progress = add(.progress, "progress", .key("demo.changes.progress"), under: screen)
    let group = tree.insert(.group, name: "group", under: screen)
    let notes = ["first", "second"].map {
      add(.note, $0, .key("demo.changes", of: $0), under: group)
    }
    let buttons = [("begin", NodeRole.submit), ("leave", .cancel)].map { name, role in
      tree.insertButton(
        name, label: catalogue.text(for: .key("demo.changes", of: name)), role: role,
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
      edit(nodes.field, content, cursor: cursor, revision)
    case .commit(nodes.field, let content):
      if let content { edit(nodes.field, content, revision) }
    case .activate(nodes.buttons[0]):
      step = 0
      show()
      waitForChange()
    case .activate(nodes.buttons[1]), .back: navigation = .pop(nil)
    case .edit(let node, _, _), .commit(let node, _), .activate(let node):
      tree.refuse(node, .noNode)
    case .reset(nodes.field): show(.text(""), at: nodes.field)
    case .go(let destination):
      tree.go(to: destination, among: [nodes.field] + nodes.buttons)
    default: break
    }
  }

  func receive() {
    while runner.takeAnswer() != nil {
      step += 1
      show()
      if step < Self.changeCount { waitForChange() }
    }
  }

  private func waitForChange() { runner.start(true, after: .seconds(1), answer: true) }

  func close() { runner.cancelAll() }

  /// Shows the state after the changes so far.
  private func show() {
    guard var nodes else { return }
    let isRunning = (1..<Self.changeCount).contains(step)
    tree.set(nodes.progress, .fraction, .number(step * 1_000 / Self.changeCount))
    tree.set(nodes.progress, .busy, isRunning ? .number(1) : nil)
    tree.set(
      nodes.group, .label,
      catalogue.value(.key("demo.changes.group", count: step)))
    tree.move(nodes.notes[step % 2], to: 0)
    toggle(&nodes.notice, exists: step % 5 > 2) {
      add(.notice, "notice", .key("demo.changes.notice"), under: nodes.screen, at: 0)
    }
    toggle(&nodes.guest, exists: step % 4 > 1) {
      add(.note, "guest", .key("demo.changes.guest"), under: nodes.group)
    }
    self.nodes = nodes
  }

  private func toggle(_ node: inout NodeID?, exists: Bool, _ insert: () -> NodeID) {
    if let shown = node, !exists {
      tree.remove(shown)
      node = nil
    } else if node == nil, exists {
      node = insert()
    }
  }
}

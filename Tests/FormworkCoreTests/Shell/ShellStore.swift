import FormworkCore
import TestSupport

/// A shell with a front end that only displays messages.
struct ShellStore {
  let viewModel: ShellViewModel
  private(set) var picture = ViewTree()
  private(set) var actions: [ShellAction] = []

  /// Codes instead of sentences, with all arguments of a message.
  private static let catalogue = Catalogue([
    "shell.overview": "{command}{summary}", "shell.help": "{command}: {summary}",
    "shell.unknownCommand": "unknown {text}", "shell.unknownCommand.near": "{text} near {label}",
    "shell.ambiguousCommand": "{text} of {labels}", "shell.interrupted": "interrupted {label}",
  ])

  static let commands = [
    ShellCommand("list", summary: "Lists.", purpose: .work("listing")),
    ShellCommand(
      "show", summary: "Shows one.", detail: ["In either case."],
      parameter: ShellCommand.Parameter("NAME", suggestions: .found), purpose: .work("looking")),
    ShellCommand("shout", summary: "Shouts.", purpose: .work("shouting")),
    ShellCommand("print", summary: "Prints.", purpose: .work("printing"), opensForm: true),
    ShellCommand(
      "printer", summary: "Names a printer.",
      parameter: ShellCommand.Parameter("NAME", suggestions: .words(["laser", "lino", "ink"])),
      purpose: .work("asking")),
    ShellCommand(
      "help", summary: "Helps.",
      parameter: ShellCommand.Parameter(
        "COMMAND", isRequired: false, suggestions: .commands), purpose: .help),
    ShellCommand("exit", aliases: ["quit"], summary: "Leaves.", purpose: .exit),
  ]

  init(isScript: Bool = false) {
    viewModel = ShellViewModel(
      "shell", title: "A shell", prompt: "shell", commands: Self.commands,
      catalogue: Self.catalogue, isScript: isScript)
    viewModel.open()
    flush()
  }

  var line: NodeID { viewModel.line ?? NodeID(rawValue: 0) }

  /// Applies the changes to the front end's copy and returns them.
  @discardableResult
  mutating func flush() -> [Change] {
    let changes = viewModel.tree.takeChanges()
    picture.replay(changes)
    return changes
  }

  mutating func send(_ input: UserInput, revision: UInt64 = .max) {
    actions += viewModel.handle(input, revision: revision)
  }

  mutating func refuse(_ node: NodeID, _ reason: InputRejection) {
    actions += viewModel.refuse(node, reason)
  }

  mutating func send(_ event: ShellOperationEvent) { actions += viewModel.handle(event) }

  mutating func interrupt() { actions += viewModel.interrupt() }

  mutating func endInput() { actions += viewModel.endInput() }

  /// Returns the actions since the last call.
  mutating func takeActions() -> [ShellAction] {
    defer { actions = [] }
    return actions
  }

  /// Types a text in place of the line, and the front end shows it at once.
  mutating func edit(_ text: String, revision: UInt64? = nil) {
    show(text)
    send(
      .edit(line, .text(text), cursor: text.utf8.count),
      revision: revision ?? viewModel.tree.revision)
  }

  /// Commits a text, which the front end shows.
  mutating func commit(_ text: String, revision: UInt64? = nil) {
    show(text)
    send(.commit(line, .text(text)), revision: revision ?? viewModel.tree.revision)
  }

  /// Types and commits a line, and shows the result.
  mutating func enter(_ text: String) {
    edit(text)
    commit(text)
    flush()
  }

  private mutating func show(_ text: String) {
    picture.set(line, .value, text.isEmpty ? nil : .text(text))
    let end = text.offsetShown(for: text.utf8.count, allowingLines: false)
    picture.set(line, .cursor, .number(end))
  }

  /// The displayed notes and notices, and the content of the line.
  var shown: [String] {
    let children = picture.root.flatMap { picture[$0]?.children } ?? []
    return children.compactMap { picture[$0] }.map { node in
      let property: Property = node.kind == .textField ? .value : .label
      guard case .text(let text) = node[property] else { return "\(node.kind)" }
      return "\(node.kind) \(text)"
    }
  }

  func screen(_ property: Property) -> PropertyValue? {
    picture.root.flatMap { picture[$0]?[property] }
  }
}

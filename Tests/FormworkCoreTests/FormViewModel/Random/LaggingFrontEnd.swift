@testable import FormworkCore
import TestSupport

/// A front end on a slow connection, which delays messages but keeps their order.
struct LaggingFrontEnd {
  private struct Picture {
    let changes: [Change]
    let revision: UInt64
  }

  let viewModel: FormViewModel
  private var generator: SeededGenerator
  private var revision: UInt64 = 0
  private var shown = ViewTree()
  private var reports: [NaiveForm.UserAct] = []
  private var pictures: [Picture] = []
  private var submission: SubmissionID?

  /// The number of edits that the form accepted, and of those that it refused.
  private(set) var accepted = 0
  private(set) var refused = 0

  /// The number of times that a button added, removed or moved an item.
  private(set) var arranged = 0

  init(_ definition: FormDefinition, seed: UInt64) {
    generator = SeededGenerator(seed: seed)
    viewModel = FormViewModel("form", catalogue: .codes)
    _ = viewModel.open()
    _ = viewModel.handle(.loaded(LoadID(rawValue: 1), definition))
  }

  /// The contents of the text fields, as the front end shows them and as the form has them.
  var texts: [(shown: PropertyValue?, kept: PropertyValue?)] {
    (viewModel.parts?.fields ?? []).compactMap { record in
      record.node.map { (shown[$0]?[.value], record.content.shown) }
    }
  }

  mutating func step() {
    switch Int.random(in: 0..<100, using: &generator) {
    case 0..<30: type()
    case 30..<60: deliverReport()
    case 60..<76: flush()
    case 76..<95: readPicture()
    case 95..<97: changeByHost()
    default: submitOrAnswer()
    }
  }

  mutating func settle() {
    while !reports.isEmpty { deliverReport() }
    if let submission { _ = viewModel.handle(.failed(submission, .timedOut)) }
    submission = nil
    flush()
    while !pictures.isEmpty { readPicture() }
  }

  /// Types into any visible field, or moves the focus.
  private mutating func type() {
    let somewhere = shown.root.flatMap { below($0).randomElement(using: &generator) }
    let isAtFocus = Int.random(in: 0..<3, using: &generator) > 0
    guard let node = isAtFocus ? shown.focus : somewhere, let kind = shown[node]?.kind else {
      return
    }
    switch (kind, Int.random(in: 0..<8, using: &generator)) {
    case (.textField, 0): report(.go(.node(node)))
    case (.textField, 1):
      shown.adopt(node, .value, .text("\u{FFFD}"))
      reports.append(.garble(node))
    case (.textField, 2):
      let content = FieldContent.text(typed(into: node))
      report(.commit(node, content))
    case (.textField, _):
      let content = FieldContent.text(typed(into: node))
      report(.edit(node, content, cursor: 0))
    case (.toggle, 0):
      report(.choose(node, isOn: .random(using: &generator)))
    case (.toggle, 1):
      report(.choose(node, isOn: .random(using: &generator)))
      report(.commit(node, nil))
    case (.button, _) where shown[node]?.parent != shown.root:
      report(.activate(node))
    default: break
    }
  }

  private mutating func report(_ input: UserInput) {
    reports.append(.input(input, revision: revision))
  }

  /// The descendants of a node, as displayed.
  private func below(_ node: NodeID) -> [NodeID] {
    (shown[node]?.children ?? []).flatMap { [$0] + below($0) }
  }

  private var items: [ObjectIdentifier] {
    (viewModel.parts?.root.children ?? []).flatMap {
      ($0 as? SectionPart)?.children.map(ObjectIdentifier.init) ?? []
    }
  }

  /// Adds a letter to the displayed text, or removes one.
  private mutating func typed(into node: NodeID) -> String {
    var text = ""
    if case .text(let old) = shown[node]?[.value] { text = old }
    if !text.isEmpty, Int.random(in: 0..<3, using: &generator) == 0 {
      text.removeLast()
    } else {
      text.append(["a", "b", "c"].randomElement(using: &generator) ?? "d")
    }
    shown.adopt(node, .value, text.isEmpty ? nil : .text(text))
    return text
  }

  private mutating func deliverReport() {
    guard !reports.isEmpty else { return }
    switch reports.removeFirst() {
    case .garble(let node): _ = viewModel.refuse(node, .noText)
    case .input(let input, let revision):
      let before = items
      _ = viewModel.handle(input, revision: revision)
      if items != before { arranged += 1 }
      if case .edit(let node, let content, _) = input,
        let field = viewModel.drawing.field(at: node)
      {
        if field.content == content { accepted += 1 } else { refused += 1 }
      }
    }
  }

  private mutating func flush() {
    guard viewModel.tree.hasChanges else { return }
    let changes = viewModel.tree.takeChanges()
    pictures.append(Picture(changes: changes, revision: viewModel.tree.revision))
  }

  private mutating func readPicture() {
    guard !pictures.isEmpty else { return }
    let picture = pictures.removeFirst()
    shown.replay(picture.changes)
    revision = picture.revision
  }

  /// Sets a text from the host, as a completion would.
  private mutating func changeByHost() {
    guard viewModel.state == .editing else { return }
    let field = viewModel.parts?.fields.randomElement(using: &generator)
    guard let field, case .text = field.content else { return }
    viewModel.parts?.put(.text(.random(using: &generator) ? "host" : ""), into: field)
  }

  private mutating func submitOrAnswer() {
    if let submission {
      _ = viewModel.handle(.failed(submission, .timedOut))
      self.submission = nil
    } else if Int.random(in: 0..<8, using: &generator) == 0 {
      _ = viewModel.press(.submit)
      if case .submitting(let id) = viewModel.state { submission = id }
    }
  }
}

@testable import FormworkCore
import TestSupport
import Testing

/// A form whose every step has to be accounted for: all actions, all changes but counts, in order.
///
/// It plays the front end: it replays the changes on a picture of its own, knows the revision of the
/// last flush, and calls nodes by names: `name`, `colour/red` for an option, `7/name` for what is in the
/// item 7 of a list, `authors/add` for the button of a section.
final class FormStore {
  let viewModel: FormViewModel

  /// What was kept, piece by piece.
  private(set) var draft = Draft()
  private var form: AlertedForm
  private var picture = ViewTree()
  private var names: [NodeID: String] = [:]
  private var nodes: [String: NodeID] = [:]

  init(_ viewModel: FormViewModel) {
    self.viewModel = viewModel
    form = AlertedForm(viewModel)
  }

  /// A form that has been opened and loaded, with nothing left to tell.
  convenience init(
    _ definition: FormDefinition, prefilled: [FieldID: FieldContent] = [:],
    counts: [FieldID: Int] = [:]
  ) {
    self.init(
      FormViewModel("form", catalogue: .codes, prefilled: prefilled, counts: counts))
    _ = step(.open)
    _ = step(.learn(.loaded(LoadID(rawValue: 1), definition)))
  }

  /// The revision of the last flush.
  var revision: UInt64 { viewModel.tree.revision }

  /// The node that has the name now, or had it last.
  func node(_ name: String) -> NodeID { nodes[name] ?? NodeID(rawValue: 999) }

  /// The property of a node, as a front end knows it.
  func property(_ property: Property, of name: String) -> String {
    property.spelled(picture[node(name)]?[property])
  }

  /// Lets something happen, and demands that the form does and shows this and nothing else.
  func expect(
    _ deed: Deed, does actions: [String] = [], shows changes: [String] = [],
    _ place: SourceLocation = #_sourceLocation
  ) {
    let step = step(deed)
    #expect(step.actions == actions, sourceLocation: place)
    #expect(step.changes == changes, sourceLocation: place)
    // Both laws of the tree: what was told piece by piece is what stands there, and is what a front
    // end that comes now would be told.
    var copy = viewModel.tree
    var fresh = ViewTree()
    fresh.replay(copy.snapshot())
    let isToldWhole = picture == viewModel.tree
    let isDrawnAlike = picture == fresh
    #expect(isToldWhole, "the changes do not lead to the tree", sourceLocation: place)
    #expect(isDrawnAlike, "a picture drawn anew is another one", sourceLocation: place)
  }

  /// Changes what stands in a field, as the host itself may.
  func set(_ field: FieldID, _ content: FieldContent) {
    if let field = viewModel.parts?.field(at: field) { viewModel.parts?.put(content, into: field) }
  }

  /// Lets something happen, and says what the form did and showed.
  @discardableResult
  func step(_ deed: Deed) -> (actions: [String], changes: [String]) {
    show(deed)
    if case .offer(let kept, _) = deed { draft = kept }
    let actions = perform(deed).map { action in
      guard case .saveDraft(let change) = action else { return action.spelled }
      draft.apply(change)
      return "draft \(draft.spelled)"
    }
    guard viewModel.tree.hasChanges else { return (actions, []) }
    return (actions, viewModel.tree.takeChanges().compactMap(take))
  }

  /// A front end shows what is typed without being told.
  private func show(_ deed: Deed) {
    switch deed {
    case .edit(let name, let content, let cursor, _): show(content, cursor, in: node(name))
    case .commit(let name, let content?, _): show(content, nil, in: node(name))
    default: break
    }
  }

  private func show(_ content: FieldContent, _ cursor: Int?, in node: NodeID) {
    guard [.textField, .textArea, .secretField].contains(picture[node]?.kind) else { return }
    picture.adopt(node, .value, content.shown)
    let cursor = content.cursorShown(
      cursor ?? content.length, allowingLines: picture.kind(of: node) == .textArea)
    picture.adopt(node, .cursor, .number(cursor))
  }

  func perform(_ deed: Deed) -> [FormAction] {
    switch deed {
    case .open: form.note(viewModel.open())
    case .edit(let name, let content, let cursor, let revision):
      form.handle(
        .edited(
          node(name), content, cursor: cursor ?? content.length,
          revision: revision ?? self.revision))
    case .commit(let name, let content, let revision):
      form.handle(.committed(node(name), content, revision: revision ?? self.revision))
    case .choose(let name, let isOn): form.handle(.chosen(node(name), isOn: isOn))
    case .activate(let name, let revision):
      form.handle(.activated(node(name), revision: revision ?? self.revision))
    case .go(let name): form.handle(.went(.node(node(name))))
    case .goOn: form.handle(.went(.next))
    case .goBack: form.handle(.went(.previous))
    case .garble(let name): form.handle(.refused(node(name), .noText))
    case .leave(let revision):
      form.handle(.leaveRequested(revision: revision ?? self.revision, insists: true))
    case .reset(let name): form.handle(.reset(node(name)))
    case .reload: form.handle(.reloadRequested)
    case .decline: form.press(.decline)
    case .press(let button): form.press(button)
    case .leaveUnasked: form.note(viewModel.leaveUnasked())
    case .learn(let event): form.note(viewModel.handle(event))
    case .offer(let draft, let time): form.note(viewModel.offer(draft, keptAt: time))
    case .set(let field, let content): form.note(viewModel.set(content, at: field))
    }
  }

  /// Replays a change, and spells it.
  ///
  /// How much of a section is answered changes with many a step: `CountTests` look at that, and the random forms.
  private func take(_ change: Change) -> String? {
    picture.replay(change)
    switch change {
    case .inserted(let node, let kind, let name, let parent, let index):
      let known = isToldBySection(node) ? "\(spell(parent))/\(name)" : name
      names[node] = known
      nodes[known] = node
      return "+ \(kind) \(known) in \(spell(parent)) at \(index)"
    case .moved(let node, let index): return "> \(spell(node)) to \(index)"
    case .removed(let node): return "- \(spell(node))"
    case .set(_, .answered, _), .set(_, .total, _): return nil
    case .set(let node, let property, let value):
      return "\(spell(node)).\(property) = \(property.spelled(value))"
    case .focused(let node): return "at \(spell(node))"
    }
  }

  /// Whether others have the name as well: options, buttons of sections, and what is in an item.
  private func isToldBySection(_ node: NodeID) -> Bool {
    guard let parent = picture[node]?.parent else { return false }
    if picture[node]?.kind == .option { return true }
    let name = spell(parent)
    return name.contains("/") || Int(name) != nil
      || picture[node]?.kind == .button && picture[parent]?.kind == .group
  }

  private func spell(_ node: NodeID?) -> String { node.map { names[$0] ?? "?" } ?? "-" }
}

extension FieldContent {
  /// Where the cursor is at the end of the content.
  fileprivate var length: Int {
    switch self {
    case .text(let text): text.utf8.count
    case .secret(let secret): secret.codePointCount
    case .toggle, .choice, .choices: 0
    }
  }
}

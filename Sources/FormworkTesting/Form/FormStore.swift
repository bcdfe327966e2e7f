public import FormworkCore
public import FormworkSession
public import Testing

/// A form under test, which must account for all actions and changes of each step, in order.
///
/// It acts as the front end: it replays the changes on a view tree of its own, and knows the
/// revision of the last flush.
///
/// The page ``FormworkTesting`` describes the names of nodes and the lines for actions and changes.
/// Secrets appear in these between stars, so a test must not use real ones.
public final class FormStore {
  /// The result of one step.
  public struct Outcome: Equatable, Sendable {
    /// The actions that the form requests, one line each.
    public let actions: [String]

    /// The changes for a front end, one line each, except the counts of answered fields.
    public let changes: [String]

    /// Creates an expectation.
    public init(actions: [String], changes: [String]) {
      (self.actions, self.changes) = (actions, changes)
    }
  }

  /// The form.
  public let viewModel: FormViewModel

  /// The draft, made of all saved changes.
  public private(set) var draft = Draft()
  private let catalogue: Catalogue
  private var form: AlertedForm
  private var picture = NamedPicture()

  /// All actions so far, because a step may be the result of one.
  private var actions: [String] = []

  /// Creates a store for a form that is not open yet: the first step is `.open`.
  public init(_ viewModel: FormViewModel, catalogue: Catalogue) {
    self.viewModel = viewModel
    self.catalogue = catalogue
    form = AlertedForm(viewModel)
  }

  /// Creates a store for a loaded form, without pending changes.
  ///
  /// The sentences are those of the program, as for its `Form`.
  public convenience init(
    _ definition: FormDefinition, prefilled: [FieldID: FieldContent] = [:],
    counts: [FieldID: Int] = [:], sentences: [String: Catalogue.Entry] = [:],
    catalogue: Catalogue = .english, _ place: SourceLocation = #_sourceLocation
  ) {
    let catalogue = catalogue.overriding(sentences)
    self.init(
      FormViewModel(definition.name, catalogue: catalogue, prefilled: prefilled, counts: counts),
      catalogue: catalogue)
    step(.open)
    step(.learn(.loaded(LoadID(rawValue: 1), definition)))
    for name in prefilled.keys where !definition.hasPart(at: name) {
      Issue.record(picture.unknown(name.rawValue), sourceLocation: place)
    }
  }

  /// The revision of the last flush.
  public var revision: UInt64 { viewModel.revision }

  /// Returns the node that has the name, or had it last.
  public func node(_ name: String, _ place: SourceLocation = #_sourceLocation) -> NodeID {
    picture.node(name, place)
  }

  /// Returns the property of a node as a front end knows it, or `none`, or that the node is unknown.
  public func property(_ property: Property, of name: String) -> String {
    picture.property(property, of: name)
  }

  /// Applies a step, and expects exactly these actions and changes.
  ///
  /// It also expects that the changes lead to the tree of the view model, and that a new front end
  /// receives the same view tree.
  public func expect(
    _ step: FormStep, does actions: [String] = [], shows changes: [String] = [],
    _ place: SourceLocation = #_sourceLocation
  ) {
    let outcome = self.step(step, place)
    require(outcome, Outcome(actions: actions, changes: changes), place)
    var copy = viewModel.tree
    var fresh = ViewTree()
    fresh.replay(copy.snapshot())
    if picture.tree != viewModel.tree {
      Issue.record("the changes do not lead to the tree", sourceLocation: place)
    }
    if picture.tree != fresh {
      Issue.record("a redrawn picture is different", sourceLocation: place)
    }
  }

  /// Applies a step, and returns its actions and changes.
  @discardableResult
  public func step(
    _ step: FormStep, _ place: SourceLocation = #_sourceLocation
  ) -> Outcome {
    if case .offer(let kept, _) = step { draft = kept }
    if let request = step.request, !actions.contains(where: { " \($0)".contains(" \(request) ") }) {
      Issue.record(
        "the form did not request \"\(request)\", only: \(actions)", sourceLocation: place)
    }
    let actions = perform(step, place).map { action in
      guard case .saveDraft(let change) = action else { return action.spelled(by: catalogue) }
      draft.apply(change)
      return "draft \(draft.spelled)"
    }
    self.actions += actions
    guard viewModel.tree.hasChanges else { return Outcome(actions: actions, changes: []) }
    let changes = viewModel.tree.takeChanges().compactMap { picture.take($0) }
    return Outcome(actions: actions, changes: changes)
  }

  package func perform(
    _ step: FormStep, _ place: SourceLocation = #_sourceLocation
  ) -> [FormAction] {
    switch step {
    case .open: return form.note(viewModel.open())
    case .press(let button): return form.press(button)
    case .leaveUnasked: return form.note(viewModel.leaveUnasked())
    case .invalidInput(let name):
      return form.note(viewModel.refuse(picture.node(name, place), .noText))
    case .learn(let event): return form.note(viewModel.handle(event))
    case .check(let field, let event): return form.note(viewModel.handle(event, at: field))
    case .offer(let draft, let time): return form.note(viewModel.offer(draft, savedAt: time))
    case .set(let field, let content): return form.note(viewModel.set(content, at: field))
    case .edit, .commit, .choose, .activate, .go, .goForward, .goBack, .leave, .reset, .reload:
      guard let (input, seen) = picture.input(of: step, place) else { return [] }
      picture.show(input)
      return form.handle(input, revision: seen ?? revision)
    }
  }

  private func require(_ outcome: Outcome, _ expected: Outcome, _ place: SourceLocation) {
    guard outcome != expected else { return }
    let difference = (outcome.actions + outcome.changes)
      .difference(from: expected.actions + expected.changes).map { change in
        switch change {
        case .remove(_, let line, _): "missing:    \(line)"
        case .insert(_, let line, _): "unexpected: \(line)"
        }
      }
    let arguments = [("does", outcome.actions), ("shows", outcome.changes)].map { name, lines in
      let lines = lines.map { "    \($0.literal),\n" }.joined()
      return "  \(name): [" + (lines.isEmpty ? "]" : "\n\(lines)  ]")
    }
    let report =
      ["the form does or shows something else:"] + difference
      + ["to expect all of it:", arguments.joined(separator: ",\n")]
    Issue.record(Comment(rawValue: report.joined(separator: "\n")), sourceLocation: place)
  }
}

/// A form and its alerts, which are presented as in a session.
package struct AlertedForm {
  package let viewModel: FormViewModel
  private var alert: AlertViewModel?
  private var question: FormQuestion?

  package init(_ viewModel: FormViewModel) { self.viewModel = viewModel }

  package mutating func handle(_ input: UserInput, revision: UInt64) -> [FormAction] {
    switch alert?.handle(input, revision: revision, in: &viewModel.tree) ?? .passedOn {
    case .passedOn: return note(viewModel.handle(input, revision: revision))
    case .handled: return []
    case .refused(let node): return note(viewModel.refuse(node, .notNow))
    case .answered(let answer):
      dismissAlert()
      return note(viewModel.answer(answer.name))
    }
  }

  package mutating func press(_ button: FormButton) -> [FormAction] {
    if question?.buttons.contains(button) ?? false { dismissAlert() }
    return note(viewModel.press(button))
  }

  package mutating func note(_ actions: [FormAction]) -> [FormAction] {
    for action in actions {
      switch action {
      case .asked(let question):
        dismissAlert()
        alert = AlertViewModel(viewModel.alert(for: question), in: &viewModel.tree)
        self.question = question
      case .withdrewReview, .ended: dismissAlert()
      default: break
      }
    }
    return actions
  }

  private mutating func dismissAlert() {
    alert?.erase(from: &viewModel.tree)
    (alert, question) = (nil, nil)
  }
}

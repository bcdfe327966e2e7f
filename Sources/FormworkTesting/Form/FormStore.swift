public import FormworkCore
public import FormworkSession
public import Testing

/// A form under test, whose every step has to be accounted for: all actions, all changes, in order.
///
/// It plays the front end: it replays the changes on a picture of its own, knows the revision of the last flush, and
/// calls nodes by names: `name`, `colour/red` for an option, `7/name` for what is in the item 7 of a list,
/// `authors/add` for the button of a section. A field of a section may be called by the section, such as
/// `address/city`, and is called so in the lines where another section has a field of that name. A step at a node that was
/// never there fails the test, but at `nowhere`: that stands for one.
///
/// An action or a change is a line of text, such as `check name 1 by isFree of [name: "Ada"] within 10.0 seconds` or
/// `name.status = invalid`; a test that fails shows the lines there are, to be read and taken over. Secrets stand in
/// them, between stars: let a test have none that is worth anything.
public final class FormStore {
  /// What one step came to.
  public struct Outcome: Equatable, Sendable {
    /// What the form asks its operations to do, a line for each action.
    public let actions: [String]

    /// What a front end is told, a line for each change but for how much of a section is answered.
    public let changes: [String]
  }

  /// The form.
  public let viewModel: FormViewModel

  /// What was handed over for a draft, put together.
  public private(set) var draft = Draft()

  private let catalogue: Catalogue
  private var form: AlertedForm
  private var picture = NamedPicture()

  /// Takes a view model that was not opened yet: the first step is `.open`.
  ///
  /// - Parameters:
  ///   - viewModel: The form.
  ///   - catalogue: Has the sentences of the form, for the lines of its actions.
  public init(_ viewModel: FormViewModel, catalogue: Catalogue) {
    self.viewModel = viewModel
    self.catalogue = catalogue
    form = AlertedForm(viewModel)
  }

  /// Makes a form that has been opened and loaded, with nothing left to tell.
  ///
  /// - Parameters:
  ///   - definition: The form.
  ///   - prefilled: What stands in some fields at once, by their paths.
  ///   - counts: How many items are in lists, by their paths.
  ///   - catalogue: Has the sentences of the form.
  public convenience init(
    _ definition: FormDefinition, prefilled: [FieldID: FieldContent] = [:],
    counts: [FieldID: Int] = [:], catalogue: Catalogue = .english
  ) {
    self.init(
      FormViewModel(definition.name, catalogue: catalogue, prefilled: prefilled, counts: counts),
      catalogue: catalogue)
    step(.open)
    step(.learn(.loaded(LoadID(rawValue: 1), definition)))
  }

  /// The revision of the last flush.
  public var revision: UInt64 { viewModel.tree.revision }

  /// The node that has the name now, or had it last.
  public func node(_ name: String, _ place: SourceLocation = #_sourceLocation) -> NodeID {
    picture.node(name, place)
  }

  /// The property of a node as a front end knows it, or `none`.
  public func property(_ property: Property, of name: String) -> String {
    property.spelled(picture[name].flatMap { picture.tree[$0]?[property] })
  }

  /// Lets something happen, and demands that the form does and shows this and nothing else.
  ///
  /// It demands as well that the changes lead to the tree of the view model, and that a front end which comes now is
  /// drawn the same picture.
  ///
  /// - Parameters:
  ///   - step: What happens.
  ///   - actions: The lines of ``Outcome/actions``.
  ///   - changes: The lines of ``Outcome/changes``.
  ///   - place: Where an issue is recorded.
  public func expect(
    _ step: FormStep, does actions: [String] = [], shows changes: [String] = [],
    _ place: SourceLocation = #_sourceLocation
  ) {
    let outcome = self.step(step, place)
    demand(outcome.actions, actions, "does", place)
    demand(outcome.changes, changes, "shows", place)
    // Both laws of the tree: what was told piece by piece is what stands there, and is what a front
    // end that comes now would be told.
    var copy = viewModel.tree
    var fresh = ViewTree()
    fresh.replay(copy.snapshot())
    if picture.tree != viewModel.tree {
      Issue.record("the changes do not lead to the tree", sourceLocation: place)
    }
    if picture.tree != fresh {
      Issue.record("a picture drawn anew is another one", sourceLocation: place)
    }
  }

  /// Lets something happen, and says what the form did and showed.
  @discardableResult
  public func step(
    _ step: FormStep, _ place: SourceLocation = #_sourceLocation
  ) -> Outcome {
    picture.show(step, place)
    if case .offer(let kept, _) = step { draft = kept }
    let actions = perform(step, place).map { action in
      guard case .saveDraft(let change) = action else { return action.spelled(by: catalogue) }
      draft.apply(change)
      return "draft \(draft.spelled)"
    }
    guard viewModel.tree.hasChanges else { return Outcome(actions: actions, changes: []) }
    let changes = viewModel.tree.takeChanges().compactMap { picture.take($0) }
    return Outcome(actions: actions, changes: changes)
  }

  package func perform(
    _ step: FormStep, _ place: SourceLocation = #_sourceLocation
  ) -> [FormAction] {
    if let event = picture.event(of: step, revision: revision, place) { return form.handle(event) }
    switch step {
    case .open: return form.note(viewModel.open())
    case .decline: return form.press(.decline)
    case .press(let button): return form.press(button)
    case .leaveUnasked: return form.note(viewModel.leaveUnasked())
    case .learn(let event): return form.note(viewModel.handle(event))
    case .offer(let draft, let time): return form.note(viewModel.offer(draft, keptAt: time))
    case .set(let field, let content): return form.note(viewModel.set(content, at: field))
    case .edit, .commit, .choose, .activate, .go, .goOn, .goBack, .garble, .leave, .reset, .reload:
      return []
    }
  }

  private func demand(
    _ lines: [String], _ expected: [String], _ what: String, _ place: SourceLocation
  ) {
    guard lines != expected else { return }
    let difference = lines.difference(from: expected).map { change in
      switch change {
      case .remove(_, let line, _): "missing:    \(line)"
      case .insert(_, let line, _): "unexpected: \(line)"
      }
    }
    let all = lines.map { "            \($0)" }
    let report = ["the form \(what) something else:"] + difference + ["all of it:"] + all
    Issue.record(
      Comment(rawValue: report.joined(separator: "\n")), sourceLocation: place)
  }
}

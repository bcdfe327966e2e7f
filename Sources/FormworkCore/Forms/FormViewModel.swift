/// The view model of a form: the machines of the form and of its parts, and the tree that shows
/// what they know.
///
/// It is told what the person did and what the operations found out; it answers with actions and
/// changes of its ``tree``. It does no I/O, knows no clock and holds no sentence. An event touches
/// only the parts that it reaches, so that the work of an edit does not grow with the form.
///
/// Not thread-safe: its owner confines it to one thread.
public final class FormViewModel {
  /// What a front end is told.
  public var tree = ViewTree()

  /// Whether what was entered is handed over for a draft after each commit, and where the form is left.
  ///
  /// Otherwise that is done only where a person confirms to leave.
  public var journalsDrafts: Bool { drafts.isOn }

  /// The form's definition, once it is loaded.
  public private(set) var definition: FormDefinition?

  /// Where the form is.
  public var state: FormMachine.State { machine.state }

  /// The parts of the form, once it is loaded.
  var parts: PartTree?

  var machine = FormMachine()
  let drawing: FormDrawing
  var actions: [FormAction] = []

  /// What is to be handed over for a draft.
  var drafts: DraftTracker

  /// What the screen's own properties were made from.
  private var drawn: (state: FormMachine.State, pending: Int)?

  private let name: String
  private let title: Message?

  /// Makes the view model of a form that is yet to be loaded.
  ///
  /// - Parameters:
  ///   - name: The stable name of the screen.
  ///   - title: What the screen is called until the definition says it.
  ///   - catalogue: Has the sentences that a person reads.
  ///   - prefilled: What is to stand in some fields at once, from a draft or from a file, by their paths of
  ///     names and places, such as `username` or `contacts/0/address`, or `payment?` for which of some
  ///     alternatives. It is judged like anything that was
  ///     entered. Content that a field cannot hold is left out.
  ///   - counts: How many items are in lists, by their paths.
  public init(
    _ name: String, title: Message? = nil, catalogue: Catalogue,
    prefilled: [FieldID: FieldContent] = [:], counts: [FieldID: Int] = [:]
  ) {
    self.name = name
    self.title = title
    var began = Draft(counts: counts)
    began.contents = prefilled
    drafts = DraftTracker(prefilled: began)
    drawing = FormDrawing(catalogue)
  }

  /// Puts the form on the screen and asks for its definition.
  public func open() -> [FormAction] {
    guard drawing.drawScreen(name, title: title, in: &tree) else { return [] }
    tell(.opened)
    return settled()
  }

  /// Takes in what an operation found out.
  ///
  /// What comes too late changes nothing.
  public func handle(_ event: FormOperationEvent) -> [FormAction] {
    switch event {
    case .loaded(let id, let loaded):
      tell(.loaded(id, isReviewed: loaded.isReviewed), loaded: loaded)
    case .loadFailed(let id, let reason):
      tell(.loadFailed(id, reason))
    case .pauseElapsed(let field, let id):
      apply(.pauseElapsed(id), toFieldAt: field)
    case .checkPassed(let field, let id):
      apply(.checkPassed(id), toFieldAt: field)
    case .checkRefused(let field, let id, let violation):
      apply(.checkRefused(id, violation), toFieldAt: field)
    case .checkFailed(let field, let id, let reason):
      apply(.checkFailed(id, reason), toFieldAt: field)
    case .submissionAccepted(let id):
      tell(.accepted(id))
    case .submissionRefused(let id, let refusals):
      tell(.refused(id, refusals))
    case .submissionFailed(let id, let reason):
      tell(.failed(id, reason))
    }
    tell(.checksSettled(parts?.root.tally.readiness ?? .ready))
    return settled()
  }

  /// Does what a button does, in the person's place.
  public func press(_ button: FormButton) -> [FormAction] {
    act(on: button)
    return settled()
  }

  /// Takes in the answer to a question: the name of a button of the alert.
  public func answer(_ name: String) -> [FormAction] {
    if let button = FormButton(rawValue: name) {
      act(on: button)
    } else if let field = ReviewLine.path(ofButton: name) {
      tell(.reviewLeft(to: field))
    }
    return settled()
  }

  /// Leaves without asking, because the person cannot answer any more; what was entered goes into a
  /// draft.
  ///
  /// A submission that the store is deciding about stays as it is.
  public func leaveUnasked() -> [FormAction] {
    tell(.leftUnasked(isChanged: isChanged))
    return settled()
  }

  /// Whether something was entered that leaving would lose.
  public var isChanged: Bool { (parts?.root.tally.changed ?? 0) > 0 }

  // MARK: What is known

  /// The machine's state of a field, by its path; `nil` where there is no such field.
  ///
  /// An item is named by its number, which begins with 1, and not by its place.
  public func state(of field: FieldID) -> FieldMachine.State? {
    parts?.field(at: field)?.machine.state
  }

  /// What stands in a field, by its path; `nil` where there is no such field.
  ///
  /// An item is named by its number, which begins with 1, and not by its place.
  public func content(of field: FieldID) -> FieldContent? { parts?.field(at: field)?.content }

  /// What stands against a submission: of each part in order, by the path that its answer has in a document,
  /// with an item's place from 0, what is wrong with it.
  public var objections: [(field: FieldID, messages: [Message])] {
    parts?.root.objectors.map { ($0.pathOfAnswer, $0.objections) } ?? []
  }

  /// The texts that may be offered again another time, of the fields that are part of the form.
  public var rememberedTexts: [(field: FieldID, text: String)] {
    (parts?.fields ?? []).compactMap { field in
      guard let name = field.rememberedName, field.isActive, case .text(let text) = field.content,
        !text.isEmpty
      else { return nil }
      return (name, text)
    }
  }

  /// By which name the texts are known that may be offered again at a node; `nil` where none may be.
  public func rememberedField(at node: NodeID) -> FieldID? {
    drawing.field(at: node)?.rememberedName
  }

  /// A question as it is put to the person.
  public func alert(for question: FormQuestion) -> Alert {
    drawing.alert(for: question, review: question == .review ? parts?.root.review ?? [] : [])
  }

  // MARK: Beginning

  /// Shows the form that has come, with what was entered, or is to stand there at once.
  ///
  /// What goes into no draft, such as a consent, was said of the form that was there before.
  func begin(_ definition: FormDefinition) {
    let former = parts
    var entered = drafts.prefilled
    // A secret that is cleared is kept nowhere else.
    drafts.prefilled.contents = drafts.prefilled.contents.filter {
      if case .secret = $0.value { false } else { true }
    }
    if let former {
      var collector = DraftCollector(leavesOut: \.specification.isLeftOutOfDrafts)
      former.root.collectMembers(&collector, "")
      entered = collector.entered
      // Checks of what was there before are ended.
      former.root.isHidden = true
      tellPresence(of: former.root)
      drawing.eraseForm(in: &tree)
    }
    self.definition = definition
    let parts = PartTree(definition, after: former)
    self.parts = parts
    drafts.forget()
    if former != nil || entered != Draft() { drafts.note(parts.root) }
    let restored = restore(entered, in: parts.root)
    if let former {
      for field in parts.fields {
        if let old = former.field(at: field.path) {
          field.machine = FieldMachine(after: old.machine)
        }
      }
    }
    _ = Dependencies.decide(after: [], with: [parts.root])
    tellPresence(of: parts.root)
    drawing.draw(definition, parts.root, in: &tree)
    judge(restored)
    tree.setFocus(place(after: nil))
    // The draft that was kept is one of the form that was there before.
    if former != nil { journal() }
  }

  /// Shows where the form is, if that has changed, and hands over what is to be done.
  func settled() -> [FormAction] {
    let pending = parts?.root.tally.pending ?? 0
    if drawn.map({ $0 != (machine.state, pending) }) ?? true {
      let before = drawn?.state
      drawn = (machine.state, pending)
      let (status, explanation) = toldOfScreen
      drawing.drawStatus(status, explanation, in: &tree)
      if before != machine.state {
        if case .loadFailed = machine.state { drawing.draw([.retry, .cancel], in: &tree) }
        if case .loading = machine.state { drawing.draw([], in: &tree) }
      }
    }
    defer { actions = [] }
    return actions
  }

  private var toldOfScreen: (NodeStatus, Message?) {
    switch machine.state {
    case .loading, .reloading: (.loading, "loading")
    case .loadFailed(let reason): (.failed, .loadFailed(reason))
    case .awaitingChecks:
      (
        .waiting,
        .awaitingChecks(
          (parts?.fields ?? []).filter { $0.machine.state.tally.pending > 0 }.map(
            \.specification.label))
      )
    case .submitting: (.submitting, "submitting")
    case .submitted: (.done, nil)
    case .blank, .offeringDraft, .editing, .reviewing, .confirmingLeave, .cancelled, .declined:
      (.nothing, nil)
    }
  }
}

extension Part {
  /// The parts below, and this one, against which something stands, in order.
  fileprivate final var objectors: [Part] {
    guard let section = self as? SectionPart else { return objections.isEmpty ? [] : [self] }
    // What has no fault is not looked through.
    guard section.tally.broken > 0 else { return [] }
    let own: [Part] = section.machine.violations.isEmpty ? [] : [section]
    return own + ([section.control].compactMap(\.self) + section.children).flatMap(\.objectors)
  }

  /// What is wrong with it.
  fileprivate final var objections: [Message] {
    if let section = self as? SectionPart {
      return section.machine.violations.map { $0.message(of: shape.name) }
    }
    guard let field = self as? FieldPart else { return [] }
    return switch field.machine.state {
    case .incomplete(let violations), .invalid(let violations):
      violations.map { $0.message(of: shape.name) }
    case .refused(let violation): [violation.message(of: shape.name)]
    case .untouched, .debouncing, .checking, .unverified, .valid, .excluded: []
    }
  }
}

extension SectionPart {
  /// The node of the first field or section against which something stands.
  var firstObjection: NodeID? {
    objectors.lazy.compactMap { part in
      guard let section = part as? SectionPart else { return part.node }
      return section.firstFieldNode ?? section.control?.node ?? section.stopButton
    }.first
  }
}

extension FieldPart {
  /// The name by which the texts that were entered are known another time, if they may be offered again.
  fileprivate var rememberedName: FieldID? {
    // Items of one list have one history.
    specification.isRemembered ? pathOfNames : nil
  }
}

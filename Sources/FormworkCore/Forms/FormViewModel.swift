/// The view model of a form: the machines of the form and of its fields, and the tree that shows
/// what they know.
///
/// It is told what the person did and what the operations found out; it answers with actions and
/// changes of its ``tree``. It does no I/O, knows no clock and holds no sentence. An event touches
/// only the fields that it reaches, so that the work of an edit does not grow with the form.
///
/// Not thread-safe: its owner confines it to one thread.
public final class FormViewModel {
  /// What a front end is told.
  public var tree = ViewTree()

  /// Whether what was entered is handed over for a draft after each commit, and on every way out.
  ///
  /// Otherwise that is done only where a person confirms to leave.
  public var journalsDrafts = false

  /// The form's definition, once it is loaded.
  public internal(set) var definition: FormDefinition?

  /// Where the form is.
  public var state: FormMachine.State { machine.state }

  var machine = FormMachine()
  var fields: [FieldRecord] = []
  var indexes: [NodeID: Int] = [:]
  var layout = Layout()
  var actions: [FormAction] = []

  /// The draft that the person is asked about, and when it was kept.
  var offer: (draft: Draft, time: String)?

  /// What was handed over last for a draft.
  var lastDraft = Draft()

  /// Of how many fields the machine is in a state that bars a submission, or that it waits for.
  var tally = Tally()

  let catalogue: Catalogue
  private let name: String
  private let title: Message?
  private let prefilled: [FieldID: FieldContent]

  /// Makes the view model of a form that is yet to be loaded.
  ///
  /// - Parameters:
  ///   - name: The stable name of the screen.
  ///   - title: What the screen is called until the definition says it.
  ///   - catalogue: Has the sentences that a person reads.
  ///   - prefilled: What is to stand in some fields at once, from a draft or from a file. It is
  ///     judged like anything that was entered. Content that a field cannot hold is left out.
  public init(
    _ name: String, title: Message? = nil, catalogue: Catalogue,
    prefilled: [FieldID: FieldContent] = [:]
  ) {
    self.name = name
    self.title = title
    self.catalogue = catalogue
    self.prefilled = prefilled
  }

  /// Puts the form on the screen and asks for its definition.
  public func open() -> [FormAction] {
    guard layout.screen == nil else { return [] }
    let screen = tree.insert(.screen, name: name)
    layout.screen = screen
    tree.set(screen, .label, title.map { .text(catalogue.text(for: $0)) })
    tell(.opened)
    drawScreen()
    return takeActions()
  }

  /// Takes in what the person did.
  public func handle(_ event: UserEvent) -> [FormAction] {
    switch event {
    case .edited(let node, let content, let cursor, let revision):
      edit(node, content, cursor: cursor, revision: revision)
    case .committed(let node, let content, let revision):
      commit(node, content, revision: revision)
    case .chosen(let node, let isOn):
      choose(node, isOn: isOn)
    case .activated(let node, let revision):
      activate(node, revision: revision)
    case .went(let destination):
      go(to: destination)
    case .garbled(let node):
      restate(node)
    case .leaveRequested:
      leave()
    case .reloadRequested:
      tell(.retryRequested)
    }
    drawScreen()
    return takeActions()
  }

  /// Takes in what an operation found out.
  ///
  /// What comes too late changes nothing.
  public func handle(_ event: FormOperationEvent) -> [FormAction] {
    switch event {
    case .loaded(let id, let loaded):
      let wasLoading = machine.state == .loading(id)
      tell(.loaded(id))
      if wasLoading { begin(loaded) }
    case .loadFailed(let id, let reason):
      tell(.loadFailed(id, reason))
    case .pauseElapsed(let field, let id):
      apply(.pauseElapsed(id), to: field)
    case .checkPassed(let field, let id):
      apply(.checkPassed(id), to: field)
    case .checkRefused(let field, let id, let violation):
      apply(.checkRefused(id, violation), to: field)
    case .checkFailed(let field, let id, let reason):
      apply(.checkFailed(id, reason), to: field)
    case .submissionAccepted(let id):
      tell(.accepted(id))
    case .submissionRefused(let id, let refusals):
      if machine.apply(.refused(id)) == .showRefusals { show(refusals) }
    case .submissionFailed(let id, let reason):
      tell(.failed(id, reason))
    }
    settleChecks()
    drawScreen()
    return takeActions()
  }

  /// The person does not want to answer.
  public func decline() -> [FormAction] {
    tell(.declined)
    drawScreen()
    return takeActions()
  }

  /// Does what a button does, in the person's place.
  public func press(_ button: FormButton) -> [FormAction] {
    act(on: button)
    drawScreen()
    return takeActions()
  }

  /// Leaves without asking, because the person cannot answer any more; what was entered goes into a
  /// draft.
  ///
  /// A submission that the store is deciding about stays as it is.
  public func leaveUnasked() -> [FormAction] {
    // The first wish only withdraws a submission that waits for checks.
    if machine.state == .awaitingChecks { tell(.leaveRequested(isChanged: false)) }
    if machine.state != .confirmingLeave {
      tell(.leaveRequested(isChanged: tally.changed > 0))
      actions.removeAll { $0 == .asked(leaveQuestion) }
    }
    tell(.leaveConfirmed)
    drawScreen()
    return takeActions()
  }

  /// Empties a secret that was not typed to its end, wherever the person is.
  public func emptySecret(_ node: NodeID) -> [FormAction] {
    guard let index = indexes[node], case .secret = fields[index].content else { return [] }
    replaceContent(at: index, with: .secret(.empty))
    drawContent(of: index)
    drawScreen()
    return takeActions()
  }

  /// Whether something was entered that leaving would lose.
  public var isChanged: Bool { tally.changed > 0 }

  /// The machine's state of a field; `nil` where there is no such field.
  public func state(of field: FieldID) -> FieldMachine.State? {
    index(of: field).map { fields[$0].machine.state }
  }

  /// What stands in a field; `nil` where there is no such field.
  public func content(of field: FieldID) -> FieldContent? {
    index(of: field).map { fields[$0].content }
  }

  /// What stands against a submission: of each field in order, what is wrong with it.
  public var objections: [(field: FieldID, messages: [Message])] {
    fields.compactMap { record in
      let messages: [Message] =
        switch record.machine.state {
        case .incomplete(let violations), .invalid(let violations):
          violations.map { $0.message(of: record.id) }
        case .refused(let violation): [violation.message(of: record.id)]
        case .untouched, .debouncing, .checking, .unverified, .valid, .excluded: []
        }
      return messages.isEmpty ? nil : (record.id, messages)
    }
  }

  /// The texts that may be offered again another time, of the fields that are part of the form.
  public var rememberedTexts: [(field: FieldID, text: String)] {
    fields.compactMap { record in
      guard record.specification.isRemembered, record.machine.state != .excluded,
        case .text(let text) = record.content, !text.isEmpty
      else { return nil }
      return (record.id, text)
    }
  }

  /// Whether what was entered into a field may be offered again.
  public func isRemembered(_ field: FieldID) -> Bool {
    index(of: field).map { fields[$0].specification.isRemembered } ?? false
  }

  func index(of field: FieldID) -> Int? { definition?.graph.indexes[field] }

  private func begin(_ definition: FormDefinition) {
    self.definition = definition
    fields = definition.fields.indices.map { FieldRecord($0, of: definition) }
    for (id, content) in prefilled {
      guard let index = index(of: id), fields[index].specification.kind.accepts(content) else {
        continue
      }
      fields[index].enter(content)
    }
    beginConditions()
    drawForm(definition)
    for index in fields.indices where fields[index].isEdited {
      apply(.restored(verdict(of: index)), at: index)
    }
    tree.setFocus(place(after: nil))
  }

  func takeActions() -> [FormAction] {
    defer { actions = [] }
    return actions
  }
}

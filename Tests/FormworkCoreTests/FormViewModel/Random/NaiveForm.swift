@testable import FormworkCore
import FormworkTesting

/// A form that keeps facts alone, and computes everything else whenever it is needed.
///
/// Written from the design's pages around the machines of the product, which have tables of their own.
/// Parts are known by paths of names, items by numbers: `authors/3/name`.
struct NaiveForm {
  /// A field and its history.
  struct Entry {
    let specification: FieldSpecification
    var content: FieldContent
    var isEdited = false
    var machine = FieldMachine()

    /// Whether the last message about the field is a refusal by the store.
    var isRefusedByStore = false
    var cursor: Int?

    /// The flush in which the host set the content.
    var setAt: UInt64 = 0

    init(_ specification: FieldSpecification) {
      self.specification = specification
      content = specification.initial
    }

    /// Whether the content is typed, not chosen.
    var isTyped: Bool {
      switch specification.kind {
      case .text, .textArea, .secret, .wholeNumber, .decimal, .dateTime, .webAddress, .raw: true
      case .toggle, .choice, .choices: false
      }
    }

    var isChanged: Bool { content != specification.initial }
  }

  /// A section or an item and its history.
  struct Facts {
    var machine: SectionMachine

    /// The numbers of the list's items in order, after they were created.
    var items: [Int]?

    /// The item of the list that was removed last, and its position.
    var removed: (entered: Draft, place: Int)?

    /// Whether the user has opened the section.
    var isOpened = false
  }

  /// A place for the focus, or the subject of a message.
  enum Place: Hashable {
    case field(String)
    case option(String, Int)
    case sectionButton(String, SectionButton.Kind)
    case button(FormButton)

    /// The line of a review that leads back to a field.
    case line(String)
  }

  let prefilled: Draft
  var definition: FormDefinition?
  var form = FormMachine()
  var entries: [String: Entry] = [:]
  var facts: [String: Facts] = [:]
  var lastItem = 0

  /// The last id of a check in the previous form.
  var lastCheck: UInt64 = 0
  var focus: Place?
  var focusBeforeQuestion: Place?
  var notices: [Message] = []

  /// The number of flushes, and those in which the form's buttons and the last question appeared.
  var flushes: UInt64 = 0
  var buttonsCameAt: UInt64 = 0
  var questionCameAt: UInt64 = 0
  var sectionButtonsCameAt: [Place: UInt64] = [:]

  var actions: [FormAction] = []

  /// All questions to operations and their answers, in order.
  var log: [Note] = []

  init(prefilled: Draft) { self.prefilled = prefilled }

  mutating func takeActions() -> [FormAction] {
    defer { actions = [] }
    log += actions.map { .asked($0) }
    return actions
  }

  // MARK: Derived values

  var isEditable: Bool { form.state == .editing || form.state == .awaitingChecks }

  func verdict(_ path: String, _ outline: Outline) -> ValidationResult {
    guard let entry = entries[path], let part = outline.fields[path] else { return .holds }
    let specification = entry.specification
    let reads = specification.rules.flatMap(\.reads) + (specification.check?.reads ?? [])
    func isReady(_ reads: [FieldID]) -> Bool { reads.allSatisfy { !outline.lacks($0, part) } }
    let rules = specification.rules.filter { rule in
      if case .custom(let reads, _) = rule { isReady(reads) } else { true }
    }
    let violations = entry.violations(
      by: rules, in: definition?.mode ?? .html, answers: outline.answers(to: reads, of: part))
    if !violations.isEmpty { return .broken(violations.reduce(into: []) { $0.append($1) }) }
    guard let check = specification.check, !entry.content.isEmpty else { return .holds }
    return isReady(check.reads) ? .needsCheck : .holds
  }

  var readiness: SubmissionReadiness {
    let states = entries.values.map(\.machine.state)
    if states.contains(where: \.isInvalid) { return .blocked }
    if facts.values.contains(where: { !$0.machine.violations.isEmpty }) { return .blocked }
    return states.contains(where: \.isPending) ? .pending : .ready
  }

  private var isChanged: Bool {
    entries.values.contains { $0.isChanged } || hasOtherItems
  }

  var buttons: [FormButton] {
    switch form.state {
    case .blank, .loading: []
    case .loadFailed: [.retry, .cancel]
    case .confirmingLeave: [.stay, .leave]
    case .offeringDraft: [.resume, .startOver]
    case .reviewing: [.acceptReview, .continueEditing]
    case .editing, .reloading, .awaitingChecks, .submitting, .submitted: [.submit, .cancel]
    // The buttons stay after the end.
    case .cancelled, .declined:
      definition != nil
        ? [.submit, .cancel] : hasFailed ? [.retry, .cancel] : []
    }
  }

  /// Whether loading had failed when the user left the form.
  var hasFailed = false

  /// All places for the focus, in order.
  var places: [Place] {
    let own = question == nil ? outline.shown.compactMap(\.place) : []
    return own + buttons.map { .button($0) } + review.map { .line($0.path) }
  }

  /// The places at which Enter stops.
  var stops: [Place] {
    places.filter {
      if case .sectionButton(_, let kind) = $0 { kind == .add || kind == .open } else { true }
    }
  }

  // MARK: Events of the user

  mutating func open() {
    send(.opened)
  }

  /// An act of the user, who has seen a revision.
  enum UserAct {
    case input(UserInput, revision: UInt64)

    /// The front end sends an invalid text.
    case garble(NodeID)
  }

  mutating func handle(_ act: UserAct, place: (NodeID) -> Place?) {
    switch act {
    case .input(let input, let revision): handle(input, revision, place: place)
    case .garble(let node): if case .field(let path) = place(node) { restate(path) }
    }
  }

  private mutating func handle(
    _ input: UserInput, _ revision: UInt64, place: (NodeID) -> Place?
  ) {
    switch input {
    case .edit(let node, let content, let cursor):
      if case .field(let path) = place(node) { edit(path, content, cursor, revision) }
    case .commit(let node, let content):
      if case .field(let path) = place(node) { commit(path, content, revision) }
    case .choose(let node, let isOn):
      choose(place(node), isOn)
    case .activate(let node):
      switch place(node) {
      case .button(let button)?:
        let cameAt = question == nil ? buttonsCameAt : questionCameAt
        if buttons.contains(button), revision >= cameAt { press(button, revision) }
      case .sectionButton(let path, let kind)?:
        press(path, kind, revision)
      case .line(let path)?:
        if revision >= questionCameAt { send(.reviewLeft(to: FieldID(rawValue: path))) }
      case .field, .option, nil: break
      }
    case .go(.node(let node)):
      if let place = place(node), places.contains(place) { go(to: place) }
    case .go(.next):
      let all = places
      let index = focus.flatMap { all.firstIndex(of: $0) } ?? -1
      if let next = all.dropFirst(index + 1).first(where: stops.contains) { go(to: next) }
    case .go(.previous):
      let all = places
      let index = focus.flatMap { all.firstIndex(of: $0) } ?? 0
      if let previous = all.prefix(index).last(where: stops.contains) { go(to: previous) }
    case .reset(let node):
      if case .field(let path) = place(node) { reset(path) }
    case .go(.nextSection): goBehindSection()
    case .go(.previousSection): goBeforeSection()
    case .back(let insists):
      leave(revision, insists)
    case .reload:
      send(.reloadRequested)
    default: break
    }
  }

  private mutating func edit(
    _ path: String, _ content: FieldContent, _ cursor: Int, _ revision: UInt64
  ) {
    guard let entry = entries[path] else { return }
    guard isEditable, question == nil, revision >= entry.setAt,
      entry.specification.kind.accepts(content), entry.isTyped
    else { return restate(path) }
    entries[path]?.cursor = content.cursorShown(
      max(0, min(cursor, content.cursorAtEnd)),
      allowingLines: entry.specification.nodeKind == .textArea)
    if content != entry.content { enter(path, content) }
    leaveWhatIsHidden()
  }

  private mutating func commit(_ path: String, _ content: FieldContent?, _ revision: UInt64) {
    guard isEditable, question == nil, let entry = entries[path] else { return restate(path) }
    if let content {
      edit(path, content, content.cursorAtEnd, revision)
      if entries[path]?.content != content { return }
      answerAgain(path)
    } else if entry.isTyped, revision < entry.setAt {
      return restate(path)
    }
    notices = []
    send(path, .committed(verdict(path, outline)))
  }

  private mutating func reset(_ path: String) {
    guard let entry = entries[path], question == nil else { return }
    restate(path)
    guard isEditable, focus == .field(path) else { return }
    let isInList = path.split(separator: "/").contains { Int($0) != nil }
    let given = isInList ? nil : prefilled.withoutSecrets.contents[FieldID(rawValue: path)]
    let first =
      given.flatMap { entry.specification.kind.accepts($0) ? $0 : nil }
      ?? entry.specification.initial
    if entry.content == first, form.state == .awaitingChecks { return }
    notices = []
    if entry.content != first { enter(path, first) }
    entries[path]?.isEdited = false
    send(path, .reset)
    if path.hasSuffix("?") { _ = facts[String(path.dropLast())]?.machine.apply(.edited) }
    entries[path]?.cursor = nil
  }

  /// After a refusal by the store, committing the same answer again counts as an edit.
  private mutating func answerAgain(_ path: String) {
    guard entries[path]?.isRefusedByStore == true else { return }
    notices = []
    send(path, .edited(verdict(path, outline)))
  }

  mutating func restate(_ path: String) { entries[path]?.setAt = flushes + 1 }

  private mutating func choose(_ place: Place?, _ isOn: Bool) {
    guard isEditable else { return }
    let path: String
    let content: FieldContent
    switch place {
    case .field(let field):
      guard case .toggle = entries[field]?.content else { return }
      (path, content) = (field, .toggle(isOn))
    case .option(let field, let option):
      guard let entry = entries[field] else { return }
      let all = entry.specification.kind.options.map(\.value)
      path = field
      switch entry.content {
      case .choice(let old): content = .choice(isOn ? all[option] : old == all[option] ? nil : old)
      case .choices(let old):
        content = .choices(all.filter { $0 == all[option] ? isOn : old.contains($0) })
      case .text, .secret, .toggle: return
      }
    case .button, .sectionButton, .line, nil: return
    }
    go(to: .field(path))
    if content == entries[path]?.content { return answerAgain(path) }
    enter(path, content)
    restate(path)
  }

  mutating func press(_ button: FormButton, _ revision: UInt64) {
    switch button {
    case .submit: submit()
    case .cancel: leave(revision, true)
    case .retry: send(.retryRequested)
    case .leave: send(.leaveConfirmed)
    case .stay: send(.leaveWithdrawn)
    case .resume: send(.draft(.accepted))
    case .startOver: send(.draft(.refused))
    case .decline: send(.declined)
    case .acceptReview: send(.reviewAccepted)
    case .continueEditing: send(.reviewLeft(to: nil))
    }
  }

  private mutating func submit() {
    guard form.state == .editing else { return }
    notices = []
    let outline = outline
    for part in outline.shown {
      if case .field = part.content {
        send(part.path, .submitPressed(verdict(part.path, outline)))
      }
    }
    for part in outline.parts where part.isSection && outline.isShown(part) {
      _ = facts[part.path]?.machine.apply(.submitPressed(outline.violations(of: part)))
    }
    send(.validated(readiness))
  }

  private mutating func leave(_ revision: UInt64, _ insists: Bool) {
    if question != nil, revision < questionCameAt { return }
    if !insists {
      // The safe answer of an alert.
      switch form.state {
      case .confirmingLeave: return press(.stay, revision)
      case .offeringDraft: return press(.resume, revision)
      case .reviewing: return press(.continueEditing, revision)
      default: break
      }
    }
    notices = []
    send(.leaveRequested(isChanged: isChanged))
  }

  mutating func leaveUnasked() {
    send(.leftUnasked(isChanged: isChanged))
  }

  mutating func interrupt() { send(.interrupted(isChanged: isChanged)) }

  mutating func decline() { send(.declined) }

  /// Moves the focus, and validates the field and each section that it leaves.
  mutating func go(to place: Place) {
    if place == focus { return }
    let outline = outline
    if case .field(let left) = focus { send(left, .left(verdict(left, outline))) }
    let around = Set(outline.sections(around: place))
    if let focus {
      for path in outline.sections(around: focus) where !around.contains(path) {
        if let section = outline.parts.first(where: { $0.path == path && $0.isSection }) {
          _ = facts[path]?.machine.apply(.left(outline.violations(of: section)))
        }
      }
    }
    self.focus = place
  }
}

extension FieldMachine.State {
  var isInvalid: Bool {
    switch self {
    case .incomplete, .invalid, .refused: true
    default: false
    }
  }

  var isPending: Bool {
    switch self {
    case .debouncing, .checking: true
    default: false
    }
  }
}

extension FieldContent {
  /// The position of the cursor at the end: in bytes, or code points of a secret.
  var cursorAtEnd: Int {
    switch self {
    case .text(let text): text.utf8.count
    case .secret(let secret): secret.codePointCount
    case .toggle, .choice, .choices: 0
    }
  }
}

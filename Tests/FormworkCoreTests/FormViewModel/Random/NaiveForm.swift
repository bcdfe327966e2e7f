@testable import FormworkCore

/// A form that keeps facts alone and works everything else out anew whenever it is asked: which
/// fields are hidden, what their rules say, what a picture of it looks like.
///
/// Written from the design's pages, in sentences; its fields and its form follow ``FieldReference``
/// and ``FormReference``.
struct NaiveForm {
  /// A field, and what was done to it.
  struct Entry {
    let specification: FieldSpecification
    var content: FieldContent
    var isEdited = false
    var isShown = false
    var machine = FieldReference()
    var cursor: Int?

    /// The flush with which the host itself set the content.
    var setAt: UInt64 = 0

    var id: FieldID { specification.id }

    /// Whether the content is typed, and not chosen.
    var isTyped: Bool {
      switch specification.kind {
      case .text, .textArea, .secret, .wholeNumber, .decimal, .dateTime, .webAddress: true
      case .toggle, .choice, .choices: false
      }
    }
  }

  /// Where a person can be, or what a message is about.
  enum Place: Equatable {
    case field(Int)
    case option(Int, Int)
    case button(FormButton)
  }

  let prefilled: [FieldID: FieldContent]
  var definition: FormDefinition?
  var form = FormReference()
  var entries: [Entry] = []
  var focus: Place?
  var focusBeforeQuestion: Place?
  var notices: [Message] = []

  /// How many flushes there were, and with which the buttons that are at hand came.
  var flushes: UInt64 = 0
  var buttonsCameAt: UInt64 = 0

  var actions: [FormAction] = []

  /// All that was asked of operations, and what they answered, in order.
  var log: [Note] = []

  init(prefilled: [FieldID: FieldContent]) { self.prefilled = prefilled }

  mutating func takeActions() -> [FormAction] {
    defer { actions = [] }
    log += actions.map { .asked($0) }
    return actions
  }

  // MARK: What follows from the facts

  var isEditable: Bool { form.state == .editing || form.state == .awaitingChecks }

  /// The fields that conditions hide.
  ///
  /// Each round is right for chains that are longer by one.
  var hidden: Set<Int> {
    var hidden: Set<Int> = []
    for _ in 0...entries.count {
      let answers = answers(hiding: hidden)
      hidden = Set(
        entries.indices.filter { entries[$0].specification.condition?.holds(answers) == false })
    }
    return hidden
  }

  private func answers(hiding hidden: Set<Int>) -> Answers {
    var values: [FieldID: Value] = [:]
    for (index, entry) in entries.enumerated() where !hidden.contains(index) {
      // What makes no sense has none.
      guard let value = try? entry.specification.kind.value(of: entry.content) else { continue }
      values[entry.id] = value
    }
    return Answers(values)
  }

  func answers(of ids: [FieldID]) -> Answers {
    let all = answers(hiding: hidden)
    var some: [FieldID: Value] = [:]
    for id in ids { some[id] = all.value(of: id) }
    return Answers(some)
  }

  func verdict(_ index: Int) -> Verdict {
    let entry = entries[index]
    let violations = entry.specification.violations(
      of: entry.content, isEdited: entry.isEdited, mode: definition?.mode ?? .html,
      answers: answers(hiding: hidden))
    if !violations.isEmpty { return .broken(violations) }
    return entry.specification.check == nil || entry.content.isEmpty ? .holds : .needsCheck
  }

  var readiness: Readiness {
    let states = entries.map(\.machine.state)
    if states.contains(where: \.isObjection) { return .barred }
    return states.contains(where: \.isPending) ? .pending : .ready
  }

  private var isChanged: Bool { entries.contains { $0.content != $0.specification.initial } }

  var buttons: [FormButton] {
    switch form.state {
    case .blank, .loading: []
    case .loadFailed: [.retry, .cancel]
    case .confirmingLeave: [.stay, .leave]
    case .offeringDraft: [.resume, .startAnew]
    case .reviewing: [.handIn, .goOn]
    case .editing, .awaitingChecks, .submitting, .submitted: [.submit, .cancel]
    // Whatever was there when it ended stays.
    case .cancelled, .declined:
      definition != nil
        ? [.submit, .cancel] : form.loads > 0 && hasFailed ? [.retry, .cancel] : []
    }
  }

  /// Whether loading had failed when the form was left.
  var hasFailed = false

  /// All places that a person can go to, in order.
  var places: [Place] {
    let fields =
      form.state == .confirmingLeave ? [] : entries.indices.filter { entries[$0].isShown }
    return fields.map { .field($0) } + buttons.map { .button($0) }
  }

  // MARK: What the person does

  mutating func open() {
    tell(.opened)
  }

  mutating func handle(_ event: UserEvent, place: (NodeID) -> Place?) {
    switch event {
    case .edited(let node, let content, let cursor, let revision):
      if case .field(let index) = place(node) { edit(index, content, cursor, revision) }
    case .committed(let node, let content, let revision):
      if case .field(let index) = place(node) { commit(index, content, revision) }
    case .chosen(let node, let isOn):
      choose(place(node), isOn)
    case .activated(let node, let revision):
      guard case .button(let button) = place(node), buttons.contains(button) else { return }
      if revision >= buttonsCameAt { press(button, revision) }
    case .went(.node(let node)):
      if let place = place(node), places.contains(place) { go(to: place) }
    case .went(.next):
      let index = focus.flatMap { places.firstIndex(of: $0) } ?? -1
      if index + 1 < places.count { go(to: places[index + 1]) }
    case .went(.previous):
      let index = focus.flatMap { places.firstIndex(of: $0) } ?? 0
      if index > 0 { go(to: places[index - 1]) }
    case .garbled(let node):
      if case .field(let index) = place(node) { restate(index) }
    case .leaveRequested(let revision):
      leave(revision)
    case .reloadRequested:
      tell(.reloadRequested)
    }
  }

  private mutating func edit(
    _ index: Int, _ content: FieldContent, _ cursor: Int, _ revision: UInt64
  ) {
    guard isEditable, focus == .field(index), revision >= entries[index].setAt,
      entries[index].specification.kind.accepts(content), entries[index].isTyped
    else { return restate(index) }
    entries[index].cursor = max(0, min(cursor, content.cursorAtEnd))
    if content != entries[index].content { change(index, content) }
  }

  private mutating func commit(_ index: Int, _ content: FieldContent?, _ revision: UInt64) {
    guard isEditable, focus == .field(index) else {
      if content != nil { restate(index) }
      return
    }
    if let content {
      edit(index, content, content.cursorAtEnd, revision)
      if entries[index].content != content { return }
    }
    notices = []
    tell(index, .committed(verdict(index)))
  }

  mutating func restate(_ index: Int) { entries[index].setAt = flushes + 1 }

  private mutating func choose(_ place: Place?, _ isOn: Bool) {
    guard isEditable else { return }
    let index: Int
    let content: FieldContent
    switch place {
    case .field(let field):
      guard case .toggle = entries[field].content else { return }
      (index, content) = (field, .toggle(isOn))
    case .option(let field, let option):
      let all = entries[field].specification.kind.options.map(\.value)
      index = field
      switch entries[field].content {
      case .choice(let old): content = .choice(isOn ? all[option] : old == all[option] ? nil : old)
      case .choices(let old):
        content = .choices(all.filter { $0 == all[option] ? isOn : old.contains($0) })
      case .text, .secret, .toggle: return
      }
    case .button, nil: return
    }
    go(to: .field(index))
    if content == entries[index].content { return }
    change(index, content)
    restate(index)
  }

  mutating func press(_ button: FormButton, _ revision: UInt64) {
    switch button {
    case .submit: submit()
    case .cancel: leave(revision)
    case .retry: tell(.retryRequested)
    case .leave: tell(.leaveConfirmed)
    case .stay: tell(.leaveWithdrawn)
    case .resume: tell(.draft(.accepted))
    case .startAnew: tell(.draft(.refused))
    case .decline: tell(.declined)
    case .handIn: tell(.reviewAccepted)
    case .goOn: tell(.reviewLeft)
    }
  }

  private mutating func submit() {
    guard form.state == .editing else { return }
    notices = []
    for index in entries.indices { tell(index, .submitPressed(verdict(index))) }
    tell(.judged(readiness))
  }

  private mutating func leave(_ revision: UInt64) {
    if form.state == .confirmingLeave, revision < buttonsCameAt { return }
    notices = []
    tell(.leaveRequested(isChanged: isChanged))
  }

  mutating func leaveUnasked() {
    tell(.leftUnasked(isChanged: isChanged))
  }

  mutating func decline() { tell(.declined) }

  mutating func go(to place: Place) {
    if place == focus { return }
    if case .field(let left) = focus { tell(left, .left(verdict(left))) }
    focus = place
  }

  /// The content differs.
  ///
  /// What has come or gone by it, and who reads anything that differs now, is told of the form as it
  /// has become.
  private mutating func change(_ index: Int, _ content: FieldContent) {
    notices = []
    tell(.edited)
    let before = hidden
    entries[index].content = content
    entries[index].isEdited = true
    let turned = before.symmetricDifference(hidden)
    tell(index, .edited(verdict(index)))
    for other in entries.indices where other != index {
      if turned.contains(other) {
        turn(other, isHidden: !before.contains(other))
        continue
      }
      let (rules, check) = reads(of: other)
      let changed = Set([entries[index].id] + turned.map { entries[$0].id })
      if changed.isDisjoint(with: rules + check) { continue }
      tell(
        other,
        .dependencyChanged(verdict(other), reachesCheck: !changed.isDisjoint(with: check)))
    }
  }

  private func reads(of index: Int) -> (rules: [FieldID], check: [FieldID]) {
    let specification = entries[index].specification
    return (specification.rules.flatMap(\.reads), specification.check?.reads ?? [])
  }

  private mutating func turn(_ index: Int, isHidden: Bool) {
    entries[index].isShown = !isHidden
    if isHidden {
      tell(index, .excluded)
    } else {
      entries[index].cursor = nil
      restate(index)
      let isDefault = entries[index].content == entries[index].specification.initial
      tell(index, .included(verdict(index), isDefault: isDefault))
    }
  }
}

extension FieldMachine.State {
  var isObjection: Bool {
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
  /// Where the cursor is at the end, as it is told: in bytes, of a secret in code points.
  var cursorAtEnd: Int {
    switch self {
    case .text(let text): text.utf8.count
    case .secret(let secret): secret.codePointCount
    case .toggle, .choice, .choices: 0
    }
  }
}

extension Condition {
  /// Whether it holds, of fields that are in no section.
  func holds(_ answers: Answers) -> Bool {
    switch self {
    case .equals(let field, let value): answers.value(of: field) == value
    case .isFilled(let field): !(answers.value(of: field)?.isEmpty ?? true)
    case .not(let condition): !condition.holds(answers)
    case .all(let conditions): conditions.allSatisfy { $0.holds(answers) }
    case .any(let conditions): conditions.contains { $0.holds(answers) }
    case .count, .anyItem, .everyItem: false
    }
  }
}

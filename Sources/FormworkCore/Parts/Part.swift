/// One shape at work in one form.
///
/// A class: parts know each other, and with each key one of them is looked at often.
class Part {
  /// What the part is made of.
  final let shape: Shape

  /// The section around; the form as a whole has none.
  final unowned let parent: SectionPart?

  /// The node that shows the part, while the part is on view.
  final var node: NodeID?

  /// Whether the part's condition hides the part.
  ///
  /// The part's machine is told once all conditions are decided.
  final var isHidden = false

  init(_ shape: Shape, under parent: SectionPart?) {
    self.shape = shape
    self.parent = parent
  }

  /// Whether the part belongs to the form: no condition hides the part or a section around it, and all of
  /// these sections are wanted and open.
  final var isActive: Bool {
    var part = self
    while !part.isHidden {
      guard let parent = part.parent else { return true }
      guard parent.control === part || parent.isWanted && parent.holds(part) else { return false }
      part = parent
    }
    return false
  }

  /// Whether the part belongs to the form if its own condition holds.
  final var isHeld: Bool {
    guard let parent else { return true }
    return parent.isWanted && parent.holds(self) && parent.isActive
  }

  /// The sections around the part, the innermost first; a section itself stands before these.
  final var sections: [SectionPart] {
    sequence(first: self, next: \.parent).compactMap { $0 as? SectionPart }
  }

  /// Whether this part is the given one, or stands in it.
  final func isWithin(_ part: Part) -> Bool {
    sequence(first: self, next: \.parent).contains { $0 === part }
  }

  /// Whether the part is an item of a list; the form as a whole counts as one.
  final var isItem: Bool { if case .item = shape.content { true } else { false } }

  /// The parts that a route leads to from this one; none where a part on the route is not there.
  final func parts(along route: ShapeRoute) -> [Part] {
    var start = self
    for _ in 0..<route.ups {
      guard let parent = start.parent else { return [] }
      start = parent
    }
    var found = [start]
    for step in route.downs {
      found = found.flatMap { part -> [Part] in
        guard let section = part as? SectionPart else { return [] }
        switch step {
        case .child(let place): return section.child(place).map { [$0] } ?? []
        case .eachItem: return section.children
        case .control: return section.control.map { [$0] } ?? []
        }
      }
    }
    return found
  }
}

/// A field of a form in progress.
final class FieldPart: Part {
  private let shared: Shared<FieldSpecification>

  /// Whose words its rules are in.
  let mode: RuleMode

  var machine = FieldMachine()

  /// Whether it is refused, and by the store: the same answer, given once more, may be right by now.
  var isRefusedByStore = false

  /// What stands there, as it is edited.
  var entry: TextEntry

  /// What stands there.
  var content: FieldContent { entry.content }

  /// The content that rules and answers are about.
  var trimmedContent: FieldContent { specification.trimmed(content) }

  /// Whether leaving would lose something.
  private(set) var isChanged = false

  /// Whether a person has entered the content: HTML counts no length before.
  var isEdited = false

  /// Whether the sections around count it as answered; `nil` where they do not count it.
  var counted: Bool?

  /// The nodes of its options, in order.
  var options: [NodeID] = []

  init(
    _ shape: Shape, _ specification: Shared<FieldSpecification>, under parent: SectionPart?,
    mode: RuleMode
  ) {
    shared = specification
    self.mode = mode
    entry = TextEntry(specification.value.initial)
    super.init(shape, under: parent)
  }

  var specification: FieldSpecification { shared.value }

  var kind: FieldKind { specification.kind }

  /// Takes over what a person has entered.
  func enter(_ entered: FieldContent) {
    let wasChanged = isChanged
    entry.content = entered
    isChanged = entered != specification.initial
    isEdited = true
    if isChanged != wasChanged { parent?.count(Tally(changed: isChanged ? 1 : -1)) }
  }

  /// What stands there, once it has been understood.
  var value: Value? {
    // What makes no sense has none; the violation says so.
    do { return try kind.value(of: trimmedContent, in: mode) } catch { return nil }
  }

  /// The value, where the field is part of the form.
  var activeValue: Value? { isActive ? value : nil }
}

extension FieldMachine.State {
  /// Whether a person has been there.
  var isTouched: Bool {
    switch self {
    case .untouched, .excluded: false
    case .incomplete, .invalid, .debouncing, .checking, .refused, .unverified, .valid: true
    }
  }

  /// What is known to be wrong.
  package var violations: [Violation] {
    switch self {
    case .incomplete(let violations), .invalid(let violations): violations
    case .refused(let violation): [violation]
    case .untouched, .debouncing, .checking, .unverified, .valid, .excluded: []
    }
  }

  /// What a field in this state adds to a tally.
  var tally: Tally {
    switch self {
    case .incomplete, .invalid, .refused: Tally(broken: 1)
    case .debouncing, .checking: Tally(pending: 1)
    case .untouched, .unverified, .valid, .excluded: Tally()
    }
  }
}

extension FieldPart {
  /// What the field's own rules say of what stands there now.
  var verdict: Verdict {
    let content = trimmedContent
    let violations = specification.rules.violations(
      of: content, kind: kind, isRequired: specification.isRequired, isEdited: isEdited, mode: mode,
      answers: answers(to: shape.reads))
    if !violations.isEmpty { return .broken(violations) }
    return specification.check != nil && !content.isEmpty ? .needsCheck : .holds
  }

  /// What is to be checked; `nil` of a field without a check.
  func checkRequest(_ id: CheckID) -> CheckRequest? {
    guard let check = specification.check else { return nil }
    var answers = answers(to: shape.reads.filter { check.reads.contains($0.id) })
    if let value = activeValue { answers.append(shape.name, .value(value)) }
    return CheckRequest(
      field: path, id: id, check: check.name, answers: answers, timeOut: check.timeOut)
  }

  /// The content once an option, or the toggle itself, is switched.
  func choosing(_ node: NodeID, isOn: Bool) -> FieldContent? {
    if case .toggle = content { return node == self.node ? .toggle(isOn) : nil }
    guard let place = options.firstIndex(of: node) else { return nil }
    switch (kind, content) {
    case (.choice(let all), .choice(let chosen)):
      let option = all[place].value
      return .choice(isOn ? option : chosen == option ? nil : chosen)
    case (.choices(let all), .choices(let chosen)):
      let option = all[place].value
      return .choices(all.map(\.value).filter { $0 == option ? isOn : chosen.contains($0) })
    default: return nil
    }
  }

  /// The name by which the texts that were entered are known another time, if they may be offered again.
  var rememberedName: FieldID? {
    // Items of one list have one history.
    specification.isRemembered ? pathOfNames : nil
  }

  /// The text that may be offered again another time, where the field is part of the form.
  var rememberedText: (field: FieldID, text: String)? {
    guard let name = rememberedName, isActive, case .text(let text) = trimmedContent, !text.isEmpty
    else { return nil }
    return (name, text)
  }
}

extension Part {
  /// What the part says; `nil` where it is not part of the form, or says nothing that makes sense.
  final func answer() -> Answer? {
    if isHidden { return nil }
    if let field = self as? FieldPart { return field.value.map { .value($0) } }
    guard let section = self as? SectionPart, section.isWanted else { return nil }
    switch shape.content {
    case .field: return nil
    case .group: return .object(section.members)
    case .item(let list):
      switch list.form {
      case .object: return .object(section.members)
      case .single: return section.children.first?.answer()
      case .entry: return section.children.last?.answer()
      }
    case .section(let specification):
      switch specification.body {
      case .object, .deferred: return .object(section.members)
      case .alternatives:
        guard let chosen = section.children.first else { return nil }
        return chosen.answer().map { .alternative(chosen.shape.name, $0) }
      case .list(let list):
        if list.form == .entry { return .object(section.entries) }
        return .list(section.children.map { $0.answer() })
      }
    }
  }

  /// What other parts say that this one reads, by the names that it has for them.
  final func answers(to reads: [Read]) -> Answers {
    var answers = Answers()
    for read in reads {
      guard let field = parts(along: read.route).first as? FieldPart, let value = field.activeValue
      else { continue }
      answers.append(read.id, .value(value))
    }
    return answers
  }
}

extension SectionPart {
  /// What its members say; those of a group are members of the section around.
  var members: Answers {
    var answers = Answers()
    appendMembers(to: &answers)
    return answers
  }

  private func appendMembers(to answers: inout Answers) {
    for child in children {
      if case .group = child.shape.content {
        (child as? SectionPart)?.appendMembers(to: &answers)
      } else if let answer = child.answer() {
        answers.append(child.shape.name, answer)
      }
    }
  }

  /// Of a map, the values by their keys.
  fileprivate var entries: Answers {
    var answers = Answers()
    for item in children {
      guard let key = (item as? SectionPart)?.key, let answer = item.answer() else { continue }
      answers.append(FieldID(escaping: key), answer)
    }
    return answers
  }

  /// Of a map's item, the key.
  var key: String? {
    guard case .item(let list) = shape.content, list.form == .entry,
      case .text(let key)? = (children.first as? FieldPart)?.value
    else { return nil }
    return key
  }

  /// Whether it is an item whose answer is that of the one part in it.
  var isOnePart: Bool {
    if case .item(let list) = shape.content { list.form != .object } else { false }
  }
}

extension Test {
  /// Whether the condition of a part holds, or the answer to the question that is asked of an item is yes.
  func holds(for part: Part) -> Bool {
    func field(_ route: ShapeRoute) -> FieldPart? { part.parts(along: route).first as? FieldPart }
    switch self {
    case .equals(let route, let value):
      return field(route)?.activeValue == value
    case .isFilled(let route):
      if let field = field(route) { return !(field.activeValue?.isEmpty ?? true) }
      return list(route, of: part) != nil
    case .count(let route, let range):
      return range.contains(list(route, of: part)?.children.count ?? 0)
    case .items(let route, let question, let isEvery):
      guard let list = list(route, of: part) else { return isEvery }
      return isEvery
        ? list.yeses[question] == list.children.count : list.yeses[question] > 0
    case .not(let test): return !test.holds(for: part)
    case .all(let tests): return tests.allSatisfy { $0.holds(for: part) }
    case .any(let tests): return tests.contains { $0.holds(for: part) }
    }
  }

  /// The section that a route leads to, where it is part of the form.
  private func list(_ route: ShapeRoute, of part: Part) -> SectionPart? {
    guard let section = part.parts(along: route).first as? SectionPart, section.isWanted,
      section.isActive
    else { return nil }
    return section
  }
}

extension Part {
  /// The parts below, and this one, against which something stands, in order.
  final var objectors: [Part] {
    guard let section = self as? SectionPart else { return knownViolations.isEmpty ? [] : [self] }
    // What has no fault is not looked through.
    guard section.tally.broken > 0 else { return [] }
    let own: [Part] = section.machine.violations.isEmpty ? [] : [section]
    return own + ([section.control].compactMap(\.self) + section.children).flatMap(\.objectors)
  }

  /// What is wrong with it.
  final var knownViolations: [Violation] {
    (self as? SectionPart)?.machine.violations ?? (self as? FieldPart)?.machine.state.violations
      ?? []
  }

  /// What is wrong with it, for a person.
  final var objections: [Message] { knownViolations.map { $0.message(of: shape.name) } }

  /// The first field in or below it that the person has not visited, or that has a fault.
  final var firstUnfinishedField: FieldPart? {
    if let field = self as? FieldPart {
      let isUnfinished = !field.machine.state.isTouched || !field.knownViolations.isEmpty
      return field.isActive && isUnfinished ? field : nil
    }
    guard let section = self as? SectionPart else { return nil }
    return section.control?.firstUnfinishedField
      ?? (section.isWanted ? section.children.lazy.compactMap(\.firstUnfinishedField).first : nil)
  }

  /// What a person calls it.
  final var spokenLabel: Message {
    (self as? FieldPart)?.specification.label ?? (self as? SectionPart)?.label ?? ""
  }
}

extension SectionPart {
  /// The node of the first field or section against which something stands.
  var firstObjection: NodeID? {
    objectors.lazy.compactMap { part in
      guard let section = part as? SectionPart else { return part.node }
      return section.firstStopInside() ?? section.control?.node
    }.first
  }
}

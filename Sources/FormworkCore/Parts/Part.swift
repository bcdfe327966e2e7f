/// A field or a section at work in a form.
///
/// It is a class because parts refer to each other, and each keystroke reads them often.
class Part {
  final let shape: Shape

  /// The section that contains the part, or `nil` for the form as a whole.
  final unowned let parent: SectionPart?

  /// The node that displays the part, while the part is visible.
  final var node: NodeID?

  /// Whether the part's own condition hides it.
  ///
  /// The state machine of the part learns this after all conditions are evaluated.
  final var isHidden = false

  init(_ shape: Shape, under parent: SectionPart?) {
    self.shape = shape
    self.parent = parent
  }

  /// Whether the part belongs to the form.
  ///
  /// No condition hides it or a section around it, and all these sections are open.
  final var isActive: Bool {
    var part = self
    while !part.isHidden {
      guard let parent = part.parent else { return true }
      guard parent.control === part || parent.isWanted && parent.holds(part) else { return false }
      part = parent
    }
    return false
  }

  /// Whether the part would belong to the form if its own condition held.
  final var isHeld: Bool {
    guard let parent else { return true }
    return parent.isWanted && parent.holds(self) && parent.isActive
  }

  /// The sections that contain the part, including itself, the innermost first.
  final var sections: [SectionPart] {
    sequence(first: self, next: \.parent).compactMap { $0 as? SectionPart }
  }

  /// Whether this part is the given part or is contained in it.
  final func isWithin(_ part: Part) -> Bool {
    sequence(first: self, next: \.parent).contains { $0 === part }
  }

  /// Whether the part is an item of a list, or the form as a whole.
  final var isItem: Bool { if case .item = shape.content { true } else { false } }

  /// Returns the parts to which a route leads, or none if a part of the route is missing.
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

final class FieldPart: Part {
  // Small properties fill the gap after those of the superclass: a form may have many fields.

  /// The standard that the rules follow.
  let mode: RuleMode

  /// Whether the store refused the current content, which might be accepted in another attempt.
  var isRefusedByStore = false

  /// Whether leaving the form would lose changes of the field.
  private(set) var isChanged = false

  /// Whether the content was ever entered, since HTML does not limit the length before that.
  var isEdited = false

  /// Whether the sections around count the field as answered, or `nil` if they do not count it.
  var counted: Bool?

  var machine = FieldMachine()

  /// The content and the state of its editing.
  var entry: TextEntry

  var options: [NodeID] = []

  var content: FieldContent { entry.content }

  /// The content that rules and answers use.
  var trimmedContent: FieldContent {
    content.hasBlanksAround ? specification.trimmed(content) : content
  }

  init(
    _ shape: Shape, _ specification: FieldSpecification, under parent: SectionPart?, mode: RuleMode
  ) {
    self.mode = mode
    entry = TextEntry(specification.initial)
    super.init(shape, under: parent)
  }

  var specification: FieldSpecification {
    guard case .field(let field) = shape.content else { preconditionFailure("not a field") }
    return field.value
  }

  var kind: FieldKind { specification.kind }

  func enter(_ entered: FieldContent) {
    let wasChanged = isChanged
    entry.content = entered
    isChanged = entered != specification.initial
    isEdited = true
    if isChanged != wasChanged { parent?.count(StatusCounts(changed: isChanged ? 1 : -1)) }
  }

  /// The parsed content, or `nil` if it is invalid.
  var value: Value? {
    // The violation already explains invalid content.
    do { return try kind.value(of: trimmedContent, in: mode) } catch { return nil }
  }

  /// The value, if the field belongs to the form.
  var activeValue: Value? { isActive ? value : nil }

  /// Whether an answer is required, and the value of the content is not one.
  func lacksAnswer(_ value: Value?) -> Bool {
    specification.isRequired && (value == nil || kind.isMissing(trimmedContent, in: mode))
  }
}

extension FieldMachine.State {
  /// Whether the user has visited the field.
  var isTouched: Bool {
    switch self {
    case .untouched, .excluded: false
    case .incomplete, .invalid, .debouncing, .checking, .refused, .unverified, .valid: true
    }
  }

  package var violations: [Violation] {
    switch self {
    case .incomplete(let violations), .invalid(let violations): Array(violations)
    case .refused(let violation): [violation]
    case .untouched, .debouncing, .checking, .unverified, .valid, .excluded: []
    }
  }

  /// The contribution of a field in this state to the counts.
  var statusCounts: StatusCounts {
    switch self {
    case .incomplete, .invalid, .refused: StatusCounts(broken: 1)
    case .debouncing, .checking: StatusCounts(pending: 1)
    case .untouched, .unverified, .valid, .excluded: StatusCounts()
    }
  }
}

extension FieldPart {
  /// The result of the field's rules for the current content.
  var verdict: ValidationResult {
    let content = trimmedContent
    let (answers, missing) = answers(to: shape.reads)
    var rules = specification.rules
    if !missing.isEmpty { rules.removeAll { $0.isCustom(reading: missing) } }
    let violations = rules.violations(
      of: content, kind: kind, isRequired: specification.isRequired, isEdited: isEdited, mode: mode,
      answers: answers)
    if !violations.isEmpty { return .broken(violations) }
    guard let check = specification.check, !content.isEmpty else { return .holds }
    return check.reads.contains(where: missing.contains) ? .holds : .needsCheck
  }

  /// Returns the request to run the check, or `nil` without a check.
  func checkRequest(_ id: CheckID) -> CheckRequest? {
    guard let check = specification.check else { return nil }
    var answers = answers(to: shape.reads.filter { check.reads.contains($0.id) }).answers
    if let value = activeValue { answers.append(shape.name, .value(value)) }
    return CheckRequest(
      field: path, id: id, check: check.name, answers: answers, timeOut: check.timeOut)
  }

  /// Returns the content after an option or the toggle is switched.
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

  /// The name of the history of previous texts, or `nil` without one.
  var rememberedName: FieldID? {
    // All items of a list share one history.
    specification.isRemembered ? pathOfNames : nil
  }

  /// The text to offer again in later sessions, if the field belongs to the form.
  var rememberedText: (field: FieldID, text: String)? {
    guard let name = rememberedName, isActive, case .text(let text) = trimmedContent, !text.isEmpty
    else { return nil }
    return (name, text)
  }
}

extension Part {
  /// Returns the answer, or `nil` if the part does not belong to the form or is invalid.
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

  /// Returns the values that this part reads, by the paths that its definition uses.
  ///
  /// Those that are required and have no valid answer are missing.
  final func answers(to reads: [Read]) -> (answers: Answers, missing: [FieldID]) {
    var answers = Answers(about: .reads(shape))
    var missing: [FieldID] = []
    for read in reads {
      guard let field = parts(along: read.route).first as? FieldPart, field.isActive
      else { continue }
      let value = field.value
      if field.lacksAnswer(value) { missing.append(read.id) }
      if let value { answers.append(read.id, .value(value)) }
    }
    return (answers, missing)
  }
}

extension SectionPart {
  /// The answers of the members, including those in groups.
  var members: Answers {
    var answers = Answers(about: .members(scope))
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

  /// The values of a map by their keys.
  fileprivate var entries: Answers {
    var answers = Answers()
    for item in children {
      guard let key = (item as? SectionPart)?.key, let answer = item.answer() else { continue }
      answers.append(FieldID(escaping: key), answer)
    }
    return answers
  }

  /// Whether all required parts in the section that belong to the form have valid answers.
  var isComplete: Bool {
    if let control, control.lacksAnswer(control.value) { return false }
    guard isWanted else { return shape.section?.isOptional ?? true }
    return children.allSatisfy { child in
      if child.isHidden { return true }
      if let field = child as? FieldPart { return !field.lacksAnswer(field.value) }
      return (child as? SectionPart)?.isComplete ?? true
    }
  }

  /// The key, if the section is an item of a map.
  var key: String? {
    guard case .item(let list) = shape.content, list.form == .entry,
      case .text(let key)? = (children.first as? FieldPart)?.value
    else { return nil }
    return key
  }

  /// Returns the value of a map, if the section is one with this key.
  func value(ofKey key: String) -> Part? {
    (children.first { ($0 as? SectionPart)?.key == key } as? SectionPart)?.children.last
  }

  /// Whether the section is an item whose answer is the answer of a single part.
  var isOnePart: Bool {
    if case .item(let list) = shape.content { list.form != .object } else { false }
  }
}

extension Test {
  /// Returns whether the condition of a part, or a question about an item, holds.
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
        ? list.yesCounts[question] == list.children.count : list.yesCounts[question] > 0
    case .not(let test): return !test.holds(for: part)
    case .all(let tests): return tests.allSatisfy { $0.holds(for: part) }
    case .any(let tests): return tests.contains { $0.holds(for: part) }
    }
  }

  /// Returns the section at a route, if it belongs to the form.
  private func list(_ route: ShapeRoute, of part: Part) -> SectionPart? {
    guard let section = part.parts(along: route).first as? SectionPart, section.isWanted,
      section.isActive
    else { return nil }
    return section
  }
}

extension Part {
  /// The parts with known violations, among this part and those below it, in order.
  final var invalidParts: [Part] {
    guard let section = self as? SectionPart else { return knownViolations.isEmpty ? [] : [self] }
    // Skip sections without faults.
    guard section.statusCounts.broken > 0 else { return [] }
    let own: [Part] = section.machine.violations.isEmpty ? [] : [section]
    return own + ([section.control].compactMap(\.self) + section.children).flatMap(\.invalidParts)
  }

  final var knownViolations: [Violation] {
    (self as? SectionPart)?.machine.violations ?? (self as? FieldPart)?.machine.state.violations
      ?? []
  }

  final var violationMessages: [Message] { knownViolations.map { $0.message(of: shape.name) } }

  /// The first field in this part that is not visited or has a fault.
  final var firstUnfinishedField: FieldPart? {
    if let field = self as? FieldPart {
      let isUnfinished = !field.machine.state.isTouched || !field.knownViolations.isEmpty
      return field.isActive && isUnfinished ? field : nil
    }
    guard let section = self as? SectionPart else { return nil }
    return section.control?.firstUnfinishedField
      ?? (section.isWanted ? section.children.lazy.compactMap(\.firstUnfinishedField).first : nil)
  }

  final var spokenLabel: Message {
    (self as? FieldPart)?.specification.label ?? (self as? SectionPart)?.label ?? ""
  }
}

extension SectionPart {
  /// The first stop at a part with a violation.
  var firstInvalidNode: NodeID? {
    invalidParts.lazy.compactMap { part in
      guard let section = part as? SectionPart else { return part.node }
      return section.firstStopInside() ?? section.control?.node
    }.first
  }
}

/// A section of a form in progress, an item of a list, or a group.
final class SectionPart: Part {
  var machine: SectionMachine

  /// The field with which the user includes the section, or chooses an alternative.
  private(set) var control: FieldPart?

  /// The parts in the section, in order, or the chosen alternative if there is one.
  private(set) var children: [Part] = []

  /// The shape that contains the members: the section's own, or that of an opened body.
  var scope: Shape

  /// The index of an item in its list.
  private(set) var place = 0

  /// The permanent number of an item, or 0 for other sections.
  let item: Int

  /// The number of nested sections that the user opens, up to this one.
  let depth: Int

  /// The sum of the states of the parts below.
  var statusCounts = StatusCounts()

  /// The number of answered fields and of all visible fields in it.
  var counts = FieldCounts()

  /// The last item that was removed from this list.
  var removed: Removed?

  /// The number of items for which each question about the items of this list holds.
  private(set) var yesCounts: [Int]

  /// The answers of this item to the questions of its list.
  private var isYes: [Bool] = []

  /// The nodes of the section's own buttons, in order.
  var buttons: [NodeID] = []

  /// The node of the button that adds an item or opens the section, at which the focus stops.
  var stopButton: NodeID?

  /// Whether the parts in the section were created.
  private(set) var isMade = false

  /// The created sections of alternatives, by their indexes.
  private var alternatives: [Int: SectionPart] = [:]

  /// The items by their numbers.
  private var items: [Int: SectionPart] = [:]

  /// The contents and index of a removed item.
  struct Removed {
    var entered: Draft
    let place: Int
  }

  init(_ shape: Shape, under parent: SectionPart?, mode: RuleMode, item: Int = 0) {
    self.item = item
    scope = shape
    var presence = SectionMachine.Presence.open
    var depth = parent?.depth ?? 0
    if let section = shape.section {
      if case .deferred = section.body {
        presence = .closed
        depth += 1
      }
      if section.isOptional, shape.alternatives == nil {
        presence = section.isWantedAtFirst ? .open : .leftOut
      }
    }
    machine = SectionMachine(presence)
    self.depth = depth
    yesCounts = Array(repeating: 0, count: shape.questions.count)
    super.init(shape, under: parent)
    if let control = shape.control, case .field(let specification) = control.content {
      self.control = FieldPart(control, specification.value, under: self, mode: mode)
    }
  }

  /// Whether the section is open, regardless of conditions.
  var isWanted: Bool { machine.presence == .open }

  /// Whether a part in the section is one of its children, as only the chosen alternative is.
  func holds(_ part: Part) -> Bool { shape.alternatives == nil || children.first === part }

  /// Returns the child for an index in the shape.
  func child(_ place: Int) -> Part? {
    // Routes also lead to alternatives that are not chosen.
    if shape.alternatives != nil { return alternatives[place] }
    return children.indices.contains(place) ? children[place] : nil
  }

  func make(_ parts: [Part]) {
    children = parts
    isMade = true
    for (place, child) in parts.enumerated() {
      guard let section = child as? SectionPart else { continue }
      section.place = place
      if section.isItem { items[section.item] = section }
    }
  }

  func choose(_ alternative: SectionPart?) {
    children = alternative.map { [$0] } ?? []
  }

  func keep(_ alternative: SectionPart) { alternatives[alternative.shape.place] = alternative }

  /// The children, and all alternatives that were created.
  var madeChildren: [Part] {
    alternatives.isEmpty ? children : alternatives.sorted { $0.key < $1.key }.map(\.value)
  }

  // MARK: Items
  func item(_ number: Int) -> SectionPart? { items[number] }

  /// Whether the list still has its initial items, unchanged.
  var hasFirstItems: Bool {
    children.count == shape.list?.count.lowerBound
      && children.allSatisfy { ($0 as? SectionPart)?.statusCounts.changed == 0 }
  }

  func insert(_ item: SectionPart, at place: Int) {
    items[item.item] = item
    countingItems { children.insert(item, at: place) }
    number(from: place)
  }

  func removeItem(at place: Int) {
    countingItems {
      if let item = children.remove(at: place) as? SectionPart { items[item.item] = nil }
    }
    number(from: place)
  }

  /// Counts the list as changed while its number of items differs from the initial one.
  private func countingItems(_ change: () -> Void) {
    let least = shape.list?.count.lowerBound
    let wasChanged = children.count != least
    change()
    let isChanged = children.count != least
    if isChanged != wasChanged { count(StatusCounts(changed: isChanged ? 1 : -1)) }
  }

  func moveItem(at place: Int, to new: Int) {
    children.insert(children.remove(at: place), at: new)
    number(from: min(place, new))
  }

  private func number(from first: Int) {
    for place in children.indices.dropFirst(first) {
      (children[place] as? SectionPart)?.place = place
    }
  }

  /// Updates the answers of this item to questions of its list, and returns whether the counts changed.
  func answerQuestions() -> Bool {
    // A removed item is hidden, and does not answer.
    guard let list = parent, !isHidden else { return false }
    let answers = list.shape.questions.map { $0.holds(for: self) }
    defer { isYes = answers }
    return list.count(answers, insteadOf: isYes)
  }

  /// Removes this item from the counts of its list, and hides it.
  func withdrawAnswers() {
    _ = parent?.count([], insteadOf: isYes)
    isYes = []
    isHidden = true
  }

  private func count(_ new: [Bool], insteadOf old: [Bool]) -> Bool {
    let before = yesCounts
    for (question, isYes) in old.enumerated() where isYes { yesCounts[question] -= 1 }
    for (question, isYes) in new.enumerated() where isYes { yesCounts[question] += 1 }
    return yesCounts != before
  }

  // MARK: Counts

  /// Adds a difference to the tallies of this section and of all sections around it.
  func count(_ difference: StatusCounts) {
    if difference == StatusCounts() { return }
    var section: SectionPart? = self
    while let around = section {
      around.statusCounts += difference
      section = around.parent
    }
  }
}

/// The numbers of answered fields and of all visible fields.
struct FieldCounts {
  var answers = 0
  var fields = 0
}

/// The numbers of parts that are broken, pending and changed.
struct StatusCounts: Equatable {
  var broken = 0
  var pending = 0
  var changed = 0

  /// The readiness for a submission, without fields that were never validated.
  var readiness: SubmissionReadiness { broken > 0 ? .blocked : pending > 0 ? .pending : .ready }

  static func += (one: inout StatusCounts, other: StatusCounts) {
    one.broken += other.broken
    one.pending += other.pending
    one.changed += other.changed
  }

  static func - (one: StatusCounts, other: StatusCounts) -> StatusCounts {
    StatusCounts(
      broken: one.broken - other.broken, pending: one.pending - other.pending,
      changed: one.changed - other.changed)
  }
}

extension SectionMachine {
  /// The contribution of a section's own state to the counts.
  ///
  /// Only differences count: opening a section is a change, so a closed section counts as -1.
  var statusCounts: StatusCounts {
    StatusCounts(broken: fault == nil ? 0 : 1, changed: presence == .closed ? -1 : 0)
  }
}

extension SectionPart {
  /// Whether the section as a whole has rules.
  var hasRules: Bool {
    guard let section = shape.section else { return false }
    if case .deferred = section.body, !section.isOptional { return true }
    return !section.rules.isEmpty || shape.list.map { $0.differs || $0.form == .entry } ?? false
  }

  /// The violations of the section as a whole.
  var violations: [Violation] {
    guard let section = shape.section else { return [] }
    guard isWanted else { return machine.isClosed ? [.valueMissing] : [] }
    var violations: [Violation] = []
    if let list = shape.list, list.differs || list.form == .entry, !itemsDiffer(list) {
      violations.append(
        list.form == .entry ? .customError(key: "sameKey") : .keyword("uniqueItems"))
    }
    guard !section.rules.isEmpty, isComplete, let answer = answer() else { return violations }
    return violations + section.rules.compactMap { $0(answer) }
  }

  /// Whether all items, or all keys of a map, are different.
  private func itemsDiffer(_ list: ListBody) -> Bool {
    if list.form == .entry {
      let keys = children.compactMap { ($0 as? SectionPart)?.key }
      return Set(keys).count == keys.count
    }
    let answers = children.compactMap { $0.answer() }
    return Set(answers).count == answers.count
  }
}

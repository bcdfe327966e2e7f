/// A section of a form in progress, an item of a list, or what is shown together under a label.
final class SectionPart: Part {
  var machine: SectionMachine

  /// The field by which the person says whether the section is wanted, or which of its alternatives.
  private(set) var control: FieldPart?

  /// What it is made of, in order: of alternatives the chosen one, if any.
  private(set) var children: [Part] = []

  /// The shape that has the members: its own, or what was made when the person opened it.
  var scope: Shape

  /// Its place among the items of its list.
  private(set) var place = 0

  /// The number of an item, which is never used again; of other sections 0.
  let item: Int

  /// How many sections it is in that were made when a person opened them.
  let depth: Int

  /// What the fields in it say together.
  private(set) var tally = Tally()

  /// How many fields are shown in it, and how many of these are answered.
  var counts = (answers: 0, fields: 0)

  /// What was removed last from a list, and can be put back.
  var removed: Removed?

  /// Of each question that is asked of a list's items, how many say yes.
  private(set) var yeses: [Int]

  /// Of each question that is asked of this item, whether it says yes.
  private var isYes: [Bool] = []

  /// The nodes of its own buttons, in order.
  var buttons: [NodeID] = []

  /// The node of the button that a person stops at: it adds an item, or opens the section.
  var stopButton: NodeID?

  /// Whether the parts in it were made.
  private(set) var isMade = false

  /// The sections among alternatives that were made.
  private var alternatives: [Int: SectionPart] = [:]

  /// The items by their numbers.
  private var items: [Int: SectionPart] = [:]

  /// An item that was removed: what stood in it, and where it was.
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
    yeses = Array(repeating: 0, count: shape.questions.count)
    super.init(shape, under: parent)
    if let control = shape.control, case .field(let specification) = control.content {
      self.control = FieldPart(control, specification, under: self, mode: mode)
    }
  }

  /// Whether it is part of the form as far as the person has said so.
  var isWanted: Bool { machine.presence == .open }

  /// Whether a part in it is one of its children now: of alternatives, only the chosen one is.
  func holds(_ part: Part) -> Bool { shape.alternatives == nil || children.first === part }

  /// The child at a place of the shape.
  func child(_ place: Int) -> Part? {
    // One that is not chosen is kept, and so are the ways to it.
    if shape.alternatives != nil { return alternatives[place] }
    return children.indices.contains(place) ? children[place] : nil
  }

  /// Takes over the parts that were made.
  func make(_ parts: [Part]) {
    children = parts
    isMade = true
    for (place, child) in parts.enumerated() {
      guard let section = child as? SectionPart else { continue }
      section.place = place
      if section.isItem { items[section.item] = section }
    }
  }

  /// Puts an alternative in the place of the one before; `nil` is none.
  func choose(_ alternative: SectionPart?) {
    children = alternative.map { [$0] } ?? []
  }

  /// Keeps an alternative that was made.
  func keep(_ alternative: SectionPart) { alternatives[alternative.shape.place] = alternative }

  /// All that was made here, whether it is part of the form or not.
  var madeChildren: [Part] {
    alternatives.isEmpty ? children : alternatives.sorted { $0.key < $1.key }.map(\.value)
  }

  // MARK: Items

  /// The item of a number.
  func item(_ number: Int) -> SectionPart? { items[number] }

  /// Whether the items of a list are those that it began with, and as they were then.
  var hasFirstItems: Bool {
    children.count == shape.list?.count.lowerBound
      && children.allSatisfy { ($0 as? SectionPart)?.tally.changed == 0 }
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

  /// Counts the list as changed while it has another number of items than it began with.
  private func countingItems(_ change: () -> Void) {
    let least = shape.list?.count.lowerBound
    let wasChanged = children.count != least
    change()
    let isChanged = children.count != least
    if isChanged != wasChanged { count(Tally(changed: isChanged ? 1 : -1)) }
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

  /// Answers the questions that are asked of this item anew.
  ///
  /// - Returns: Whether the list counts another number than before.
  func answerQuestions() -> Bool {
    // A removed item is hidden: it has no answer any more.
    guard let list = parent, !isHidden else { return false }
    let answers = list.shape.questions.map { $0.holds(for: self) }
    defer { isYes = answers }
    return list.count(answers, insteadOf: isYes)
  }

  /// Takes this item's answers to the questions of its list back, as it goes.
  func withdrawAnswers() {
    _ = parent?.count([], insteadOf: isYes)
    isYes = []
    isHidden = true
  }

  private func count(_ new: [Bool], insteadOf old: [Bool]) -> Bool {
    let before = yeses
    for (question, isYes) in old.enumerated() where isYes { yeses[question] -= 1 }
    for (question, isYes) in new.enumerated() where isYes { yeses[question] += 1 }
    return yeses != before
  }

  // MARK: Counts

  /// Counts a difference here and in all sections around.
  func count(_ difference: Tally) {
    if difference == Tally() { return }
    var section: SectionPart? = self
    while let around = section {
      around.tally += difference
      section = around.parent
    }
  }
}

/// How many parts are in which sort of state, kept up to date with each event.
struct Tally: Equatable {
  var broken = 0
  var pending = 0
  var changed = 0

  /// What the parts say together; those that were not judged yet do not count.
  var readiness: Readiness { broken > 0 ? .barred : pending > 0 ? .pending : .ready }

  static func += (one: inout Tally, other: Tally) {
    one.broken += other.broken
    one.pending += other.pending
    one.changed += other.changed
  }

  static func - (one: Tally, other: Tally) -> Tally {
    Tally(
      broken: one.broken - other.broken, pending: one.pending - other.pending,
      changed: one.changed - other.changed)
  }
}

extension SectionMachine {
  /// What a section itself adds to a tally, of which only differences count: to open a section is a change, so
  /// that a closed section counts as -1.
  var tally: Tally {
    Tally(broken: fault == nil ? 0 : 1, changed: presence == .closed ? -1 : 0)
  }
}

extension SectionPart {
  /// Whether there is anything that the whole of it has to keep.
  var hasRules: Bool {
    guard let section = shape.section else { return false }
    if case .deferred = section.body, !section.isOptional { return true }
    return !section.rules.isEmpty || shape.list.map { $0.differs || $0.form == .entry } ?? false
  }

  /// What is wrong with the whole of it.
  var violations: [Violation] {
    guard let section = shape.section else { return [] }
    guard isWanted else { return machine.isClosed ? [.valueMissing] : [] }
    var violations: [Violation] = []
    if let list = shape.list, list.differs || list.form == .entry, !itemsDiffer(list) {
      violations.append(list.form == .entry ? .customError("sameKey") : .keyword("uniqueItems"))
    }
    guard let answer = answer() else { return violations }
    return violations + section.rules.compactMap { $0.judge(answer) }
  }

  /// Whether no two items, or keys of a map, are the same.
  private func itemsDiffer(_ list: ListBody) -> Bool {
    if list.form == .entry {
      let keys = children.compactMap { ($0 as? SectionPart)?.key }
      return Set(keys).count == keys.count
    }
    // Compared are those alone that have the same hash.
    var known: [Int: [Answer]] = [:]
    for answer in children.compactMap({ $0.answer() }) {
      if known[answer.hash, default: []].contains(answer) { return false }
      known[answer.hash, default: []].append(answer)
    }
    return true
  }
}

extension Answer {
  /// A number that is the same for answers that are the same; nothing of a secret is in it.
  fileprivate var hash: Int {
    var hasher = Hasher()
    combine(into: &hasher)
    return hasher.finalize()
  }

  private func combine(into hasher: inout Hasher) {
    switch self {
    case .value(.text(let text)), .value(.choice(let text)): hasher.combine(text)
    case .value(.wholeNumber(let number)): hasher.combine(number)
    case .value(.decimal(let number)): hasher.combine(number)
    case .value(.toggle(let isOn)): hasher.combine(isOn)
    case .value(.choices(let options)): hasher.combine(options)
    case .value(.secret): break
    case .object(let members):
      for name in members.fields {
        hasher.combine(name)
        members.answer(at: name)?.combine(into: &hasher)
      }
    case .list(let items):
      hasher.combine(items.count)
      for item in items { item?.combine(into: &hasher) }
    case .alternative(let option, let answer):
      hasher.combine(option)
      answer.combine(into: &hasher)
    }
  }
}

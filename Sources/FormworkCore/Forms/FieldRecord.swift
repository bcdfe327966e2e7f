/// One field of a form in progress.
struct FieldRecord {
  let specification: FieldSpecification
  var machine = FieldMachine()
  var content: FieldContent

  /// Whether a person has entered the content: HTML counts no length before.
  var isEdited = false

  /// Whether its condition hides it.
  ///
  /// The machine hears of it once all conditions are decided.
  var isHidden = false

  /// The node that shows it, while it is part of the form.
  var node: NodeID?

  /// The nodes of its options, in order.
  var options: [NodeID] = []

  /// The picture since which an edit is stale: the host itself has set the content there.
  var setAt: UInt64 = 0

  init(_ specification: FieldSpecification) {
    self.specification = specification
    content = specification.initial
  }

  var id: FieldID { specification.id }

  /// Whether leaving would lose something.
  var isChanged: Bool { content != specification.initial }

  var value: Value? {
    if isHidden { return nil }
    guard case .success(let value) = specification.kind.value(of: content) else { return nil }
    return value
  }
}

/// How many fields are in which sort of state, kept up to date with each event.
struct Tally: Equatable {
  private(set) var broken = 0
  private(set) var pending = 0
  private(set) var changed = 0

  /// What the fields say together, but for those that nobody has judged yet.
  var readiness: Readiness { broken > 0 ? .barred : pending > 0 ? .pending : .ready }

  mutating func count(_ record: FieldRecord, by step: Int) {
    switch record.machine.state {
    case .incomplete, .invalid, .refused: broken += step
    case .debouncing, .checking: pending += step
    case .untouched, .unverified, .valid, .excluded: break
    }
    if record.isChanged { changed += step }
  }
}

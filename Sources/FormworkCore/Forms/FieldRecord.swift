/// One field of a form in progress.
///
/// A class: with each key it is looked at often, and a copy would copy all that it is made of.
final class FieldRecord {
  let specification: FieldSpecification

  /// Whose words its rules are in.
  let mode: RuleMode

  /// The others that its rules and its check read.
  let reads: [FieldID]

  /// The fields that read it.
  let dependents: [FieldGraph.Dependent]

  var machine = FieldMachine()

  /// What stands there, as it is edited.
  var entry: TextEntry

  /// What stands there.
  var content: FieldContent { entry.content }

  /// Whether leaving would lose something.
  private(set) var isChanged = false

  /// Whether a person has entered the content: HTML counts no length before.
  private(set) var isEdited = false

  /// Whether its condition hides it.
  ///
  /// The machine hears of it once all conditions are decided.
  var isHidden = false

  /// The node that shows it, while it is part of the form.
  var node: NodeID?

  /// The nodes of its options, in order.
  var options: [NodeID] = []

  init(_ index: Int, of definition: FormDefinition) {
    specification = definition.fields[index]
    mode = definition.mode
    reads = definition.graph.reads[index]
    dependents = definition.graph.dependents[index]
    entry = TextEntry(specification.initial)
  }

  var id: FieldID { specification.id }
  var kind: FieldKind { specification.kind }

  /// Takes over what a person has entered.
  func enter(_ entered: FieldContent) {
    entry.content = entered
    isChanged = entered != specification.initial
    isEdited = true
  }

  var value: Value? {
    if isHidden { return nil }
    // What makes no sense has none; the violation says so.
    do { return try kind.value(of: content, in: mode) } catch { return nil }
  }
}

/// How many fields are in which sort of state, kept up to date with each event.
struct Tally: Equatable {
  private(set) var broken = 0
  private(set) var pending = 0
  var changed = 0

  /// What the fields say together; those that were not judged yet do not count.
  var readiness: Readiness { broken > 0 ? .barred : pending > 0 ? .pending : .ready }

  mutating func count(_ state: FieldMachine.State, by step: Int) {
    switch state {
    case .incomplete, .invalid, .refused: broken += step
    case .debouncing, .checking: pending += step
    case .untouched, .unverified, .valid, .excluded: break
    }
  }
}

import FormworkCore
import FormworkOperations

/// The fields of a form that the program around it follows, and what it has set in them.
///
/// Confined to the thread of the session; the bindings that it gives are not.
final class BoundFields {
  private typealias Setting = (field: FieldID, content: FieldContent)

  private struct Bound {
    /// Tells the binding what differs.
    let tell: (FormViewModel) -> Void
    let end: () -> Void
  }

  /// What was set and not taken yet, of each field the newest; `nil` once the form has ended.
  private let settings = Synchronized<[Setting]?>([])
  private let wakeUp: WakeUp

  /// `nil` once the form has ended.
  private var fields: [Bound]? = []

  init(wakeUp: WakeUp) { self.wakeUp = wakeUp }

  deinit { end() }

  func bind<Answer: Sendable>(
    _ field: Field<Answer>, of viewModel: FormViewModel
  ) -> FieldBinding<Answer> {
    let (answers, violated) = (Newest<Answer>(), Newest<[Violation]>())
    var told: (value: Value?, violations: [Violation])?
    let bound = Bound { viewModel in
      guard let state = viewModel.state(of: field.id) else { return }
      let (value, violations) = (viewModel.value(of: field.id), state.violations)
      if told.map({ !$0.value.isSame(as: value) }) ?? true { answers.tell(viewModel[field]) }
      if told?.violations != violations { violated.tell(violations) }
      told = (value, violations)
    } end: {
      answers.end()
      violated.end()
    }
    if fields == nil { bound.end() } else { bound.tell(viewModel) }
    fields?.append(bound)
    return FieldBinding(field: field, answers: answers, violated: violated) {
      [settings, wakeUp] content in
      let isOver = settings.withState { settings in
        settings?.removeAll { $0.field == field.id }
        settings?.append((field.id, content))
        return settings == nil
      }
      if !isOver { wakeUp.raise() }
    }
  }

  /// Tells each binding what differs, and has what was set taken once the form can be changed.
  func tell(_ viewModel: FormViewModel) {
    guard let fields, !fields.isEmpty else { return }
    for field in fields { field.tell(viewModel) }
    if viewModel.isEditable, settings.withState({ !($0?.isEmpty ?? true) }) { wakeUp.raise() }
  }

  /// Takes what was set, where the form can be changed: by field, in order.
  func takeSettings(for viewModel: FormViewModel) -> [(field: FieldID, content: FieldContent)] {
    guard let fields, !fields.isEmpty, viewModel.isEditable else { return [] }
    return settings.withState { settings in
      defer { settings = [] }
      return settings ?? []
    }
  }

  /// The form has ended: nothing follows.
  func end() {
    for field in fields ?? [] { field.end() }
    fields = nil
    settings.withState { $0 = nil }
  }
}

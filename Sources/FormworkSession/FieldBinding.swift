public import FormworkCore
import FormworkOperations

/// A handle to read, set and observe a field of an open form from any thread.
///
/// View models are confined to the thread of their session, which `run` blocks. Create a binding on that
/// thread with `FormScreen.binding(to:)` before `run`, and pass it to any task. A binding holds copies.
/// Contents that it sets reach the form like the result of an operation. A binding ends with the form, and
/// retains neither the screen nor its view model. The answer is optional unless it can be empty: the user may
/// not have entered a required number yet.
///
/// ```swift
/// let (code, town) = (screen.binding(to: form.code), screen.binding(to: form.town))
/// Task(executorPreference: OperationExecutor.shared) {
///   for await entered in code.values { if let found = towns[entered] { town.set(found) } }
/// }
/// let ending = host.run(screen)
/// ```
public struct FieldBinding<Answer: EmptiableAnswer & Sendable>: Sendable {
  let field: Field<Answer>
  let answers: LatestValue<Answer>
  let violated: LatestValue<[Violation]>
  let post: @Sendable (FieldContent) -> Void

  /// The answer of the field; the empty answer before the form is loaded and after it has ended.
  public var value: Answer { answers.current ?? .emptyAnswer }

  /// Sets the answer for the user, as `FormViewModel/set(_:in:)` does.
  ///
  /// The newest answer waits while the form cannot be changed, for example during loading. An answer that
  /// the field has, or that ``values`` has delivered last, is not set, whatever the user has typed.
  public func set(_ answer: Answer) {
    let content = field.content(for: answer)
    if !answers.isLastTaken(where: { field.content(for: $0) == content }) { post(content) }
  }

  /// The current answer and all later answers until the form ends; a slow reader gets the newest.
  public var values: some AsyncSequence<Answer, Never> & Sendable { answers.values }

  /// The current and all later violations, also while the user types, until the form ends.
  public var violations: some AsyncSequence<[Violation], Never> & Sendable { violated.values }
}

/// The bound fields of a form, and the contents to set, for the thread of the session.
final class BoundFields {
  private typealias Setting = (field: FieldID, content: FieldContent)

  private struct Bound {
    let update: (FormViewModel) -> Void
    let end: () -> Void
  }

  /// The contents that bindings have set, the newest for each field; `nil` after the form has ended.
  private let settings = Synchronized<[Setting]?>([])
  private let wakeUp: WakeUp

  /// The bound fields; `nil` after the form has ended.
  private var fields: [Bound]? = []

  init(wakeUp: WakeUp) { self.wakeUp = wakeUp }

  deinit { end() }

  func bind<Answer: EmptiableAnswer & Sendable>(
    _ field: Field<Answer>, of viewModel: FormViewModel
  ) -> FieldBinding<Answer> {
    let (answers, violated) = (LatestValue<Answer>(), LatestValue<[Violation]>())
    var sent: (value: Value?, violations: [Violation])?
    let bound = Bound { viewModel in
      guard let state = viewModel.state(of: field.id) else { return }
      let (value, violations) = (viewModel.value(of: field.id), state.violations)
      if sent.map({ !$0.value.isSame(as: value) }) ?? true { answers.set(viewModel[field]) }
      if sent?.violations != violations { violated.set(violations) }
      sent = (value, violations)
    } end: {
      answers.end()
      violated.end()
    }
    if fields == nil { bound.end() } else { bound.update(viewModel) }
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

  /// Sends the differences to each binding, and raises the wake-up if contents can now be set.
  func update(from viewModel: FormViewModel) {
    guard let fields, !fields.isEmpty else { return }
    for field in fields { field.update(viewModel) }
    if viewModel.isEditable, settings.withState({ !($0?.isEmpty ?? true) }) { wakeUp.raise() }
  }

  /// Returns the waiting contents by field, in order, if the form can be changed.
  func takeSettings(for viewModel: FormViewModel) -> [(field: FieldID, content: FieldContent)] {
    guard let fields, !fields.isEmpty, viewModel.isEditable else { return [] }
    return settings.exchange([]) ?? []
  }

  func end() {
    for field in fields ?? [] { field.end() }
    fields = nil
    settings.withState { $0 = nil }
  }
}

/// A value that one thread changes, and that other threads read and observe.
final class LatestValue<Value: Sendable>: Sendable {
  private struct Follower {
    let stream: AsyncStream<Value>.Continuation

    /// The value that the follower has read last.
    var taken: Value?
  }

  private struct State {
    var current: Value?
    var isOver = false
    var followers: [Int: Follower] = [:]
    var count = 0
  }

  private let state = Synchronized(State())

  /// The current value; `nil` before the first value and after the end.
  var current: Value? { state.withState(\.current) }

  func set(_ value: Value) {
    state.withState { state in
      state.current = value
      for follower in state.followers.values { follower.stream.yield(value) }
    }
  }

  func end() {
    let followers = state.withState { state in
      defer { (state.current, state.isOver, state.followers) = (nil, true, [:]) }
      return state.followers
    }
    // Not under the lock, because each follower removes itself.
    for follower in followers.values { follower.stream.finish() }
  }

  func isLastTaken(where fits: (Value) -> Bool) -> Bool {
    state.withState { $0.followers.values.contains { $0.taken.map(fits) ?? false } }
  }

  /// The current value and all later ones; a slow reader receives only the newest.
  var values: some AsyncSequence<Value, Never> & Sendable {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Value.self, bufferingPolicy: .bufferingNewest(1))
    let (number, isOver) = state.withState { state in
      state.count += 1
      if let current = state.current { continuation.yield(current) }
      if !state.isOver { state.followers[state.count] = Follower(stream: continuation) }
      return (state.count, state.isOver)
    }
    if isOver { continuation.finish() }
    continuation.onTermination = { [weak self] _ in
      self?.state.withState { $0.followers[number] = nil }
    }
    return stream.map { [weak self] value in
      self?.state.withState { $0.followers[number]?.taken = value }
      return value
    }
  }
}

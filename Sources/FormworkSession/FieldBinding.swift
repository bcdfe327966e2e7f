public import FormworkCore
import FormworkOperations

/// A field of a form on the screen, for Swift code around it: to be read, set and followed on any thread.
///
/// View models are confined to the thread of their session, which is the one that `run` blocks. A binding is
/// made there, by ``FormScreen/binding(to:)`` before `run`, and may be handed to any task: it holds copies,
/// and what is set reaches the form like the answer of an operation. It ends with the form, and holds neither
/// the screen nor its view model.
///
/// ```swift
/// let (code, town) = (screen.binding(to: form.code), screen.binding(to: form.town))
/// Task(executorPreference: OperationExecutor.shared) {
///   for await entered in code.values { if let found = towns[entered] { town.set(found) } }
/// }
/// let ending = host.run(screen)
/// ```
public struct FieldBinding<Answer: Sendable>: Sendable {
  let field: Field<Answer>
  let answers: Newest<Answer>
  let violated: Newest<[Violation]>
  let post: @Sendable (FieldContent) -> Void

  /// What the field says: the empty answer before the form has come, and once it has ended.
  public var value: Answer { answers.current ?? field.read(nil) }

  /// Gives an answer in the person's place, as `FormViewModel/set(_:in:)` does.
  ///
  /// It waits while the form cannot be changed, such as while it is loading, or the store decides; of several
  /// that wait the newest counts. What comes from the form is not set back: what the field says already
  /// changes nothing, however a person has written that; nor does what was taken last out of ``values``,
  /// though the person may have gone on typing.
  public func set(_ answer: Answer) {
    let content = field.content(for: answer)
    if !answers.isLastTaken(where: { field.content(for: $0) == content }) { post(content) }
  }

  /// What the field says from now on, beginning with what it says now.
  ///
  /// Of what was not taken in time the newest is kept alone. Ends with the form.
  public var values: some AsyncSequence<Answer, Never> & Sendable { answers.values }

  /// What is known to be wrong with the field from now on, while a person types as well, beginning with what
  /// is now.
  ///
  /// Of what was not taken in time the newest is kept alone. Ends with the form.
  public var violations: some AsyncSequence<[Violation], Never> & Sendable { violated.values }
}

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

/// A value that one thread changes, and that others read and follow.
final class Newest<Value: Sendable>: Sendable {
  private struct Follower {
    let stream: AsyncStream<Value>.Continuation

    /// What it was told last.
    var taken: Value?
  }

  private struct State {
    var current: Value?
    var isOver = false
    var followers: [Int: Follower] = [:]
    var count = 0
  }

  private let state = Synchronized(State())

  /// What it is now; `nil` where nothing was told yet, and at the end.
  var current: Value? { state.withState(\.current) }

  /// Changes it.
  func tell(_ value: Value) {
    state.withState { state in
      state.current = value
      for follower in state.followers.values { follower.stream.yield(value) }
    }
  }

  /// Ends what follows it.
  func end() {
    let followers = state.withState { state in
      defer { (state.current, state.isOver, state.followers) = (nil, true, [:]) }
      return state.followers
    }
    // Outside of the lock: each takes itself out of the followers.
    for follower in followers.values { follower.stream.finish() }
  }

  /// Whether one that follows it was told such a value last.
  func isLastTaken(where fits: (Value) -> Bool) -> Bool {
    state.withState { $0.followers.values.contains { $0.taken.map(fits) ?? false } }
  }

  /// What it is from now on, beginning with what it is now; of what was not taken in time the newest alone.
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

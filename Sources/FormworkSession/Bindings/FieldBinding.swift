public import FormworkCore

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

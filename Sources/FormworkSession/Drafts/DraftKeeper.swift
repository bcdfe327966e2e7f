public import FormworkCore

/// Where what was entered into forms is kept for another time.
///
/// Used by one thread at a time, which may block: see ``DraftJournal``. Injected, and faked in tests. What
/// is wrong costs the draft and never the form: see ``takeComplaint()``.
public protocol DraftKeeper: AnyObject {
  /// Whether what is handed over is kept.
  var isKeeping: Bool { get }

  /// What was kept of a form, if anything was.
  func draft(of form: FormDefinition) -> KeptDraft?

  /// Keeps a draft in the place of the one before; of an empty one nothing is kept.
  func keep(_ draft: Draft, of form: FormDefinition)

  /// Forgets what was kept of a form.
  func discardDraft(of form: FormDefinition)

  /// Whether something is kept of the form that is open.
  var hasDraft: Bool { get }

  /// The form is not open any more: what was kept of it may be offered to others.
  func close()

  /// What went wrong, or has to be known; told once.
  func takeComplaint() -> Message?
}

/// What decides whether the person goes on with a draft.
public enum DraftResumption: Sendable {
  /// The person is asked.
  case asked

  /// It is, and the person is told where there is none.
  case always

  /// It is not: what was kept goes.
  case never
}

public import FormworkCore

/// The storage of drafts.
///
/// Used by one thread at a time, which may block: see ``DraftWriter``. A problem costs the draft, but
/// never the form: see ``takeComplaint()``.
public protocol DraftStore: AnyObject {
  /// Whether drafts are kept.
  var isKeeping: Bool { get }

  /// Returns the draft of a form, if any.
  func draft(of form: FormDefinition) -> SavedDraft?

  /// Replaces the draft of a form; an empty draft is not kept.
  func keep(_ draft: Draft, of form: FormDefinition)

  /// Discards the draft of a form.
  func discardDraft(of form: FormDefinition)

  /// Whether a draft of the open form is kept.
  var hasDraft: Bool { get }

  /// Releases the draft of the form that was closed, so that other programs may offer it.
  func close()

  /// Returns a problem or other message for the user, once.
  func takeComplaint() -> Message?
}

public import FormworkCore
import FormworkOperations

/// Reads and writes drafts in order, on another thread than the front end, which never waits for them.
///
/// Several waiting changes of a draft are written at once. A form that ends waits for them, but at most five
/// seconds: the last entries are lost if the program is killed or the disk takes longer.
public final class DraftWriter: Sendable {
  /// The longest wait for the disk at the end of a form.
  package static let limit: Duration = .seconds(5)

  private enum Entry: Sendable {
    case read(FormDefinition, CheckedContinuation<SavedDraft?, Never>)
    case keep([DraftChange], FormDefinition, number: Int)
    case discard(FormDefinition, number: Int)
    case close
    case abandon
  }

  private struct Knowledge {
    var savesDrafts: Bool
    var hasDraft: Bool

    /// The number of changes passed to the queue, and the number of the last one that was performed.
    var submittedCount = 0
    var completedCount = 0
    var warnings: [Message] = []
  }

  private let knowledge: Synchronized<Knowledge>
  private let queue: SerialQueue<Entry>

  /// Creates a writer to a store, which the writer then owns.
  public init(_ store: sending any DraftStore) {
    let knowledge = Synchronized(
      Knowledge(savesDrafts: store.savesDrafts, hasDraft: store.hasDraft))
    // The queue performs one entry at a time: the store is never used by two threads at once.
    nonisolated(unsafe) let store = store
    nonisolated(unsafe) var draft = Draft()
    self.knowledge = knowledge
    queue = SerialQueue { last, next in
      switch (last, next) {
      case (.keep(let earlier, _, _), .keep(let later, let form, let number)):
        .keep(earlier + later, form, number: number)
      case (.keep, .discard): next
      default: nil
      }
    } perform: { entry in
      var found: SavedDraft?
      switch entry {
      case .read(let form, _):
        found = store.draft(of: form)
        draft = found?.draft ?? Draft()
      case .keep(let changes, let form, _):
        for change in changes { draft.apply(change) }
        store.keep(draft, of: form)
      case .discard(let form, _):
        draft = Draft()
        store.discardDraft(of: form)
      case .close, .abandon:
        draft = Draft()
        store.close()
      }
      knowledge.withState { knowledge in
        knowledge.savesDrafts = store.savesDrafts
        switch entry {
        case .keep(_, _, let number), .discard(_, let number):
          knowledge.completedCount = number
          knowledge.hasDraft = store.hasDraft
        case .read, .abandon: knowledge.hasDraft = store.hasDraft
        case .close: break  // The draft remains kept.
        }
        if let warning = store.takeWarning() { knowledge.warnings.append(warning) }
      }
      if case .read(_, let reader) = entry { reader.resume(returning: found) }
    }
  }

  /// Whether drafts are saved, as far as known so far.
  public var savesDrafts: Bool { knowledge.withState { $0.savesDrafts } }

  /// Whether everything entered into the open or last form is saved, and nothing is being written.
  public var hasDraft: Bool {
    knowledge.withState { $0.hasDraft && $0.completedCount == $0.submittedCount }
  }

  /// Returns the warnings since the last call.
  public func takeWarnings() -> [Message] {
    knowledge.withState { knowledge in
      defer { knowledge.warnings = [] }
      return knowledge.warnings
    }
  }

  /// Returns the draft of a form, if any.
  public func draft(of form: FormDefinition) async -> SavedDraft? {
    await withCheckedContinuation { queue.add(.read(form, $0)) }
  }

  /// Saves a change of the draft.
  public func keep(_ change: DraftChange, of form: FormDefinition) {
    queue.add(.keep([change], form, number: nextNumber()))
  }

  /// Discards the draft of a form.
  public func discardDraft(of form: FormDefinition) {
    queue.add(.discard(form, number: nextNumber()))
  }

  private func nextNumber() -> Int {
    knowledge.withState {
      $0.submittedCount += 1
      return $0.submittedCount
    }
  }

  /// Releases the draft of the form that was closed, so that other programs may offer it.
  public func close() { queue.add(.close) }

  /// Gives the draft up, because it could not be found in time.
  package func abandon() { queue.add(.abandon) }

  /// Waits until all entries are performed.
  public func settled() async { await queue.settled() }
}

/// The storage of drafts.
///
/// Used by one thread at a time, which may block: see ``DraftWriter``. A problem costs the draft, but
/// never the form: see ``takeWarning()``.
public protocol DraftStore: AnyObject {
  /// Whether drafts are saved.
  var savesDrafts: Bool { get }

  /// Returns the draft of a form, if any.
  func draft(of form: FormDefinition) -> SavedDraft?

  /// Replaces the draft of a form; an empty draft is not saved.
  func keep(_ draft: Draft, of form: FormDefinition)

  /// Discards the draft of a form.
  func discardDraft(of form: FormDefinition)

  /// Whether a draft of the open form is saved.
  var hasDraft: Bool { get }

  /// Releases the draft of the form that was closed, so that other programs may offer it.
  func close()

  /// Returns a problem or other message for the user, once.
  func takeWarning() -> Message?
}

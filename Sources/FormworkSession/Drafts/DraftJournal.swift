public import FormworkCore
import FormworkOperations

/// Has drafts read and written in order, away from the thread of a front end, which never waits for them.
///
/// If several changes of a draft wait to be written, they are written at once. A program that ends waits for
/// ``settled()``, a second at most: what was entered last is lost where the program is killed, or where the
/// disk takes longer.
public final class DraftJournal: Sendable {
  private enum Entry: Sendable {
    case read(FormDefinition, CheckedContinuation<KeptDraft?, Never>)
    case keep([DraftChange], FormDefinition, number: Int)
    case discard(FormDefinition, number: Int)
    case close
    case abandon
  }

  private struct Knowledge {
    var isKeeping: Bool
    var hasDraft: Bool

    /// How many drafts were handed over, or taken back, and the number of the last that was dealt with.
    var handedOver = 0
    var dealtWith = 0
    var complaints: [Message] = []
  }

  private let knowledge: Synchronized<Knowledge>
  private let queue: SerialQueue<Entry>

  /// Makes the journal of a keeper, which belongs to the journal from now on.
  public init(_ keeper: sending any DraftKeeper) {
    let knowledge = Synchronized(
      Knowledge(isKeeping: keeper.isKeeping, hasDraft: keeper.hasDraft))
    // The queue does one piece at a time: the keeper is never used by two threads at once.
    nonisolated(unsafe) let keeper = keeper
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
      var found: KeptDraft?
      switch entry {
      case .read(let form, _):
        found = keeper.draft(of: form)
        draft = found?.draft ?? Draft()
      case .keep(let changes, let form, _):
        for change in changes { draft.apply(change) }
        keeper.keep(draft, of: form)
      case .discard(let form, _):
        draft = Draft()
        keeper.discardDraft(of: form)
      case .close, .abandon:
        draft = Draft()
        keeper.close()
      }
      knowledge.withState { knowledge in
        knowledge.isKeeping = keeper.isKeeping
        switch entry {
        case .keep(_, _, let number), .discard(_, let number):
          knowledge.dealtWith = number
          knowledge.hasDraft = keeper.hasDraft
        case .read, .abandon: knowledge.hasDraft = keeper.hasDraft
        case .close: break  // What was kept stays so.
        }
        if let complaint = keeper.takeComplaint() { knowledge.complaints.append(complaint) }
      }
      if case .read(_, let reader) = entry { reader.resume(returning: found) }
    }
  }

  /// Whether what is handed over is kept, as far as is known by now.
  public var isKeeping: Bool { knowledge.withState { $0.isKeeping } }

  /// Whether all that was handed over of the form that is open, or was open last, is kept: as long as
  /// anything is still being written, nothing is promised.
  public var hasDraft: Bool {
    knowledge.withState { $0.hasDraft && $0.dealtWith == $0.handedOver }
  }

  /// What went wrong, or has to be known; told once.
  public func takeComplaints() -> [Message] {
    knowledge.withState { knowledge in
      defer { knowledge.complaints = [] }
      return knowledge.complaints
    }
  }

  /// What was kept of a form, if anything was.
  public func draft(of form: FormDefinition) async -> KeptDraft? {
    await withCheckedContinuation { queue.add(.read(form, $0)) }
  }

  /// Has a change of the draft kept.
  public func keep(_ change: DraftChange, of form: FormDefinition) {
    queue.add(.keep([change], form, number: nextNumber()))
  }

  /// Has what was kept of a form forgotten.
  public func discardDraft(of form: FormDefinition) {
    queue.add(.discard(form, number: nextNumber()))
  }

  private func nextNumber() -> Int {
    knowledge.withState { knowledge in
      knowledge.handedOver += 1
      return knowledge.handedOver
    }
  }

  /// The form is not open any more: what was kept of it may be offered to others.
  public func close() { queue.add(.close) }

  /// Nothing is kept of the form any more: it could not be found out in time whether anything was.
  func abandon() { queue.add(.abandon) }

  /// Waits until all that was handed over has been dealt with.
  public func settled() async { await queue.settled() }
}

import FormworkCore
import FormworkSession
import TestSupport

/// Keeps drafts as a test says, and may hang like a remote file.
final class ScriptedDrafts: DraftStore, Sendable {
  struct State: Sendable {
    var drafts: [Draft] = []
    var discardCount = 0
    var closeCount = 0
    var kept: SavedDraft?
    var warning: Message?
    var savesDrafts = true

    /// Whether the drafts turn out to be untrusted only while they are read.
    var isDistrusted = false

    /// Whether new calls never end.
    var isHanging = false

    /// The number of calls that have begun.
    var callCount = 0
  }

  let state = Synchronized(State())

  var savesDrafts: Bool { state.current.savesDrafts }
  var hasDraft: Bool { state.current.drafts.last?.isEmpty == false }

  func draft(of form: FormDefinition) -> SavedDraft? {
    call { state in
      if state.isDistrusted { state.savesDrafts = false }
      return state.kept
    }
  }

  func keep(_ draft: Draft, of form: FormDefinition) { call { $0.drafts.append(draft) } }
  func discardDraft(of form: FormDefinition) { call { $0.discardCount += 1 } }
  func close() { call { $0.closeCount += 1 } }

  func takeWarning() -> Message? {
    state.change { state in
      defer { state.warning = nil }
      return state.warning
    }
  }

  private func call<Result>(_ body: (inout State) -> Result) -> Result {
    state.change { $0.callCount += 1 }
    _ = state.wait { $0.isHanging ? nil : () }
    return state.change(body)
  }
}

@testable import FormworkCore
import FormworkSession
import TestSupport
import Testing

/// Drafts in a file that does not answer, as on a remote disk: the form continues to work.
@Suite struct HangingFileTests {
  /// Returns a form whose first draft is never written completely.
  private func hangingDesk() throws -> Desk {
    let desk = try Desk()
    try desk.open()
    desk.draftStore.state.change { $0.isHanging = true }
    desk.enter("name", "an")
    let hasBegun = desk.draftStore.state.wait { $0.callCount > 1 ? true : nil }
    #expect(hasBegun == true)
    return desk
  }

  @Test func keysAreAnsweredMeanwhile() async throws {
    try await onThreadOfItsOwn {
      let desk = try hangingDesk()
      let name = desk.node("name")
      #expect(
        desk.edit("name", "").contains(.change(.set(name, .explanation, .text("required")))))
      #expect(desk.post(.go(.next)).last == .flush(revision: desk.viewModel.tree.revision))
      #expect(desk.picture.focus == desk.node("secret"))
      #expect(!desk.journal.hasDraft)
      desk.draftStore.state.change { $0.isHanging = false }
      _ = desk.kept
    }
  }

  @Test func theNewestWins() async throws {
    try await onThreadOfItsOwn {
      let desk = try hangingDesk()
      for text in ["ann", "anna", "anne"] {
        desk.enter("name", text)
      }
      desk.draftStore.state.change { $0.isHanging = false }
      #expect(
        desk.kept.drafts
          == ["an", "anne"].map { Draft(contents: ["name": .text($0)], touched: ["name"]) })
    }
  }

  /// Changes that were collected meanwhile are written as a whole.
  @Test func noPieceIsLost() async throws {
    try await onThreadOfItsOwn {
      let desk = try hangingDesk()
      let form = try #require(desk.viewModel.definition)
      for path: FieldID in ["one", "two"] {
        let entered = Draft(contents: [path: .text("x")])
        desk.journal.keep(DraftChange(emptied: [], cleared: ["name"], entered: entered), of: form)
      }
      desk.draftStore.state.change { $0.isHanging = false }
      #expect(desk.kept.drafts.last == Draft(contents: ["one": .text("x"), "two": .text("x")]))
    }
  }

  /// A draft starts from the resumed one until that is discarded, or the form is closed.
  @Test func aDraftGoesOnWithWhatWasRead() async throws {
    let draftStore = ScriptedDrafts()
    draftStore.state.change { $0.kept = SavedDraft(Draft(contents: ["a": .text("x")]), at: "noon") }
    let (journal, form) = (DraftWriter(draftStore), try Desk.form())
    func keep(_ path: FieldID) async {
      let entered = Draft(contents: [path: .text("x")])
      journal.keep(DraftChange(emptied: [], cleared: [], entered: entered), of: form)
      await journal.settled()
    }
    _ = await journal.draft(of: form)
    await keep("b")
    journal.discardDraft(of: form)
    await keep("c")
    journal.close()
    await keep("d")
    let kept = draftStore.state.current.drafts.map { $0.contents.keys.map(\.rawValue).sorted() }
    #expect(kept == [["a", "b"], ["c"], ["d"]])
  }

  @Test func theEndIsWaitedForFiveSecondsAtMost() async throws {
    try await onThreadOfItsOwn {
      let desk = try hangingDesk()
      desk.pendingSignal = 15
      #expect(desk.take().last == .detach(.signal))
      #expect(desk.session.ending == .interrupted(15))
      #expect(!desk.session.settle(limit: .zero))
      #expect(desk.clock.waitForSleepers([.seconds(10), .seconds(5)]))
      desk.clock.advance(by: .seconds(5))
      #expect(desk.session.settle(limit: defaultLimit))
      #expect(desk.endings == ["cancelled -"])
      // Unwritten drafts are not announced.
      #expect(!desk.journal.hasDraft)
      desk.draftStore.state.change { $0.isHanging = false }
      _ = desk.kept
    }
  }

  @Test func nothingIsToldOfAFormThatHasEnded() async throws {
    try await withOpenForm { desk in
      try desk.fillIn()
      _ = desk.kept
      desk.draftStore.state.change { $0.isHanging = true }
      let (_, pending) = try desk.submit()
      desk.take()
      pending.give(.accepted("receipt"))
      #expect(desk.wakeUp.wait(limit: defaultLimit))
      #expect(desk.take() == [])
      #expect(desk.viewModel.state == .submitted)
      #expect(desk.session.ending == nil)
      desk.draftStore.state.change { $0.isHanging = false }
      #expect(desk.take { desk.session.ending == .finished })
      #expect(desk.kept.discardCount == 1)
    }
  }

  @Test func whatIsWrittenInTimeIsThere() async throws {
    try await onThreadOfItsOwn {
      let desk = try hangingDesk()
      desk.pendingSignal = 15
      desk.take()
      desk.draftStore.state.change { $0.isHanging = false }
      #expect(desk.session.settle(limit: defaultLimit))
      #expect(desk.journal.hasDraft)
    }
  }

  @Test func aFormBeginsWithoutItsDraft() async throws {
    try await onThreadOfItsOwn {
      let desk = try Desk()
      desk.draftStore.state.change { $0.isHanging = true }
      desk.take()
      try desk.operations.nextLoad().give(Desk.form())
      #expect(desk.wakeUp.wait(limit: defaultLimit))
      desk.take()
      #expect(desk.viewModel.state == .loading(LoadID(rawValue: 1)))
      #expect(desk.clock.waitForSleepers([.seconds(1)]))
      desk.clock.advance(by: .seconds(1))
      #expect(desk.take { desk.viewModel.state == .editing })
      #expect(
        desk.messages == [.key("draft.notReadInTime")])
      // The complaint arrives as soon as it is known.
      desk.draftStore.state.change { ($0.complaint, $0.isHanging) = ("late", false) }
      #expect(desk.take { desk.messages.last == "late" })
      // The message before leaving stays correct.
      desk.edit("name", "ann")
      desk.post(.back())
      #expect(desk.label(of: .alert) == .text("Leave? Your entries will be lost."))
      _ = desk.kept
    }
  }
}

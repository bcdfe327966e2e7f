@testable import FormworkCore
import FormworkSession
import TestSupport
import Testing

/// Drafts in a file that does not answer, as on a remote disk: the form continues to work.
@Suite struct HangingFileTests {
  /// Returns a form whose first draft is never written completely.
  private func hangingBench() throws -> FormBench {
    let bench = try FormBench()
    try bench.open()
    bench.draftStore.state.change { $0.isHanging = true }
    bench.enter("name", "an")
    let hasBegun = bench.draftStore.state.wait { $0.callCount > 1 ? true : nil }
    #expect(hasBegun == true)
    return bench
  }

  @Test func keysAreAnsweredMeanwhile() async throws {
    try await onThreadOfItsOwn {
      let bench = try hangingBench()
      let name = bench.node("name")
      #expect(
        bench.edit("name", "").contains(.change(.set(name, .explanation, .text("required")))))
      #expect(bench.post(.go(.next)).last == .flush(revision: bench.viewModel.tree.revision))
      #expect(bench.picture.focus == bench.node("secret"))
      #expect(!bench.draftWriter.hasDraft)
      bench.draftStore.state.change { $0.isHanging = false }
      _ = bench.kept
    }
  }

  @Test func theNewestWins() async throws {
    try await onThreadOfItsOwn {
      let bench = try hangingBench()
      for text in ["ann", "anna", "anne"] {
        bench.enter("name", text)
      }
      bench.draftStore.state.change { $0.isHanging = false }
      #expect(
        bench.kept.drafts
          == ["an", "anne"].map { Draft(contents: ["name": .text($0)], touched: ["name"]) })
    }
  }

  /// Changes that were collected meanwhile are written as a whole.
  @Test func noPieceIsLost() async throws {
    try await onThreadOfItsOwn {
      let bench = try hangingBench()
      let form = try #require(bench.viewModel.definition)
      for path: FieldID in ["one", "two"] {
        let entered = Draft(contents: [path: .text("x")])
        bench.draftWriter.keep(
          DraftChange(emptied: [], cleared: ["name"], entered: entered), of: form)
      }
      bench.draftStore.state.change { $0.isHanging = false }
      #expect(bench.kept.drafts.last == Draft(contents: ["one": .text("x"), "two": .text("x")]))
    }
  }

  /// A draft starts from the resumed one until that is discarded, or the form is closed.
  @Test func aDraftGoesOnWithWhatWasRead() async throws {
    let draftStore = ScriptedDrafts()
    draftStore.state.change { $0.kept = SavedDraft(Draft(contents: ["a": .text("x")]), at: "noon") }
    let (writer, form) = (DraftWriter(draftStore), try FormBench.form())
    func keep(_ path: FieldID) async {
      let entered = Draft(contents: [path: .text("x")])
      writer.keep(DraftChange(emptied: [], cleared: [], entered: entered), of: form)
      await writer.settled()
    }
    _ = await writer.draft(of: form)
    await keep("b")
    writer.discardDraft(of: form)
    await keep("c")
    writer.close()
    await keep("d")
    let kept = draftStore.state.current.drafts.map { $0.contents.keys.map(\.rawValue).sorted() }
    #expect(kept == [["a", "b"], ["c"], ["d"]])
  }

  @Test func theEndIsWaitedForFiveSecondsAtMost() async throws {
    try await onThreadOfItsOwn {
      let bench = try hangingBench()
      bench.pendingSignal = 15
      #expect(bench.take().last == .detach(.signal))
      #expect(bench.session.endReason == .interrupted(15))
      #expect(!bench.session.settle(limit: .zero))
      #expect(bench.clock.waitForSleepers([.seconds(10), .seconds(5)]))
      bench.clock.advance(by: .seconds(5))
      #expect(bench.session.settle(limit: defaultLimit))
      #expect(bench.endings == ["cancelled -"])
      // Unwritten drafts are not announced.
      #expect(!bench.draftWriter.hasDraft)
      bench.draftStore.state.change { $0.isHanging = false }
      _ = bench.kept
    }
  }

  @Test func nothingIsToldOfAFormThatHasEnded() async throws {
    try await withOpenForm { bench in
      try bench.fillIn()
      _ = bench.kept
      bench.draftStore.state.change { $0.isHanging = true }
      let (_, pending) = try bench.submit()
      bench.take()
      pending.give(.accepted("receipt"))
      #expect(bench.wakeUp.wait(limit: defaultLimit))
      #expect(bench.take() == [])
      #expect(bench.viewModel.state == .submitted)
      #expect(bench.session.endReason == nil)
      bench.draftStore.state.change { $0.isHanging = false }
      #expect(bench.take { bench.session.endReason == .finished })
      #expect(bench.kept.discardCount == 1)
    }
  }

  @Test func whatIsWrittenInTimeIsThere() async throws {
    try await onThreadOfItsOwn {
      let bench = try hangingBench()
      bench.pendingSignal = 15
      bench.take()
      bench.draftStore.state.change { $0.isHanging = false }
      #expect(bench.session.settle(limit: defaultLimit))
      #expect(bench.draftWriter.hasDraft)
    }
  }

  @Test func aFormBeginsWithoutItsDraft() async throws {
    try await onThreadOfItsOwn {
      let bench = try FormBench()
      bench.draftStore.state.change { $0.isHanging = true }
      bench.take()
      try bench.operations.nextLoad().give(FormBench.form())
      #expect(bench.wakeUp.wait(limit: defaultLimit))
      bench.take()
      #expect(bench.viewModel.state == .loading(LoadID(rawValue: 1)))
      #expect(bench.clock.waitForSleepers([.seconds(1)]))
      bench.clock.advance(by: .seconds(1))
      #expect(bench.take { bench.viewModel.state == .editing })
      #expect(
        bench.messages == [.key("draft.notReadInTime")])
      // The complaint arrives as soon as it is known.
      bench.draftStore.state.change { ($0.warning, $0.isHanging) = ("late", false) }
      #expect(bench.take { bench.messages.last == "late" })
      // The message before leaving stays correct.
      bench.edit("name", "ann")
      bench.post(.back())
      #expect(bench.label(of: .alert) == .text("Leave? Your entries will be lost."))
      _ = bench.kept
    }
  }
}

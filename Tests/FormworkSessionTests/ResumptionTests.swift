import FormworkCore
import FormworkSession
import TestSupport
import Testing

@Suite struct ResumptionTests {
  private static let kept = SavedDraft(
    Draft(contents: ["name": .text("ann")], touched: ["name"]), at: "at noon")

  private func opened(
    _ kept: SavedDraft?, _ resumption: DraftResumption = .asked, isDistrusted: Bool = false
  ) throws -> FormBench {
    let bench = try FormBench()
    bench.draftStore.state.change { state in
      (state.kept, state.isDistrusted) = (kept, isDistrusted)
      state.warning = isDistrusted ? .key("draft.notReadInTime") : nil
    }
    bench.resumption = resumption
    bench.take()
    try bench.operations.nextLoad().give(FormBench.form())
    _ = bench.take { ![.blank, .loading(LoadID(rawValue: 1))].contains(bench.viewModel.state) }
    return bench
  }

  @Test func thePersonIsAskedAndTheValueIsCheckedAgain() async throws {
    try await onThreadOfItsOwn {
      let bench = try opened(Self.kept)
      #expect(bench.viewModel.state == .offeringDraft(Self.kept.draft))
      #expect(
        bench.label(of: .alert)
          == .text("This form was begun and not submitted, at noon. Resume it?"))
      bench.press("resume")
      let (request, pending) = try bench.operations.nextCheck()
      #expect(request.answers == Answers(["name": .text("ann")]))
      pending.give(.customError("taken"))
      #expect(
        bench.take { bench.viewModel.state(of: "name") == .refused(.customError("taken")) })
      #expect(bench.kept.discardCount == 0)
      #expect(bench.kept.drafts == [])
    }
  }

  @Test func startingOverDiscardsIt() async throws {
    try await onThreadOfItsOwn {
      let bench = try opened(Self.kept)
      bench.press("startAnew")
      #expect(bench.viewModel.state == .editing)
      #expect(bench.kept.discardCount == 1)
    }
  }

  @Test func whoDeclinesHasItForgottenToo() async throws {
    try await onThreadOfItsOwn {
      let bench = try opened(nil)
      try bench.fillIn()
      _ = bench.kept
      bench.screen.answered(Alert.Button("decline", label: "", role: .decline))
      #expect(bench.viewModel.state == .declined)
      #expect(bench.kept.discardCount == 1)
    }
  }

  @Test func itCanBeDecidedBefore() async throws {
    try await onThreadOfItsOwn {
      let resumed = try opened(Self.kept, .always)
      #expect(resumed.viewModel.content(of: "name") == .text("ann"))
      #expect(resumed.viewModel.state == .editing)
      let begun = try opened(Self.kept, .never)
      #expect(begun.viewModel.content(of: "name") == .text(""))
      #expect(begun.kept.discardCount == 1)
      #expect(begun.messages == [])
      let missing = try opened(nil, .always)
      #expect(missing.messages == [.key("nothingToResume")])
      // There may be an untrusted draft.
      let distrusted = try opened(nil, .always, isDistrusted: true)
      #expect(distrusted.messages == [.key("draft.notReadInTime")])
      #expect(try opened(nil, .never).kept.discardCount == 0)
    }
  }

  @Test func whatIsSubmittedIsForgotten() async throws {
    try await withOpenForm { bench in
      try bench.fillIn()
      #expect(bench.kept.drafts == [Self.kept.draft])
      let (_, pending) = try bench.submit()
      #expect(bench.kept.discardCount == 0)
      pending.give(.accepted("receipt"))
      #expect(bench.take { bench.session.endReason == .finished })
      #expect(bench.kept.discardCount == 1)
    }
  }

  /// The draft of a form that is not displayed may be offered to another.
  @Test func aFormOffTheScreenLetsGoOfItsDraft() async throws {
    try await onThreadOfItsOwn {
      let bench = try opened(Self.kept)
      #expect(bench.kept.closeCount == 0)
      bench.screen.close()
      #expect(bench.kept.closeCount == 1)
    }
  }

  /// A program that is killed loses no text that was typed earlier.
  @Test func aTextThatWasNotCommittedIsKeptAfterAPause() async throws {
    try await withOpenForm { bench in
      bench.edit("name", "an")
      #expect(bench.clock.waitForSleepers([.milliseconds(300), .seconds(2)]))
      bench.clock.advance(by: .seconds(1))
      // Further edits do not delay it.
      bench.edit("name", "ann")
      #expect(bench.kept.drafts == [])
      bench.clock.advance(by: .seconds(1))
      #expect(bench.take { !bench.kept.drafts.isEmpty })
      #expect(bench.kept.drafts == [Draft(contents: ["name": .text("ann")], touched: ["name"])])
    }
  }

  @Test func troubleIsANoticeAndTheFormGoesOn() async throws {
    try await onThreadOfItsOwn {
      let bench = try opened(nil)
      bench.draftStore.state.change {
        $0.warning = "draft x: full"
        $0.savesDrafts = false
      }
      bench.enter("name", "ann")
      #expect(bench.take { !bench.messages.isEmpty })
      #expect(bench.messages == ["draft x: full"])
      #expect(bench.label(of: .notice) == .text("draft x: full"))
      // The message before leaving stays correct.
      bench.post(.back())
      #expect(bench.label(of: .alert) == .text("Leave? Your entries will be lost."))
    }
  }
}

import FormworkCore
import FormworkSession
import TestSupport
import Testing

@Suite struct ResumptionTests {
  private static let kept = SavedDraft(
    Draft(contents: ["name": .text("ann")], touched: ["name"]), at: "at noon")

  private func opened(
    _ kept: SavedDraft?, _ resumption: DraftResumption = .asked, isDistrusted: Bool = false
  ) throws -> Desk {
    let desk = try Desk()
    desk.draftStore.state.change { state in
      (state.kept, state.isDistrusted) = (kept, isDistrusted)
      state.complaint = isDistrusted ? .key("draft.notReadInTime") : nil
    }
    desk.resumption = resumption
    desk.take()
    try desk.operations.nextLoad().give(Desk.form())
    _ = desk.take { ![.blank, .loading(LoadID(rawValue: 1))].contains(desk.viewModel.state) }
    return desk
  }

  @Test func thePersonIsAskedAndTheValueIsCheckedAgain() async throws {
    try await onThreadOfItsOwn {
      let desk = try opened(Self.kept)
      #expect(desk.viewModel.state == .offeringDraft(Self.kept.draft))
      #expect(
        desk.label(of: .alert)
          == .text("This form was begun and not submitted, at noon. Resume it?"))
      desk.press("resume")
      let (request, pending) = try desk.operations.nextCheck()
      #expect(request.answers == Answers(["name": .text("ann")]))
      pending.give(.customError("taken"))
      #expect(
        desk.take { desk.viewModel.state(of: "name") == .refused(.customError("taken")) })
      #expect(desk.kept.discardCount == 0)
      #expect(desk.kept.drafts == [])
    }
  }

  @Test func startingOverDiscardsIt() async throws {
    try await onThreadOfItsOwn {
      let desk = try opened(Self.kept)
      desk.press("startAnew")
      #expect(desk.viewModel.state == .editing)
      #expect(desk.kept.discardCount == 1)
    }
  }

  @Test func whoDeclinesHasItForgottenToo() async throws {
    try await onThreadOfItsOwn {
      let desk = try opened(nil)
      try desk.fillIn()
      _ = desk.kept
      desk.screen.answered(Alert.Button("decline", label: "", role: .decline))
      #expect(desk.viewModel.state == .declined)
      #expect(desk.kept.discardCount == 1)
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
    try await withOpenForm { desk in
      try desk.fillIn()
      #expect(desk.kept.drafts == [Self.kept.draft])
      let (_, pending) = try desk.submit()
      #expect(desk.kept.discardCount == 0)
      pending.give(.accepted("receipt"))
      #expect(desk.take { desk.session.ending == .finished })
      #expect(desk.kept.discardCount == 1)
    }
  }

  /// The draft of a form that is not displayed may be offered to another.
  @Test func aFormOffTheScreenLetsGoOfItsDraft() async throws {
    try await onThreadOfItsOwn {
      let desk = try opened(Self.kept)
      #expect(desk.kept.closeCount == 0)
      desk.screen.close()
      #expect(desk.kept.closeCount == 1)
    }
  }

  /// A program that is killed loses no text that was typed earlier.
  @Test func aTextThatWasNotCommittedIsKeptAfterAPause() async throws {
    try await withOpenForm { desk in
      desk.edit("name", "an")
      #expect(desk.clock.waitForSleepers([.milliseconds(300), .seconds(2)]))
      desk.clock.advance(by: .seconds(1))
      // Further edits do not delay it.
      desk.edit("name", "ann")
      #expect(desk.kept.drafts == [])
      desk.clock.advance(by: .seconds(1))
      #expect(desk.take { !desk.kept.drafts.isEmpty })
      #expect(desk.kept.drafts == [Draft(contents: ["name": .text("ann")], touched: ["name"])])
    }
  }

  @Test func troubleIsANoticeAndTheFormGoesOn() async throws {
    try await onThreadOfItsOwn {
      let desk = try opened(nil)
      desk.draftStore.state.change {
        $0.complaint = "draft x: full"
        $0.isKeeping = false
      }
      desk.enter("name", "ann")
      #expect(desk.take { !desk.messages.isEmpty })
      #expect(desk.messages == ["draft x: full"])
      #expect(desk.label(of: .notice) == .text("draft x: full"))
      // The message before leaving stays correct.
      desk.post(.back())
      #expect(desk.label(of: .alert) == .text("Leave? Your entries will be lost."))
    }
  }
}

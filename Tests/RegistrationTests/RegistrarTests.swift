import FormworkCore
import FormworkSession
import Testing

@testable import registration

/// What is said of a form once it has been left.
@Suite struct RegistrarTests {
  /// A keeper of drafts that has one or has none.
  private final class Keeper: DraftKeeper {
    let isKeeping = true
    let hasDraft: Bool

    init(hasDraft: Bool) { self.hasDraft = hasDraft }

    func draft(of form: FormDefinition) -> KeptDraft? { nil }
    func keep(_ draft: Draft, of form: FormDefinition) {}
    func discardDraft(of form: FormDefinition) {}
    func close() {}
    func takeComplaint() -> Message? { nil }
  }

  @Test(
    arguments: [
      (nil, "No account was made."),
      (Message.submissionFailed(.failed("full")), "No account was made."),
      (.submissionFailed(.timedOut), "It is not known whether an account was made."),
    ])
  func whatHasBecomeOfTheForm(_ said: Message?, _ sentence: String) {
    for (hasDraft, kept) in [
      (false, ""),
      (true, " What was entered is kept for another time, but for the passwords."),
    ] {
      let registrar = Registrar(drafts: DraftJournal(Keeper(hasDraft: hasDraft)))
      if let said { registrar.said(said) }
      #expect(Catalogue.registration.text(for: registrar.outcome) == sentence + kept)
    }
    #expect(Registrar(drafts: nil).outcome == "outcome.none")
  }
}

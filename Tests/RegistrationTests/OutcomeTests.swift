import Accounts
import Formwork
import FormworkCore
import FormworkStorage
import Testing

@testable import registration

struct OutcomeTests {
  private final class FakeDraftStore: DraftStore {
    let savesDrafts = true
    let hasDraft: Bool

    init(hasDraft: Bool) { self.hasDraft = hasDraft }

    func draft(of form: FormDefinition) -> SavedDraft? { nil }
    func keep(_ draft: Draft, of form: FormDefinition) {}
    func discardDraft(of form: FormDefinition) {}
    func close() {}
    func takeWarning() -> Message? { nil }
  }

  @Test(
    arguments: [
      (nil, "No account was made."),
      (Message.submissionFailed(.failed("full")), "No account was made."),
      (.submissionFailed(.timedOut), "It is not known whether an account was made."),
      (
        .submissionFailed(.outcomeUnknown("it may be done")),
        "It is not known whether an account was made."
      ),
    ])
  func whatHasBecomeOfTheForm(_ said: Message?, _ sentence: String) {
    for (hasDraft, kept) in [
      (false, ""),
      (true, " Your entries are saved for another time, except the passwords."),
    ] {
      let recorder = FormResultRecorder<Home>()
      if let said { recorder.showed(said) }
      let outcome = recorder.outcome(drafts: DraftWriter(FakeDraftStore(hasDraft: hasDraft)))
      #expect(Catalogue.registration.text(for: outcome) == sentence + kept)
    }
    #expect(FormResultRecorder<Home>().outcome(drafts: nil) == .key("outcome.none"))
  }

  /// The greeting of a new member is printed after the front end has left.
  @Test func theGreetingLasts() {
    let account = Account(
      username: "ann", givenName: "Ann", familyName: "Lee", email: "")
    let screen = Home(account: account, accountCount: 1).screen()
    screen.open()
    let shown = [screen.tree.root].compactMap(\.self).flatMap {
      [$0] + (screen.tree[$0]?.children ?? [])
    }
    #expect(
      shown.compactMap { screen.tree[$0] }.map {
        [$0.name: Dictionary(uniqueKeysWithValues: $0.properties.map { ($0.property, $0.value) })]
      } == [
        ["home": [.label: .text("Registered"), .lasting: .number(1)]],
        [
          "greeting": [
            .label: .text("Welcome, Ann Lee. Your username is ann."), .lasting: .number(1),
          ]
        ],
        ["population": [.label: .text("There is 1 account."), .lasting: .number(1)]],
      ])
  }
}

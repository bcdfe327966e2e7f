import Accounts
import AccountsSQLite
import FormworkCore
import Testing

@Suite struct AccountStoreErrorTests {
  private struct Strike: StoreReason {
    var days = 1

    var message: Message { .verbatim("the clerks are on strike for \(days) days: wait") }
  }

  @Test(
    arguments: [
      (.cancelled, "the accounts were not waited for: ask again whether it was done"),
      (
        .invalidSubmission,
        "a submission's key has to be 1 to 128 visible characters of ASCII: choose another"
      ),
      (
        .sessionEnded,
        "you are no longer signed in, for the account is gone or its password was changed elsewhere: "
          + "sign in again"
      ),
      (.notAllowed, "only an administrator may do that: sign in as one"),
      (
        .orderNotAllowed,
        "when others were last seen or changed is told to members alone, and so is that order: sign in, "
          + "or choose another one"
      ),
      (.unavailable(Strike(days: 2)), "the clerks are on strike for 2 days: wait"),
    ] as [(AccountStoreError, String)])
  func description(of error: AccountStoreError, is line: String) {
    #expect(Catalogue.accounts.text(for: error.message) == line)
  }

  @Test func reasonsAreComparedWithTheirKind() {
    let errors: [AccountStoreError] = [
      .cancelled, .invalidSubmission, .sessionEnded, .notAllowed, .orderNotAllowed,
      .unavailable(Strike()),
      .unavailable(Strike(days: 2)),
      .unavailable(SQLiteStoreError.hashingFailed),
    ]
    for (index, error) in errors.enumerated() {
      #expect(errors.map { $0 == error } == errors.indices.map { $0 == index })
    }
  }
}

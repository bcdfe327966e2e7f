import Accounts
import AccountsSQLite
import FormworkCore
import Testing

@Suite struct AccountStoreErrorTests {
  @Test(
    arguments: [
      (.cancelled, "the request was cancelled: check whether it was done"),
      (
        .invalidSubmission,
        "a submission's key has to be 1 to 128 visible characters of ASCII: choose another"
      ),
      (
        .accountDeleted,
        "the account was registered and has been deleted since: open the form again for another one"
      ),
      (
        .sessionEnded,
        "you are no longer signed in, because the account was deleted or its password was changed "
          + "elsewhere: sign in again"
      ),
      (.notAllowed, "only an administrator may do that: sign in as one"),
      (
        .orderNotAllowed,
        "only members may see when others were last seen or changed: sign in, or choose another order"
      ),
      (
        .outcomeUnknown(at: "https://example.org"),
        "https://example.org may have done it, but gave no valid answer: check before you try again"
      ),
      (.away("the clerks are at lunch"), "the clerks are at lunch"),
      (.unavailable("the clerks are on strike"), "the clerks are on strike"),
      (
        .hashingFailed,
        "the password could not be hashed for lack of memory: close other programs and try again"
      ),
    ] as [(AccountStoreError, String)])
  func description(of error: AccountStoreError, is line: String) {
    #expect(
      Catalogue.accounts.overriding(Catalogue.sqliteStore.entries)
        .text(for: error.message) == line)
  }
}

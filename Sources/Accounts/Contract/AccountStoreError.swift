package import FormworkCore

/// The reason if a store gives no answer.
///
/// The message never quotes what is stored.
package enum AccountStoreError: UserMessageError, Equatable {
  case cancelled
  /// The key of a submission is no ``SubmissionKey``.
  case invalidSubmission
  /// The account of an earlier try of the submission was deleted.
  case accountDeleted
  /// The session's account is gone, or its password was changed elsewhere.
  case sessionEnded
  /// Only an administrator may do that.
  case notAllowed
  /// Only members may see the values of the order.
  case orderNotAllowed
  /// A change may have been made, but the answer from this address is missing.
  case outcomeUnknown(at: String)
  /// The service with the accounts cannot be reached now, and may be later.
  case away(Message)
  /// The store cannot answer, for a reason of its own; the message names a remedy, too.
  case unavailable(Message)

  package var message: Message {
    switch self {
    case .cancelled, .accountDeleted, .sessionEnded, .notAllowed, .orderNotAllowed:
      .key("accounts", of: caseName(of: self))
    case .invalidSubmission: SubmissionKey.expectation
    case .outcomeUnknown(let address):
      .key("accounts", of: caseName(of: self), ["address": .path(address)])
    case .away(let reason), .unavailable(let reason): reason
    }
  }

  package var isOutcomeUnknown: Bool {
    if case .outcomeUnknown = self { true } else { false }
  }
}

extension AccountStoreError {
  /// The memory for a password's hash is missing.
  package static let hashingFailed = AccountStoreError.unavailable(.key("store.hashingFailed"))
}

extension Catalogue {
  /// The sentences of every store in English.
  package static let accounts = Catalogue([
    "accounts.cancelled": "the request was cancelled: check whether it was done",
    "accounts.invalidSubmission":
      """
    a submission's key has to be {minimum} to {maximum} visible characters of ASCII: choose another
    """,
    "accounts.accountDeleted":
      "the account was registered and has been deleted since: open the form again for another one",
    "accounts.sessionEnded":
      """
    you are no longer signed in, because the account was deleted or its password was changed \
    elsewhere: sign in again
    """,
    "accounts.notAllowed": "only an administrator may do that: sign in as one",
    "accounts.orderNotAllowed":
      """
    only members may see when others were last seen or changed: sign in, or choose another order
    """,
    "accounts.outcomeUnknown":
      "{address} may have done it, but gave no valid answer: check before you try again",
    "store.hashingFailed":
      "the password could not be hashed for lack of memory: close other programs and try again",
  ])
}

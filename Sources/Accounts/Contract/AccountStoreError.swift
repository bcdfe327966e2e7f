/// Why a store gave no answer.
///
/// The description is one line for the person, and never quotes what is stored.
package enum AccountStoreError: Error {
  /// The task was cancelled.
  case cancelled
  /// What a submission is sent under is no ``SubmissionKey``.
  case invalidSubmission
  /// The store cannot answer, for a reason of its own.
  case unavailable(any StoreReason)
}

/// A reason for which one kind of store cannot answer, in a type of that store's.
///
/// The description is one line for the person, with the mend.
package protocol StoreReason: Error, Equatable, CustomStringConvertible {}

extension AccountStoreError: Equatable {
  package static func == (one: AccountStoreError, other: AccountStoreError) -> Bool {
    switch (one, other) {
    case (.cancelled, .cancelled), (.invalidSubmission, .invalidSubmission): true
    case (.unavailable(let one), .unavailable(let other)): one.equals(other)
    case (.cancelled, _), (.invalidSubmission, _), (.unavailable, _): false
    }
  }
}

extension StoreReason {
  fileprivate func equals(_ other: any StoreReason) -> Bool { self == other as? Self }
}

extension AccountStoreError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .cancelled: "the accounts were not waited for: ask again whether it was done"
    case .invalidSubmission:
      "a submission's key has to be \(SubmissionKey.expectation): choose another"
    case .unavailable(let reason): reason.description
    }
  }
}

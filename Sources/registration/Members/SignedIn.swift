import Accounts

/// A member who has signed in.
struct SignedIn: Sendable {
  var session: AccountSession

  /// The account as it was when the member signed in, or last changed it.
  var member: Member
}

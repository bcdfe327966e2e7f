/// A reader of members, with the rights to see them.
package enum Viewer: Equatable, Sendable {
  /// A reader who has not signed in.
  case anonymous
  /// A member, with the ``Member/id``.
  case member(Int64)
  case administrator

  /// Creates the reader who owns an account.
  package init(_ id: Int64, isAdministrator: Bool) {
    self = isAdministrator ? .administrator : .member(id)
  }

  /// Checks whether the reader may see the values of an order.
  package func check(_ order: MemberOrder) throws(AccountStoreError) {
    if order.isForMembersOnly, self == .anonymous { throw .orderNotAllowed }
  }

  /// Returns the part of an account that the reader may see.
  package func view(of account: Account, id: Int64, _ record: Member.Record) -> Member {
    let (isOwn, isKnown) =
      switch self {
      case .anonymous: (false, false)
      case .member(let own): (own == id, true)
      case .administrator: (true, true)
      }
    return Member(
      id: id, username: account.username, givenName: account.givenName,
      familyName: account.familyName, email: isOwn ? account.email : nil,
      contacts: account.contacts.filter { isOwn || isKnown && $0.isPublic },
      termsVersion: isOwn ? account.termsVersion : nil, record: isKnown ? record : nil)
  }
}

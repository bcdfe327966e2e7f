/// Who asks for members: it decides what is told of them.
package enum Viewer: Equatable, Sendable {
  /// Not signed in.
  case stranger
  /// With the ``Member/id``.
  case member(Int64)
  case administrator

  /// The owner of an account.
  package init(_ id: Int64, isAdministrator: Bool) {
    self = isAdministrator ? .administrator : .member(id)
  }

  /// Sees whether an order may be told: it tells of all accounts what it sorts them by.
  ///
  /// - Throws: ``AccountStoreError/orderNotAllowed``.
  package func check(_ order: MemberOrder) throws(AccountStoreError) {
    if order.isToldToMembersAlone, self == .stranger { throw .orderNotAllowed }
  }

  /// What may be seen of an account.
  package func view(of account: Account, id: Int64, _ record: Member.Record) -> Member {
    let (isOwn, isKnown) =
      switch self {
      case .stranger: (false, false)
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

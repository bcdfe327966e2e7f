package import FormworkCore

/// A remote service of members, with its own models.
///
/// It ends questions that take too long, or are cancelled.
package protocol RemoteMembers: Sendable {
  /// Returns a part of a list.
  func list(
    _ request: RemoteListRequest, token: RemoteToken?
  ) async throws(RemoteMembersError) -> RemoteAnswer<RemoteList>

  /// Returns the member with a login, in letters of either case.
  func find(
    _ login: String, token: RemoteToken?
  ) async throws(RemoteMembersError) -> RemoteAnswer<RemoteMember?>

  /// Returns the revision of all members.
  func revision() async throws(RemoteMembersError) -> String
}

/// The credentials for the service.
package struct RemoteToken: Hashable, Sendable {
  package var account: String
  package var key: String

  package init(account: String, key: String) {
    self.account = account
    self.key = key
  }
}

/// A query for members.
package struct RemoteListRequest: Hashable, Sendable {
  /// The name of a column; with a `-` before it, the greatest value comes first.
  package var sort: String
  /// The beginning of the logins, in letters of either case; empty for all.
  package var prefix: String
  /// The number of members to skip.
  package var offset: Int
  /// The greatest number of members.
  package var limit: Int

  package init(sort: String, prefix: String, offset: Int, limit: Int) {
    self.sort = sort
    self.prefix = prefix
    self.offset = offset
    self.limit = limit
  }
}

/// An answer with the revision of all members, which differs after a change, like an ETag.
package struct RemoteAnswer<Value: Sendable>: Sendable {
  package var value: Value
  package var revision: String

  package init(_ value: Value, revision: String) {
    self.value = value
    self.revision = revision
  }
}

package struct RemoteList: Sendable {
  package var items: [RemoteMember]
  /// The number of members that were found.
  package var total: Int
  /// Whether there are others that were not counted.
  package var hasMore: Bool

  package init(items: [RemoteMember], total: Int, hasMore: Bool = false) {
    self.items = items
    self.total = total
    self.hasMore = hasMore
  }
}

/// A member, as far as the token may see it.
package struct RemoteMember: Sendable {
  package struct Channel: Sendable {
    /// The kind: "mail", "web", "phone", or one of a later version of the service.
    package var kind: String
    package var value: String
    package var isVisible: Bool

    package init(kind: String, value: String, isVisible: Bool) {
      self.kind = kind
      self.value = value
      self.isVisible = isVisible
    }
  }

  /// The facts about a member; times are seconds since 1970.
  package struct Notes: Sendable {
    package var isAdministrator: Bool
    package var created: Double?
    package var seen: Double?
    package var changed: Double?
    package var version: Int

    package init(
      isAdministrator: Bool, created: Double?, seen: Double?, changed: Double?, version: Int
    ) {
      self.isAdministrator = isAdministrator
      self.created = created
      self.seen = seen
      self.changed = changed
      self.version = version
    }
  }

  /// The number of the member, in decimal.
  package var id: String
  package var login: String
  package var givenName: String
  package var familyName: String
  package var mail: String?
  package var channels: [Channel]
  package var notes: Notes?

  package init(
    id: String, login: String, givenName: String, familyName: String, mail: String?,
    channels: [Channel], notes: Notes?
  ) {
    self.id = id
    self.login = login
    self.givenName = givenName
    self.familyName = familyName
    self.mail = mail
    self.channels = channels
    self.notes = notes
  }
}

/// The reason if the service has not answered.
package enum RemoteMembersError: StoreReason {
  case cancelled
  case offline
  case timedOut
  /// The token is invalid or has expired.
  case unauthorized
  case forbidden
  /// The answer does not fit the question.
  case malformed
  /// The service refuses, with a status.
  case refused(status: Int)

  package var message: Message {
    switch self {
    case .cancelled: AccountStoreError.cancelled.message
    case .offline: "remote.offline"
    case .timedOut: "remote.timedOut"
    case .unauthorized: AccountStoreError.sessionEnded.message
    case .forbidden: AccountStoreError.notAllowed.message
    case .malformed: "remote.malformed"
    case .refused(let status): Message("remote.refused", ["status": .number(status)])
    }
  }
}

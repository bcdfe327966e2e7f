package import FormworkCore

/// A service elsewhere that knows members, in its own words: only a repository speaks with it.
///
/// It gives up by itself what takes it too long, and what is cancelled.
package protocol RemoteMembers: Sendable {
  /// A part of a list: all of it that there is.
  func list(
    _ request: RemoteListRequest, token: RemoteToken?
  ) async throws(RemoteMembersError) -> RemoteAnswer<RemoteList>

  /// The member with a login, in letters of either case.
  func find(
    _ login: String, token: RemoteToken?
  ) async throws(RemoteMembersError) -> RemoteAnswer<RemoteMember?>

  /// What all members are at now.
  func revision() async throws(RemoteMembersError) -> String
}

/// By what right the service is asked.
package struct RemoteToken: Hashable, Sendable {
  package var account: String
  package var key: String

  package init(account: String, key: String) {
    self.account = account
    self.key = key
  }
}

/// Which members are wanted.
package struct RemoteListRequest: Hashable, Sendable {
  /// The name of a column, behind `-` where the greatest comes first.
  package var sort: String
  /// The beginning of the logins, in letters of either case; empty for all.
  package var prefix: String
  /// How many come before the first that is wanted.
  package var offset: Int
  /// How many are wanted at most.
  package var limit: Int

  package init(sort: String, prefix: String, offset: Int, limit: Int) {
    self.sort = sort
    self.prefix = prefix
    self.offset = offset
    self.limit = limit
  }
}

/// What was asked for, and what all members were at then: as an ETag does, the revision says by being another one
/// that something was changed, and nothing else.
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
  /// How many were found.
  package var total: Int
  /// Whether there are others that were not looked for.
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
    /// "mail", "web", "phone", or one of a later version of the service.
    package var kind: String
    package var value: String
    package var isVisible: Bool

    package init(kind: String, value: String, isVisible: Bool) {
      self.kind = kind
      self.value = value
      self.isVisible = isVisible
    }
  }

  /// What the service has noted; its moments are seconds since 1970.
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

  /// A number, in decimal.
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

/// Why the service has not answered.
package enum RemoteMembersError: StoreReason {
  case cancelled
  case offline
  case timedOut
  /// The token is none, or none any more.
  case unauthorized
  case forbidden
  /// What has come is no answer to that.
  case malformed
  /// It will not or cannot, with its status.
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

import FormworkCore

/// A remote service of members, with its own models.
///
/// It ends questions that take too long, or are cancelled.
protocol RemoteMembers: Sendable {
  func list(
    _ request: RemoteListRequest, token: RemoteToken?
  ) async throws(RemoteMembersError) -> RemoteAnswer<RemoteList>

  /// Returns the member with a login, in letters of either case.
  func find(
    _ login: String, token: RemoteToken?
  ) async throws(RemoteMembersError) -> RemoteAnswer<RemoteMember?>

  func revision() async throws(RemoteMembersError) -> String
}

/// The credentials for the service.
struct RemoteToken: Hashable, Sendable {
  var account: String
  var key: String
}

struct RemoteListRequest: Hashable, Sendable {
  /// The name of a column; with a `-` before it, the greatest value comes first.
  var sort: String
  /// The beginning of the logins, in letters of either case; empty for all.
  var prefix: String
  var offset: Int
  var limit: Int
}

/// An answer with the revision of all members, which differs after a change, like an ETag.
struct RemoteAnswer<Value: Sendable>: Sendable {
  var value: Value
  var revision: String
}

struct RemoteList: Sendable {
  var items: [RemoteMember]
  /// The number of members that were found.
  var total: Int
  /// Whether there are others that were not counted.
  var hasMore = false
}

/// A member, as far as the token may see it.
struct RemoteMember: Sendable {
  struct Channel: Sendable {
    /// The kind: "mail", "web", "phone", or one of a later version of the service.
    var kind: String
    var value: String
    var isVisible: Bool
  }

  /// The facts about a member; times are seconds since 1970.
  struct Notes: Sendable {
    var isAdministrator: Bool
    var created: Double?
    var seen: Double?
    var changed: Double?
    var version: Int
  }

  /// The number of the member, in decimal.
  var id: String
  var login: String
  var givenName: String
  var familyName: String
  var mail: String?
  var channels: [Channel]
  var notes: Notes?
}

/// The reason if the service has not answered.
enum RemoteMembersError: UserMessageError, Equatable {
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

  var message: Message {
    switch self {
    case .cancelled: AccountStoreError.cancelled.message
    case .offline, .timedOut, .malformed: .key("remote", of: caseName(of: self))
    case .unauthorized: AccountStoreError.sessionEnded.message
    case .forbidden: AccountStoreError.notAllowed.message
    case .refused(let status): .key("remote.refused", ["status": .number(status)])
    }
  }
}

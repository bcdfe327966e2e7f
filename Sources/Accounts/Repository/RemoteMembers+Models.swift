import FormworkCore

extension AccountStoreError {
  init(_ error: RemoteMembersError) {
    switch error {
    case .cancelled: self = .cancelled
    case .unauthorized: self = .sessionEnded
    case .forbidden: self = .notAllowed
    case .offline, .timedOut, .malformed, .refused: self = .unavailable(error.message)
    }
  }
}

extension RemoteMembers {
  /// Asks the service a question.
  func answer(
    to question: MemberCache.Question, as session: AccountSession?
  ) async throws(RemoteMembersError) -> RemoteAnswer<MemberCache.Answer> {
    let token = session.map(RemoteToken.init)
    switch question {
    case .page(let query):
      let request = RemoteListRequest(query)
      let answer = try await list(request, token: token)
      let page = try answer.value.page(for: request)
      return RemoteAnswer(value: .page(page), revision: answer.revision)
    case .member(let name):
      let answer = try await find(name.text, token: token)
      let member: Member? = if let found = answer.value { try found.member() } else { nil }
      if let member, UsernameKey(member.username) != name { throw .malformed }
      return RemoteAnswer(value: .member(member), revision: answer.revision)
    }
  }
}

extension RemoteToken {
  init(_ session: AccountSession) {
    self.init(account: "\(session.account)", key: "\(session.credentials)")
  }
}

extension RemoteListRequest {
  init(_ query: MemberQuery) {
    let offset = max(0, query.range.lowerBound)
    self.init(
      sort: query.order.sort, prefix: query.beginning, offset: offset,
      limit: max(offset, query.range.upperBound) - offset)
  }
}

extension MemberOrder {
  fileprivate var sort: String {
    switch self {
    case .newest: "-id"
    case .oldest: "id"
    case .ascending: "login"
    case .descending: "-login"
    case .recentlySeen: "-seen"
    case .recentlyChanged: "-changed"
    }
  }
}

extension RemoteList {
  fileprivate func page(for request: RemoteListRequest) throws(RemoteMembersError) -> MemberPage {
    let beginning = UsernameKey(request.prefix)
    guard total >= 0, items.count == min(request.limit, max(0, total - request.offset)) else {
      throw .malformed
    }
    var rows: [Member] = []
    for item in items { rows.append(try item.member()) }
    guard Set(rows.map(\.id)).count == rows.count,
      rows.allSatisfy({ UsernameKey($0.username).begins(with: beginning) })
    else { throw .malformed }
    return MemberPage(rows: rows, total: total, hasMore: hasMore)
  }
}

extension RemoteMember {
  fileprivate func member() throws(RemoteMembersError) -> Member {
    guard let id = Int64(id), id > 0, !login.isEmpty else { throw .malformed }
    let record: Member.Record? = if let notes { try notes.record() } else { nil }
    return Member(
      id: id, username: login.normalForm, givenName: givenName.normalForm,
      familyName: familyName.normalForm, email: mail?.normalForm,
      contacts: channels.compactMap(\.contact), record: record)
  }
}

extension RemoteMember.Channel {
  /// The contact; `nil` for an unknown kind.
  fileprivate var contact: Contact? {
    let kinds: [String: Contact.Kind] = ["mail": .email, "web": .web, "phone": .telephone]
    return kinds[kind].map { Contact(kind: $0, address: value.normalForm, isPublic: isVisible) }
  }
}

extension RemoteMember.Notes {
  fileprivate func record() throws(RemoteMembersError) -> Member.Record {
    guard version > 0 else { throw .malformed }
    return Member.Record(
      isAdministrator: isAdministrator, created: try Self.moment(created),
      lastSeen: try Self.moment(seen), lastChanged: try Self.moment(changed), version: version)
  }

  private static func moment(_ seconds: Double?) throws(RemoteMembersError) -> Timestamp? {
    guard let seconds else { return nil }
    // A time after the year 9999 is invalid.
    guard (0...253_402_300_799).contains(seconds) else { throw .malformed }
    return Timestamp(milliseconds: Int64((seconds * 1000).rounded()))
  }
}

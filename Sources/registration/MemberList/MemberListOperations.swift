import Accounts
import FormworkCore
import FormworkSession
import FormworkSystem

struct MemberListOperations: ListOperations {
  let repository: any MemberRepository
  let member: SignedIn

  /// The sender of the notification that the session of the member has ended.
  let sessionEnded: any NotificationSender<SessionEnded>

  @concurrent func load(
    _ query: ListQuery<MemberListOrder>
  ) async throws -> ListPage<String> {
    let wanted = MemberQuery(query.order.stored, beginning: query.search, range: query.places)
    let page = try await sessionEnded.notifyingOfEnd(of: member.session) {
      () async throws(AccountStoreError) in
      try await repository.members(wanted, as: member.session)
    }
    let seesAll = member.member.record?.isAdministrator ?? false
    return ListPage(
      page.rows.map { member in
        query.order == .sideBySide
          ? ListRow(member.username, .verbatim(member.username))
          : ListRow(member, seesAll: seesAll)
      },
      from: query.places.lowerBound, of: page.total, note: page.note)
  }

  @concurrent func awaitChange() async throws { try await repository.awaitChange() }
}

extension MemberPage {
  fileprivate var note: Message? {
    if let age {
      let then = Timestamp(milliseconds: Timestamp.now.milliseconds - Int64(age.wholeMilliseconds))
      return .key("members.old", ["time": .time(then)])
    }
    return hasMore ? .key("members.more", count: total) : nil
  }
}

/// A session has ended: its account is gone, or the password was changed elsewhere.
struct SessionEnded: ViewModelNotification {
  let session: AccountSession
}

extension NotificationSender<SessionEnded> {
  /// Asks a store as a member, and sends a notification if the session has ended.
  func notifyingOfEnd<Answer, Fault: Error>(
    of session: AccountSession?, _ question: () async throws(Fault) -> Answer
  ) async throws(Fault) -> Answer {
    do { return try await question() } catch {
      if let session, error as? AccountStoreError == .sessionEnded {
        send(SessionEnded(session: session))
      }
      throw error
    }
  }
}

extension ListColumn {
  /// Returns the columns of the list of members, with e-mail addresses if the reader may see all.
  static func ofMembers(seesAll: Bool) -> [ListColumn] {
    MemberListOrder.Column.visible(seesAll: seesAll).map { column in
      let extent =
        switch column {
        case .username: 16
        case .name: 20
        case .since, .seen, .changed: 14
        case .email: 24
        }
      return ListColumn(.key("members.column", of: "\(column)"), extent: extent)
    }
  }
}

extension ListRow<String> {
  fileprivate init(_ member: Member, seesAll: Bool) {
    let columns = MemberListOrder.Column.visible(seesAll: seesAll)
    self.init(
      member.username, .list(columns.compactMap { member.part(in: $0) }),
      cells: columns.map { member.cell(in: $0) ?? "" })
  }
}

extension Member {
  /// Returns the content of a column, if any.
  fileprivate func cell(in column: MemberListOrder.Column) -> Message? {
    switch column {
    case .username: .verbatim(username)
    case .name: fullName.isEmpty ? nil : .verbatim(fullName)
    case .since: record?.created.map { .time($0) }
    case .seen: record?.lastSeen.map { .time($0) }
    case .changed: record?.lastChanged.map { .time($0) }
    case .email: email.flatMap { $0.isEmpty ? nil : .verbatim($0) }
    }
  }

  /// Returns the content of a column with its name, for a list without headings.
  fileprivate func part(in column: MemberListOrder.Column) -> Message? {
    guard let cell = cell(in: column) else { return nil }
    if case .time = cell { return .key("members.row", of: "\(column)", ["time": cell]) }
    return cell
  }
}

import FormworkCore

@testable import Accounts

/// A service with the members of a store, which a test can make unreachable, slow, late or wrong.
actor FakeRemoteMembers: RemoteMembers {
  enum Question: Hashable {
    case list(RemoteListRequest)
    case find(String)
    case revision
  }

  private(set) var questions: [Question] = []
  /// The number of questions that were cancelled while they were held back.
  private(set) var cancelledCount = 0

  private let store: any MemberStore
  private var error: RemoteMembersError?
  private var spoil: @Sendable (inout RemoteList) -> Void = { _ in }
  private var isSlow = false

  /// The answers that are held back, in the order of their questions.
  private var held: [(id: Int, answer: CheckedContinuation<Bool, Never>)] = []
  private var listeners: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  private var lastID = 0

  init(_ store: any MemberStore) { self.store = store }

  /// Lets each later question fail, until it is called with `nil`.
  func fail(with error: RemoteMembersError?) { self.error = error }

  /// Changes each later page.
  func spoil(_ change: @escaping @Sendable (inout RemoteList) -> Void) { spoil = change }

  /// Holds back each later answer, except those to `revision`.
  func slowDown(_ isSlow: Bool = true) { self.isSlow = isSlow }

  /// Waits until this number of answers is held back.
  func waitForHeld(_ count: Int) async {
    if held.count < count {
      await withCheckedContinuation { listeners.append((count, $0)) }
    }
  }

  /// Sends an answer that was held back, as it was at the time of the question.
  func letGo(_ place: Int = 0) { held.remove(at: place).answer.resume(returning: true) }

  func list(
    _ request: RemoteListRequest, token: RemoteToken?
  ) async throws(RemoteMembersError) -> RemoteAnswer<RemoteList> {
    try await answer(.list(request)) { store, spoil throws(AccountStoreError) in
      let range = request.offset..<(request.offset + request.limit)
      let query = MemberQuery(request.order, beginning: request.prefix, range: range)
      let page = try await store.members(query, as: token?.session)
      var list = RemoteList(
        items: page.rows.map(RemoteMember.init), total: page.total, hasMore: page.hasMore)
      spoil(&list)
      return list
    }
  }

  func find(
    _ login: String, token: RemoteToken?
  ) async throws(RemoteMembersError) -> RemoteAnswer<RemoteMember?> {
    try await answer(.find(login)) { store, spoil throws(AccountStoreError) in
      let member = try await store.member(named: login, as: token?.session)
      var list = RemoteList(items: [member].compactMap(\.self).map(RemoteMember.init), total: 1)
      spoil(&list)
      return list.items.first
    }
  }

  func revision() async throws(RemoteMembersError) -> String {
    try await answer(.revision) { _, _ in "" }.revision
  }

  private func answer<Value: Sendable>(
    _ question: Question,
    _ find: (any MemberStore, (inout RemoteList) -> Void) async throws(AccountStoreError) -> Value
  ) async throws(RemoteMembersError) -> RemoteAnswer<Value> {
    questions.append(question)
    if let error { throw error }
    let answer: RemoteAnswer<Value>
    do throws(AccountStoreError) {
      let value = try await find(store, spoil)
      answer = RemoteAnswer(value: value, revision: "\(try await store.changeCount())")
    } catch {
      switch error {
      case .cancelled: throw .cancelled
      case .sessionEnded: throw .unauthorized
      case .notAllowed, .orderNotAllowed: throw .forbidden
      case .invalidSubmission, .unavailable: throw .refused(status: 500)
      }
    }
    if isSlow, question != .revision { try await hold() }
    return answer
  }

  private func hold() async throws(RemoteMembersError) {
    lastID += 1
    let id = lastID
    let isAnswered = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        held.append((id, continuation))
        let ready = listeners.filter { $0.count <= held.count }
        listeners.removeAll { $0.count <= held.count }
        for listener in ready { listener.continuation.resume() }
      }
    } onCancel: {
      Task { await cancel(id) }
    }
    if !isAnswered { throw .cancelled }
  }

  private func cancel(_ id: Int) {
    guard let place = held.firstIndex(where: { $0.id == id }) else { return }
    cancelledCount += 1
    held.remove(at: place).answer.resume(returning: false)
  }
}

extension RemoteListRequest {
  fileprivate var order: MemberOrder {
    switch sort {
    case "-id": .newest
    case "id": .oldest
    case "login": .ascending
    case "-login": .descending
    case "-seen": .recentlySeen
    default: .recentlyChanged
    }
  }
}

extension RemoteToken {
  fileprivate var session: AccountSession {
    AccountSession(account: Int64(account) ?? 0, credentials: Int64(key) ?? 0)
  }
}

extension RemoteMember {
  fileprivate init(_ member: Member) {
    func seconds(_ moment: Timestamp?) -> Double? { moment.map { Double($0.milliseconds) / 1000 } }
    let kinds: [Contact.Kind: String] = [.email: "mail", .web: "web", .telephone: "phone"]
    self.init(
      id: "\(member.id)", login: member.username, givenName: member.givenName,
      familyName: member.familyName, mail: member.email,
      channels: member.contacts.map {
        Channel(kind: kinds[$0.kind] ?? "", value: $0.address, isVisible: $0.isPublic)
      },
      notes: member.record.map {
        Notes(
          isAdministrator: $0.isAdministrator, created: seconds($0.created),
          seen: seconds($0.lastSeen), changed: seconds($0.lastChanged), version: $0.version)
      })
  }
}

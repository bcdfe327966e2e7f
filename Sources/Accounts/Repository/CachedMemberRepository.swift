import FormworkOperations

/// The members of a service elsewhere, with what it has answered before.
///
/// What is fresh is not asked for again, and a question that is on its way already is not asked twice. Where the service
/// is away or slow, an old page is told, which says how old it is; where there is none, that is the error.
package actor CachedMemberRepository: MemberRepository {
  package struct Limits: Sendable {
    /// How long an answer is told without asking again.
    package var freshness: Duration
    /// How long the service is waited for where there is an old answer.
    package var patience: Duration
    /// How often the service is asked whether something was changed.
    package var interval: Duration
    /// How many members are kept at most; an answer counts as one more.
    package var size: Int

    package init(
      freshness: Duration = .seconds(10), patience: Duration = .seconds(2),
      interval: Duration = .seconds(3), size: Int = 10_000
    ) {
      self.freshness = freshness
      self.patience = patience
      self.interval = interval
      self.size = size
    }
  }

  /// What waiting has come to.
  private enum Outcome: Sendable {
    case answer(MemberCache.Answer)
    case failed(RemoteMembersError)
    case slow, cancelled
  }

  private typealias Waiter = CheckedContinuation<Outcome, Never>

  private let remote: any RemoteMembers
  private let limits: Limits
  private let time: RepositoryTime
  private var cache: MemberCache

  /// The questions that are on their way, by their numbers, and those who wait for each.
  private var tasks: [Int: Task<Void, Never>] = [:]
  private var waiters: [Int: [Int: Waiter]] = [:]
  private var lastWaiter = 0

  /// The count of changes that was told.
  private var told = 0
  private var nextLook: Duration = .zero

  package init<C: Clock>(
    _ remote: any RemoteMembers, limits: Limits = Limits(), clock: C = OperationClock()
  ) where C.Duration == Duration {
    self.remote = remote
    self.limits = limits
    time = RepositoryTime(clock)
    cache = MemberCache(freshness: limits.freshness, limit: limits.size)
  }

  deinit { for task in tasks.values { task.cancel() } }

  package func members(
    _ query: MemberQuery, as session: AccountSession?
  ) async throws(AccountStoreError) -> MemberPage {
    if session == nil { try Viewer.stranger.check(query.order) }
    let key = MemberCache.Key(session: session, question: .page(query))
    guard case .page(let page) = try await answer(to: key) else {
      throw AccountStoreError(.malformed)
    }
    return page
  }

  package func member(
    named username: String, as session: AccountSession?
  ) async throws(AccountStoreError) -> Member? {
    let key = MemberCache.Key(session: session, question: .member(UsernameKey(username)))
    guard case .member(let member) = try await answer(to: key) else {
      throw AccountStoreError(.malformed)
    }
    return member
  }

  package func awaitChange() async throws(AccountStoreError) {
    let former = told
    while cache.changeCount == former {
      // Each answer that comes meanwhile says what the service would be asked.
      while time.now < nextLook { try await time.sleep(until: nextLook) }
      nextLook = time.now + limits.interval
      let number = cache.nextNumber()
      do {
        cache.note(try await remote.revision(), of: number)
      } catch {
        // It is asked again after the pause.
        if error == .cancelled || Task.isCancelled { throw .cancelled }
      }
    }
    told = cache.changeCount
  }

  // MARK: Questions

  private func answer(
    to key: MemberCache.Key
  ) async throws(AccountStoreError) -> MemberCache.Answer {
    var isPatient = false
    while true {
      if Task.isCancelled { throw .cancelled }
      let number: Int
      switch cache.ask(key, at: time.now) {
      case .answer(let answer): return answer
      case .wait(let present): number = present
      case .ask(let new):
        number = new
        start(new, key)
      }
      let isInHaste = !isPatient && cache.known(key, at: time.now) != nil
      switch await outcome(of: number, within: isInHaste ? limits.patience : nil) {
      case .answer(let answer): return answer
      case .cancelled: throw .cancelled
      case .slow:
        if let known = cache.known(key, at: time.now) { return known }
        isPatient = true
      case .failed(let error):
        if error.isAbsence, let known = cache.known(key, at: time.now) { return known }
        throw AccountStoreError(error)
      }
    }
  }

  private func start(_ number: Int, _ key: MemberCache.Key) {
    tasks[number] = Task(executorPreference: OperationExecutor.shared) { [weak self, remote] in
      do throws(RemoteMembersError) {
        let answer = try await remote.answer(to: key.question, as: key.session)
        await self?.take(answer, of: number)
      } catch {
        await self?.fail(error, of: number, key)
      }
    }
  }

  private func take(_ answer: RemoteAnswer<MemberCache.Answer>, of number: Int) {
    nextLook = max(nextLook, time.now + limits.interval)
    end(number, .answer(cache.take(answer.value, revision: answer.revision, of: number)))
  }

  private func fail(_ error: RemoteMembersError, of number: Int, _ key: MemberCache.Key) {
    cache.drop(number)
    if error == .unauthorized || error == .forbidden { cache.end(key.session) }
    end(number, .failed(error))
  }

  private func end(_ number: Int, _ outcome: Outcome) {
    tasks[number] = nil
    let waiting = waiters.removeValue(forKey: number) ?? [:]
    for waiter in waiting.values { waiter.resume(returning: outcome) }
  }

  // MARK: Waiting

  private func outcome(of number: Int, within limit: Duration?) async -> Outcome {
    lastWaiter += 1
    let id = lastWaiter
    let alarm = limit.map { limit in
      let end = time.now + limit
      return Task(executorPreference: OperationExecutor.shared) { [time] in
        do { try await time.sleep(until: end) } catch { return }
        await self.stopWaiting(id, for: number, .slow)
      }
    }
    defer { alarm?.cancel() }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { waiters[number, default: [:]][id] = $0 }
    } onCancel: {
      Task(executorPreference: OperationExecutor.shared) {
        await self.stopWaiting(id, for: number, .cancelled)
      }
    }
  }

  /// A question that all who waited for it have left is cancelled; one that was slow goes on.
  private func stopWaiting(_ id: Int, for number: Int, _ outcome: Outcome) {
    guard let waiter = waiters[number]?.removeValue(forKey: id) else { return }
    waiter.resume(returning: outcome)
    if case .cancelled = outcome, waiters[number]?.isEmpty == true {
      waiters[number] = nil
      cache.drop(number)
      tasks.removeValue(forKey: number)?.cancel()
    }
  }
}

extension RemoteMembersError {
  /// Whether the service was not there, or not soon enough: what it has said before is worth telling.
  fileprivate var isAbsence: Bool {
    switch self {
    case .offline, .timedOut: true
    case .cancelled, .unauthorized, .forbidden, .malformed, .refused: false
    }
  }
}

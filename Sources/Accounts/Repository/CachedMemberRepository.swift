import FormworkOperations

/// The members of a remote service, with a cache of its answers.
///
/// Fresh answers are not requested again, and a running question is not asked twice. If the service is away
/// or slow, the answer is an old page with its age, or else an error.
actor CachedMemberRepository: MemberRepository {
  struct Limits: Sendable {
    /// The time for which an answer is fresh.
    var freshness: Duration = .seconds(10)
    /// The time to wait for the service if there is an old answer.
    var patience: Duration = .seconds(2)
    /// The interval of questions about changes.
    var interval: Duration = .seconds(3)
    /// The greatest number of members in the cache; each answer counts as one more.
    var size = 10_000
  }

  /// The end of a wait.
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

  /// The running questions by number, and the callers that wait for each.
  private var tasks: [Int: Task<Void, Never>] = [:]
  private var waiters: [Int: [Int: Waiter]] = [:]
  private var lastWaiter = 0

  /// The number of changes that were reported.
  private var told = 0
  private var nextLook: Duration = .zero

  init<C: Clock>(
    _ remote: any RemoteMembers, limits: Limits = Limits(), clock: C = OperationClock()
  ) where C.Duration == Duration {
    self.remote = remote
    self.limits = limits
    time = RepositoryTime(clock)
    cache = MemberCache(freshness: limits.freshness, limit: limits.size)
  }

  deinit { for task in tasks.values { task.cancel() } }

  func members(
    _ query: MemberQuery, as session: AccountSession?
  ) async throws(AccountStoreError) -> MemberPage {
    if session == nil { try Viewer.stranger.check(query.order) }
    let key = MemberCache.Key(session: session, question: .page(query))
    guard case .page(let page) = try await answer(to: key) else {
      throw AccountStoreError(.malformed)
    }
    return page
  }

  func member(
    named username: String, as session: AccountSession?
  ) async throws(AccountStoreError) -> Member? {
    let key = MemberCache.Key(session: session, question: .member(UsernameKey(username)))
    guard case .member(let member) = try await answer(to: key) else {
      throw AccountStoreError(.malformed)
    }
    return member
  }

  func awaitChange() async throws(AccountStoreError) {
    let former = told
    while cache.changeCount == former {
      // Each answer that comes meanwhile has the revision, too.
      while time.now < nextLook { try await time.sleep(until: nextLook) }
      nextLook = time.now + limits.interval
      let number = cache.nextNumber()
      do {
        cache.note(try await remote.revision(), of: number)
      } catch {
        // The question is repeated after the pause.
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

  /// Stops a wait; a question without waiting callers is cancelled, unless it is slow.
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
  /// Whether the service was away or slow, so that an old answer helps.
  fileprivate var isAbsence: Bool {
    switch self {
    case .offline, .timedOut: true
    case .cancelled, .unauthorized, .forbidden, .malformed, .refused: false
    }
  }
}

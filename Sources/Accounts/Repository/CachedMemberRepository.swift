/// The members of a service, with a cache of its pages.
///
/// Fresh pages are not requested again. If the service is away or slow, the answer is an old page with its
/// age, or else an error.
package struct CachedMemberRepository: MemberRepository {
  /// The time to wait for the service if there is an old page.
  static let timeout: Duration = .seconds(2)

  private let base: any MemberRepository
  private let cache: MemberCache

  package init(_ base: any MemberRepository, cache: MemberCache) {
    (self.base, self.cache) = (base, cache)
  }

  package func members(
    _ query: MemberQuery, as session: AccountSession?
  ) async throws(AccountStoreError) -> MemberPage {
    let key = MemberCache.Key(session: session, query: query)
    if Task.isCancelled { throw .cancelled }
    if let page = cache.fresh(key) { return page }
    let asked = cache.now
    do {
      guard let page = try await answer(to: key) else { return try oldPage(key, .cancelled) }
      cache.keep(page, as: key, asked: asked)
      return page
    } catch {
      switch error {
      case .away: return try oldPage(key, error)
      case .sessionEnded, .notAllowed: cache.end(session)
      case .cancelled, .invalidSubmission, .accountDeleted, .orderNotAllowed, .outcomeUnknown,
        .unavailable:
        break
      }
      throw error
    }
  }

  private func oldPage(
    _ key: MemberCache.Key, _ error: AccountStoreError
  ) throws(AccountStoreError) -> MemberPage {
    if !Task.isCancelled, let page = cache.old(key) { return page }
    throw error
  }

  /// Asks for a page; returns `nil` if there is an old one and the service is slow.
  private func answer(
    to key: MemberCache.Key
  ) async throws(AccountStoreError) -> MemberPage? {
    guard cache.old(key) != nil else { return try await base.members(key.query, as: key.session) }
    let end = cache.time.now + Self.timeout
    let first = await withTaskGroup(of: Result<MemberPage?, AccountStoreError>.self) { group in
      group.addTask { [base] in
        await Result { () async throws(AccountStoreError) in
          try await base.members(key.query, as: key.session)
        }
      }
      group.addTask { [cache] in
        await Result { () async throws(AccountStoreError) in
          try await cache.time.sleep(until: end)
          return nil
        }
      }
      defer { group.cancelAll() }
      return await group.next() ?? .failure(.cancelled)
    }
    return try first.get()
  }

  package func member(
    named username: String, as session: AccountSession?
  ) async throws(AccountStoreError) -> Member? {
    try await base.member(named: username, as: session)
  }

  package func awaitChange() async throws(AccountStoreError) {
    try await base.awaitChange()
    cache.expire()
  }
}

extension Result where Failure == AccountStoreError, Success: Sendable {
  /// Creates the result of a question.
  fileprivate init(_ question: () async throws(AccountStoreError) -> Success) async {
    do { self = .success(try await question()) } catch { self = .failure(error) }
  }
}

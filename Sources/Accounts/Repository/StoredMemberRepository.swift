import FormworkOperations

/// The members of a store, which is asked each time.
package actor StoredMemberRepository: MemberRepository {
  /// The pause between two looks at the store: changes are reported at most ten times a second.
  package static let pause: Duration = .milliseconds(100)

  /// The number of looks at the store for one change.
  ///
  /// The system reports the first byte that another process writes, but the store sees the change only when
  /// all of it is on the disk. Each pause is twice as long as the one before.
  private static let lookCount = 6

  /// The pause before a store whose stream of changes has ended is watched again.
  private static let reconnection: Duration = .seconds(1)

  private let store: any MemberStore
  private let time: RepositoryTime
  /// The last known count of changes, or the error: a failure or a recovery is a change, too.
  private var lastCount: Result<Int, AccountStoreError>?
  private var nextLook: Duration = .zero

  package init<C: Clock>(
    store: any MemberStore, clock: C = OperationClock()
  ) where C.Duration == Duration {
    self.store = store
    time = RepositoryTime(clock)
  }

  package func members(
    _ query: MemberQuery, as session: AccountSession?
  ) async throws(AccountStoreError) -> MemberPage {
    try await begin()
    return try await store.members(query, as: session)
  }

  package func member(
    named username: String, as session: AccountSession?
  ) async throws(AccountStoreError) -> Member? {
    try await begin()
    return try await store.member(named: username, as: session)
  }

  package func awaitChange() async throws(AccountStoreError) {
    try await begin()
    let previous = lastCount
    while true {
      let changes = try await store.changes()
      if try await look(after: previous) { return }
      for await _ in changes {
        for number in 0..<Self.lookCount {
          if try await look(after: previous) { return }
          if number + 1 < Self.lookCount { nextLook = time.now + Self.pause * (1 << number) }
        }
      }
      if Task.isCancelled { throw .cancelled }
      nextLook = max(nextLook, time.now + Self.reconnection)
    }
  }

  /// Begins to count changes.
  private func begin() async throws(AccountStoreError) {
    guard lastCount == nil else { return }
    let present = try await count()
    if lastCount == nil { lastCount = present }
  }

  /// Returns whether the store has changed.
  private func look(after previous: Result<Int, AccountStoreError>?) async throws(AccountStoreError)
    -> Bool
  {
    try await time.sleep(until: nextLook)
    nextLook = time.now + Self.pause
    let present = try await count()
    lastCount = present
    return present != previous
  }

  private func count() async throws(AccountStoreError) -> Result<Int, AccountStoreError> {
    do {
      return .success(try await store.changeCount())
    } catch .cancelled {
      throw .cancelled
    } catch {
      return .failure(error)
    }
  }
}

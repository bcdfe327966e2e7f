import FormworkOperations

/// The last pages of members that a service has sent, for all screens of a program.
package final class MemberCache: Sendable {
  struct Key: Hashable, Sendable {
    let session: AccountSession?
    let query: MemberQuery
  }

  /// The time of a question, and the number of changes before it.
  struct Moment: Sendable {
    fileprivate let time: Duration
    fileprivate let generation: Int
  }

  private struct Entry: Sendable {
    let page: MemberPage
    let asked: Moment
  }

  private struct State: Sendable {
    var entries: [Key: Entry] = [:]
    /// The number of changes that may have made all pages old.
    var generation = 0
  }

  /// The greatest number of pages.
  private static let limit = 100

  let time: RepositoryTime
  private let freshness: Duration
  private let state = Synchronized(State())

  /// Creates an empty cache, with the time for which a page is fresh unless something changes.
  package init<C: Clock>(
    freshness: Duration = .seconds(10), clock: C = OperationClock()
  ) where C.Duration == Duration {
    (self.freshness, time) = (freshness, RepositoryTime(clock))
  }

  /// Makes all pages old: they are requested again, and used only if the service does not answer.
  package func expire() { state.withState { $0.generation += 1 } }

  /// The moment of a question that is asked now.
  var now: Moment { Moment(time: time.now, generation: state.withState { $0.generation }) }

  /// Returns a page that is fresh: it contains all known changes.
  func fresh(_ key: Key) -> MemberPage? {
    let now = now
    guard let entry = state.withState({ $0.entries[key] }),
      entry.asked.generation == now.generation, now.time - entry.asked.time <= freshness
    else { return nil }
    return entry.page
  }

  /// Returns the last page, with its age.
  func old(_ key: Key) -> MemberPage? {
    guard let entry = state.withState({ $0.entries[key] }) else { return nil }
    var page = entry.page
    page.age = time.now - entry.asked.time
    return page
  }

  /// Keeps a page, unless the cache has the answer to a later question.
  func keep(_ page: MemberPage, as key: Key, asked: Moment) {
    state.withState { state in
      if let known = state.entries[key], known.asked.time > asked.time { return }
      state.entries[key] = Entry(page: page, asked: asked)
      if state.entries.count > Self.limit,
        let oldest = state.entries.min(by: { $0.value.asked.time < $1.value.asked.time })
      {
        state.entries[oldest.key] = nil
      }
    }
  }

  /// Forgets the pages of a session that has ended.
  func end(_ session: AccountSession?) {
    state.withState { state in state.entries = state.entries.filter { $0.key.session != session } }
  }
}

#if Service
import Accounts
import Hummingbird
import Synchronization

/// Pages of members that clients have asked for, kept until the store changes or the limit.
///
/// After a change, many clients ask for the same page. Only the number of changes is read for each of them.
final class MemberReplies: Sendable {
  private struct Key: Hashable {
    let query: MemberQuery
    /// The reader, whose rights are as they were until the store changes.
    let session: AccountSession?
  }

  private struct State {
    var changeCount = 0
    var replies: [Key: Reply] = [:]
  }

  /// The greatest number of pages, and of the bytes of one.
  private static let limits = (count: 32, size: 64 << 10)

  private let store: any AccountStore
  private let state = Mutex(State())

  init(_ store: any AccountStore) { self.store = store }

  /// Returns a page as far as the reader may see it, with its tag.
  func reply(to query: MemberQuery, as session: AccountSession?) async throws -> Reply {
    let key = Key(query: query, session: session)
    let changeCount = try await store.changeCount()
    let kept = state.withLock { $0.changeCount == changeCount ? $0.replies[key] : nil }
    if let kept { return kept }
    let reply = Reply(try await store.members(query, as: session)).tagged
    guard reply.body?.readableBytes ?? 0 <= Self.limits.size else { return reply }
    state.withLock { state in
      if state.changeCount != changeCount || state.replies.count == Self.limits.count {
        state = State(changeCount: changeCount)
      }
      state.replies[key] = reply
    }
    return reply
  }
}
#endif

import Accounts
import FormworkOperations

struct LocalMemberRepository: MemberRepository {
  let store: any AccountStore
  func members(_ query: MemberQuery, as session: AccountSession?) async throws(AccountStoreError) -> MemberPage { try await store.members(query, as: session) }
  func member(named username: String, as session: AccountSession?) async throws(AccountStoreError) -> Member? { try await store.member(named: username, as: session) }
  func awaitChange() async throws(AccountStoreError) {
    let count = try await store.changeCount()
    repeat {
      do { try await OperationClock().sleep(for: .milliseconds(300)) } catch { throw .cancelled }
    } while try await store.changeCount() == count
  }
}

import Accounts
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct ScriptedAccountStoreTests {
  @Test func callsAnswerInTheOrderOfTheTest() async throws {
    let store = ScriptedAccountStore(InMemoryAccountStore())
    async let first = store.register(NewAccount(.ada), submission: "1")
    let registration = try #require(await store.next())
    async let second = store.isFree("ada")
    let check = try #require(await store.next())
    #expect(registration.question == .register(.ada, submission: "1"))
    #expect(check.question == .isFree("ada"))

    await check.letGo()
    #expect(try await second)
    await registration.letGo()
    #expect(try await first == .registered(.ada))
    #expect(await store.questions == [.register(.ada, submission: "1"), .isFree("ada")])
  }

  @Test func callFails() async throws {
    let inner = InMemoryAccountStore()
    let store = ScriptedAccountStore(inner)
    let task = Task { try await store.register(NewAccount(.ada), submission: "1") }
    let call = try #require(await store.next())
    await call.fail(with: .invalidSubmission)
    await #expect(throws: AccountStoreError.invalidSubmission) { try await task.value }
    #expect(try await inner.count() == 0)
  }

  @Test(arguments: [true, false])
  func callThatIsNeverAnsweredEndsByCancellation(_ isSeen: Bool) async throws {
    let store = ScriptedAccountStore(InMemoryAccountStore())
    let task = Task { try await store.accounts() }
    if isSeen { _ = try #require(await store.next()) }
    task.cancel()
    await #expect(throws: AccountStoreError.cancelled) { try await task.value }
    #expect(await store.next(limit: .zero) == nil)
  }

  @Test func callsThatAreNotHeldAnswerAtOnce() async throws {
    let store = ScriptedAccountStore(InMemoryAccountStore()) { $0 == .count }
    #expect(try await store.policy() == .standard)
    #expect(try await store.account(named: "ada") == nil)
    let task = Task { try await store.count() }
    let call = try #require(await store.next())
    #expect(call.question == .count)
    await call.letGo()
    #expect(try await task.value == 0)
  }
}

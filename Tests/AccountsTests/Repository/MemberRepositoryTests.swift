import Accounts
import FormworkCore
import TestSupport
import Testing

/// The laws of all repositories: callers do not know which part of one answers.
@Suite(.timeLimit(.minutes(20))) struct MemberRepositoryTests {
  private func outcome<Value>(
    _ question: () async throws -> Value
  ) async throws -> Result<Value, AccountStoreError> {
    do { return .success(try await question()) } catch let error as AccountStoreError {
      return .failure(error)
    }
  }

  /// After each reported change, the answers are those of the store for all callers.
  @Test(.serialized, arguments: RepositoryKind.allCases, UInt64(0)..<(isLongRun ? 20 : 8))
  func answersAreThoseOfTheStore(_ kind: RepositoryKind, seed: UInt64) async throws {
    try await kind.withRepository { bench in
      var generator = SeededGenerator(seed: seed)
      var sessions: [AccountSession?] = [nil]
      try await bench.store.setPolicy(.allowing(true))
      _ = try await bench.repository.members(MemberQuery(.newest, range: 0..<1), as: nil)
      for step in 0..<12 {
        if Int.random(in: 0..<4, using: &generator) == 0, let session = sessions.last ?? nil {
          _ = try await outcome { try await bench.store.delete(as: session) }
        }
        let name = "\(["u", "v"][step % 2])\(step)"
        var account = Account(name)
        account.contacts = [
          Contact(kind: .web, address: "https://example.org", isPublic: step % 3 == 0),
          Contact(kind: .telephone, address: "+44 20 7946 0958"),
        ]
        _ = try await bench.store.register(account, name)
        if step % 3 == 0 { sessions.append(try await bench.store.session(name)) }
        try await bench.passing { try await bench.repository.awaitChange() }
        for _ in 0..<6 {
          let lower = Int.random(in: 0..<8, using: &generator)
          let query = MemberQuery(
            MemberOrder.allCases.randomElement(using: &generator) ?? .newest,
            beginning: ["", "u", "V", "x"].randomElement(using: &generator) ?? "",
            range: lower..<(lower + Int.random(in: 0..<8, using: &generator)))
          let session = sessions.randomElement(using: &generator) ?? nil
          #expect(
            try await outcome { try await bench.repository.members(query, as: session) }
              == outcome { try await bench.store.members(query, as: session) })
          let other = "U\(Int.random(in: 0..<12, using: &generator))"
          #expect(
            try await outcome { try await bench.repository.member(named: other, as: session) }
              == outcome { try await bench.store.member(named: other, as: session) })
        }
      }
    }
  }

  /// Before the first call, while it waits, and between two.
  @Test(arguments: RepositoryKind.allCases)
  func eachChangeIsTold(_ kind: RepositoryKind) async throws {
    try await kind.withRepository { bench in
      let query = MemberQuery(.oldest, range: 0..<9)
      func names() async throws -> [String] {
        try await bench.repository.members(query, as: nil).names
      }
      #expect(try await names() == [])
      try await bench.store.register("ada")
      try await bench.passing { try await bench.repository.awaitChange() }
      #expect(try await names() == ["ada"])
      let waiting = (0..<2).map { _ in Task { try await bench.repository.awaitChange() } }
      await Task.yield()
      try await bench.store.register("bob")
      try await bench.passing { for task in waiting { try await task.value } }
      #expect(try await names() == ["ada", "bob"])
      let session = try await bench.store.session("ada")
      try await bench.store.delete(as: session)
      try await bench.passing { try await bench.repository.awaitChange() }
      #expect(try await names() == ["bob"])
      await #expect(throws: AccountStoreError.sessionEnded) {
        try await bench.repository.members(query, as: session)
      }
    }
  }

  @Test(arguments: RepositoryKind.allCases)
  func whatIsCancelledEnds(_ kind: RepositoryKind) async throws {
    try await kind.withRepository { bench in
      let query = MemberQuery(.oldest, range: 0..<9)
      _ = try await bench.repository.members(query, as: nil)
      for isLate in [false, true] {
        let works: [@Sendable () async throws -> Void] = [
          { try await bench.repository.awaitChange() },
          { for _ in 0...1 { _ = try await bench.repository.members(query, as: nil) } },
          { for _ in 0...1 { _ = try await bench.repository.member(named: "ada", as: nil) } },
        ]
        // A call that does not wait may have ended before.
        for work in isLate ? Array(works.prefix(1)) : works {
          let gate = AsyncStream<Void>.makeStream()
          let task = Task {
            if !isLate { for await _ in gate.stream {} }
            try await work()
          }
          if isLate { await Task.yield() }
          task.cancel()
          await #expect(throws: AccountStoreError.cancelled) { try await task.value }
        }
      }
    }
  }
}

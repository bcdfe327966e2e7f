import Accounts
import AccountsSQLite
import TestSupport
import Testing

/// Whenever a process ends, an account is complete or missing.
@Suite struct AtomicityTests {
  @Test func oneOfTenWinsAName() async throws {
    let bench = try RegistrationBench()
    let outcomes = try await onThreadOfItsOwn {
      let rivals = try (0..<10).map { number in
        let rival = try Child(try bench.command(["register"]), input: .pipe)
        try rival.write(RegistrationBench.lines(givenName: "Rival \(number)"))
        return rival
      }
      for rival in rivals { try rival.closeInput() }
      return try rivals.map { try $0.wait(limit: .seconds(60)) }
    }
    let winners = outcomes.indices.filter { outcomes[$0].status == .exited(0) }
    #expect(winners.count == 1)
    let winner = try #require(winners.first)
    #expect(try await bench.store.accounts().map(\.givenName) == ["Rival \(winner)"])
    for index in outcomes.indices where index != winner {
      let taken = "line 1: username: taken: choose another\n" + RegistrationBench.noAccount
      #expect(outcomes[index] == .failure(taken))
    }
  }

  /// Kills each registration at a time between its start and a little after its end.
  @Test func killedAtAnyMomentItLeavesNoHalfAccount() async throws {
    let bench = try RegistrationBench()
    let statuses = try await onThreadOfItsOwn {
      // The times are spread over a little more than one registration takes: longer after one that was killed, since
      // the machine may have become slower.
      var whole = try ContinuousClock().measure {
        _ = try bench.run("register", input: RegistrationBench.lines(username: "first"))
      }
      var generator = SeededGenerator(seed: 1)
      return try (0..<(isLongRun ? 200 : 12)).map { number in
        let child = try Child(try bench.command(["register"]), input: .pipe)
        try child.write(
          RegistrationBench.lines(username: "user\(number)", givenName: "Given \(number)"))
        try child.closeInput()
        let moment = whole * Double.random(in: 0...1.5, using: &generator)
        do {
          let status = try child.wait(limit: moment).status
          whole = whole * 0.7
          return status
        } catch is SupportError {
          // The limit kills it. Its output does not matter.
          whole = whole * 1.5
          return Child.Status.signalled(9)
        }
      }
    }
    // Both results must occur, or the times were not chosen well.
    #expect(Set(statuses.map { "\($0)" }).count == 2)
    let accounts = try await bench.store.accounts()
    for account in accounts where account.username != "first" {
      let number = account.username.dropFirst("user".count)
      #expect(
        account
          == Account(
            username: "user\(number)", givenName: "Given \(number)", familyName: "Lee",
            email: "ann@example.org"))
    }
    let names = Set(accounts.map(\.username))
    for (number, status) in statuses.enumerated() where status == .exited(0) {
      #expect(names.contains("user\(number)"))
    }
    // The file still works: names without an account can be registered.
    for number in statuses.indices where !names.contains("user\(number)") {
      #expect(try await bench.store.isFree("user\(number)"))
    }
  }
}

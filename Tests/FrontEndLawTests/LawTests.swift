import CFormwork
import FormworkCore
import Foundation
import TestSupport
import Testing

@testable import FormworkConformance

/// The common behaviour of all front ends, whatever their keys are.
@Suite(.serialized) struct LawTests {
  @Test(arguments: FrontEndKind.allCases)
  func whatIsTypedBehindAPostWaits(frontEnd: FrontEndKind) async throws {
    try await onThreadOfItsOwn {
      let person = try Person(at: frontEnd)
      person.host.withheld = [FORMWORK_COMMIT]
      #expect(try person.does(person.typing("pier")) == ["EDIT berth pier", "COMMIT berth pier"])
      #expect(try person.does(person.typing("Ada")) == [])
      person.host.withheld = []
      #expect(
        try person.isTold() == [
          "GO next", "EDIT vessel Ada", "COMMIT vessel Ada", "GO next",
        ])
    }
  }

  @Test(arguments: FrontEndKind.allCases)
  func whatIsTypedBeforeAnAlertIsVoid(frontEnd: FrontEndKind) async throws {
    try await onThreadOfItsOwn {
      let person = try Person(at: frontEnd)
      person.host.withheld = [FORMWORK_COMMIT]
      try person.does(person.typing("pier"))
      #expect(try person.does("\r") == [])
      let screen = person.screen
      let alert = screen.add(.alert, "question", [.label: .text("Sink it?")])
      let sink = screen.add(.button, "sink", [.label: .text("Sink")], into: alert)
      screen.add(
        .button, "keep",
        [.label: .text("Keep"), .role: .number(Int(FORMWORK_ROLE_CANCEL.rawValue))], into: alert)
      screen.tree.setFocus(sink)
      #expect(try person.isTold() == [])
      #expect(person.shown.contains("Sink it?"))
      #expect(try person.does("\r") == ["ACTIVATE sink"])
    }
  }

  @Test(arguments: FrontEndKind.allCases)
  func theReasonOfARefusalIsShown(frontEnd: FrontEndKind) async throws {
    try await onThreadOfItsOwn {
      let person = try Person(at: frontEnd)
      person.host.withheld = [FORMWORK_COMMIT]
      try person.does(person.typing("pier"))
      let berth = try person.node("berth")
      person.screen.tree.refuse(berth, .stale, "No berth is left")
      person.screen.tree.set(berth, .value, .text("quay"))
      // The user has not left what was refused.
      #expect(try person.isTold() == [])
      #expect(person.shown.contains("No berth is left"))
    }
  }

  /// At ^C the host sends the value again: nothing of the open paste counts.
  @Test(arguments: [FrontEndKind.editline, .screen])
  func anInterruptedPasteIsDropped(frontEnd: FrontEndKind) async throws {
    try await onThreadOfItsOwn {
      let person = try Person(at: frontEnd)
      let berth = try person.node("berth")
      #expect(try person.does("\u{1B}[200~x") == [])
      // Do not wait, because a pause of half a second ends the paste.
      person.screen.tree.set(berth, .value, .text(""))
      try person.host.tell()
      #expect(try person.does("y\u{1B}[201~z") == ["EDIT berth z"])
    }
  }

  @Test(arguments: FrontEndKind.allCases)
  func aSecretIsKeptByItsLengthAndNeverShown(frontEnd: FrontEndKind) async throws {
    try await onThreadOfItsOwn {
      let form = ScriptedScreen("Harbour")
      form.add(.secretField, "code", [.label: .text("Code"), .value: .number(0)])
      form.add(.textField, "berth", [.label: .text("Berth")])
      let person = try Person(at: frontEnd, "code", of: form)
      #expect(
        try person.does("Xk7pQ2\r") == ["EDIT code Xk7pQ2", "COMMIT code Xk7pQ2", "GO next"])
      try person.does(person.back)
      // Enter keeps the secret, which is only known by its length.
      #expect(try person.does("\r").last == "GO next")
      for part in ["Xk7", "k7p", "7pQ", "pQ2"] { #expect(!person.shown.contains(part)) }
    }
  }

  @Test(arguments: FrontEndKind.allCases)
  func aChoiceIsMadeByTheBeginningOfALabel(frontEnd: FrontEndKind) async throws {
    try await onThreadOfItsOwn {
      let person = try Person(at: frontEnd, "cargo")
      #expect(
        try person.does("T\r") == ["CHOOSE Timber", "COMMIT cargo", "GO next"])
    }
  }

  @Test(arguments: FrontEndKind.allCases)
  func thePersonGoesForthAndBack(frontEnd: FrontEndKind) async throws {
    try await onThreadOfItsOwn {
      let person = try Person(at: frontEnd)
      #expect(try person.does(person.forth) == ["GO next"])
      #expect(try person.does(person.back) == ["GO previous"])
    }
  }

  @Test(arguments: FrontEndKind.allCases)
  func aReloadAndAHandOverAreAskedFor(frontEnd: FrontEndKind) async throws {
    try await onThreadOfItsOwn {
      let person = try Person(at: frontEnd)
      #expect(try person.does(person.reload) == ["RELOAD"])
      #expect(try person.does(person.handOver) == ["SWITCH"])
    }
  }

  @Test(arguments: FrontEndKind.allCases)
  func aPromptHasNothingToSubmit(frontEnd: FrontEndKind) async throws {
    try await onThreadOfItsOwn {
      let form = ScriptedScreen("Harbour")
      form.add(.textField, "order", [.label: .text("Order")])
      let person = try Person(at: frontEnd, "order", of: form)
      #expect(try person.does(person.submit) == [])
      #expect(person.shown.lowercased().contains("there is nothing to submit"))
    }
  }

  /// Plain has no keys for the history; in screen Down moves to the next field.
  @Test(arguments: [FrontEndKind.editline, .screen])
  func whatWasEnteredBeforeIsRecalled(frontEnd: FrontEndKind) async throws {
    try await onThreadOfItsOwn {
      let person = try Person(at: frontEnd)
      let berth = try person.node("berth")
      try person.isTold(["old", "new"].map { ScriptMessage(.history(berth, $0)) })
      #expect(try person.does("\u{1B}[A") == ["EDIT berth new"])
      #expect(try person.does("\u{1B}[A") == ["EDIT berth old"])
    }
  }

  @Test(arguments: FrontEndKind.allCases)
  func aScreenThatIsDrawnAgainIsTheSame(frontEnd: FrontEndKind) async throws {
    try await onThreadOfItsOwn {
      let person = try Person(at: frontEnd)
      #expect(
        try person.does(person.typing("pier")) == [
          "EDIT berth pier", "COMMIT berth pier", "GO next",
        ])
      #expect(try person.isShownAll() == [])
      #expect(
        try person.does(person.typing("Ada")) == [
          "EDIT vessel Ada", "COMMIT vessel Ada", "GO next",
        ])
      #expect(try person.does(person.back + person.back) == ["GO previous", "GO previous"])
      #expect(person.shown.contains("pier"))
    }
  }

  /// Returns the messages of a list with one suggestion for a text.
  private static func suggestions(
    _ word: String, for text: String, at person: Person
  ) throws -> [ScriptMessage] {
    let suggestions = [Suggestion(replacing: 0..<text.utf8.count, with: word), nil]
    let pier = try person.node("pier")
    return suggestions.map { ScriptMessage(.suggestion(pier, $0, revision: person.host.revision)) }
  }

  /// Returns a user at a field with completions, to whom the host sends none by itself.
  private static func completing(at frontEnd: FrontEndKind) throws -> Person {
    let form = ScriptedScreen("Harbour")
    form.add(.textField, "pier", [.label: .text("Pier"), .completes: .number(1)])
    form.add(.textField, "berth", [.label: .text("Berth")])
    let person = try Person(at: frontEnd, "pier", of: form)
    person.host.withheld = [FORMWORK_COMPLETE]
    #expect(try person.does("ab\t") == ["EDIT pier ab", "COMPLETE pier ab"])
    return person
  }

  /// Plain has no key for completion.
  @Test(arguments: [FrontEndKind.editline, .screen])
  func enterWaitsForASuggestionThatIsLate(frontEnd: FrontEndKind) async throws {
    try await onThreadOfItsOwn {
      let person = try Self.completing(at: frontEnd)
      #expect(try person.does("\r") == [])
      #expect(
        try person.isTold(Self.suggestions("about", for: "ab", at: person)) == [
          "EDIT pier about", "COMMIT pier about", "GO next",
        ])
    }
  }

  /// Screen reads no key before the suggestions arrive.
  @Test func suggestionsForAnotherTextAreDropped() async throws {
    try await onThreadOfItsOwn {
      let person = try Self.completing(at: .editline)
      #expect(try person.does("c\t") == ["EDIT pier abc", "COMPLETE pier abc"])
      #expect(try person.isTold(Self.suggestions("about", for: "ab", at: person)) == [])
      #expect(
        try person.isTold(Self.suggestions("abcde", for: "abc", at: person)) == ["EDIT pier abcde"])
    }
  }

  @Test(arguments: FrontEndKind.allCases)
  func aRowOfAListIsOpened(frontEnd: FrontEndKind) async throws {
    try await onThreadOfItsOwn {
      let form = ScriptedScreen("Harbour")
      let list = form.add(
        .list, "ships", [.label: .text("Ships"), .rowCount: .number(2), .firstRow: .number(0)])
      for ship in ["Aurora", "Bounty"] {
        form.add(.row, ship, [.label: .text(ship)], into: list)
      }
      let person = try Person(at: frontEnd, "Aurora", of: form)
      #expect(person.shown.contains("Aurora") && person.shown.contains("Bounty"))
      #expect(try person.does(person.secondRow).last == "ACTIVATE Bounty")
    }
  }

  @Test(arguments: FrontEndKind.allCases)
  func aSectionIsNamedWhereItBegins(frontEnd: FrontEndKind) async throws {
    try await onThreadOfItsOwn {
      let form = ScriptedScreen("Harbour")
      for name in ["Crew", "Cargo"] {
        let section = form.add(.group, name, [.label: .text(name)])
        form.add(.textField, "\(name)1", [.label: .text("\(name) one")], into: section)
      }
      let person = try Person(at: frontEnd, "Crew1", of: form)
      #expect(person.shown.contains("Crew"))
      #expect(try person.does(person.typing("Ada")).last == "GO next")
      #expect(person.shown.contains("Cargo"))
    }
  }

  /// The seeds of random hosts and keys.
  private static let seeds: Range<UInt64> =
    0..<(isLongRun ? 500 : 20)

  /// The posts follow the contract, and the front end returns when the host detaches.
  @Test(arguments: FrontEndKind.allCases)
  func randomKeysAtRandomHostsAreTaken(frontEnd: FrontEndKind) async throws {
    try await onThreadOfItsOwn {
      for seeds in stride(from: Self.seeds.lowerBound, to: Self.seeds.upperBound, by: 10) {
        let host = try Person.host(of: frontEnd)
        for seed in seeds..<seeds + 10 {
          do { try host.play(seed: seed) } catch {
            return _ = Issue.record("seed \(seed): \(error)")
          }
        }
      }
    }
  }
}

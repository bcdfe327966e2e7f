import FormworkCore
import TestSupport
import Testing

/// Edits, changes of lists, and texts that the host sets meet each other on a slow connection.
struct LaggingFrontEndTests {
  private static func definition() throws -> FormDefinition {
    let gift = Field.toggle("gift", label: "Gift")
    return try FormDefinition("form", title: "Form") {
      Field.name
      Field.city.initialAnswer("Oslo")
      gift
      Field.text("for", label: "For").shown(when: gift)
      Section.list("list", label: "List", item: "Item", 1...5) {
        Field.text("what", label: "What")
        Field.text("where", label: "Where").initialAnswer("here").shown(
          when: Condition.isFilled("what"))
      }
      Field.text("many", label: "Many").shown(when: Condition.count("list", 3...5))
    }
  }

  @Test(.serialized, arguments: UInt64(0)..<(isLongRun ? 500 : 60))
  func bothSidesAgreeOnEveryTextInTheEnd(seed: UInt64) throws {
    var frontEnd = LaggingFrontEnd(try Self.definition(), seed: seed)
    for _ in 0..<4 {
      for _ in 0..<60 { frontEnd.step() }
      frontEnd.settle()
      for text in frontEnd.texts { try #require(text.shown == text.kept) }
    }
  }

  @Test func someEditsAreAcceptedAndSomeAreNot() throws {
    var (accepted, refused, arranged) = (0, 0, 0)
    for seed in UInt64(0)..<20 {
      var frontEnd = LaggingFrontEnd(try Self.definition(), seed: seed)
      for _ in 0..<240 { frontEnd.step() }
      accepted += frontEnd.accepted
      refused += frontEnd.refused
      arranged += frontEnd.arranged
    }
    #expect(accepted > 50)
    #expect(refused > 50)
    #expect(arranged > 30)
  }
}

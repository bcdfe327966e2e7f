import FormworkCore
import Testing

/// Edits and sets by the host that cross each other on the line.
struct LaggingFrontEndTests {
  private static func definition() throws -> FormDefinition {
    let gift = Field.toggle("gift", label: "Gift")
    return try FormDefinition("form", title: "Form") {
      Field.text("name", label: "Name")
      Field.text("city", label: "City").initially(.text("Oslo"))
      gift
      Field.text("for", label: "For").shown(when: gift.isOn)
    }
  }

  @Test(.serialized, arguments: UInt64(0)..<500)
  func bothSidesAgreeOnEveryTextInTheEnd(seed: UInt64) throws {
    var frontEnd = LaggingFrontEnd(try Self.definition(), seed: seed)
    for _ in 0..<4 {
      for _ in 0..<60 { frontEnd.step() }
      frontEnd.settle()
      for text in frontEnd.texts { try #require(text.shown == text.kept) }
    }
  }

  @Test func someEditsAreAcceptedAndSomeAreNot() throws {
    var (accepted, refused) = (0, 0)
    for seed in UInt64(0)..<20 {
      var frontEnd = LaggingFrontEnd(try Self.definition(), seed: seed)
      for _ in 0..<240 { frontEnd.step() }
      accepted += frontEnd.accepted
      refused += frontEnd.refused
    }
    #expect(accepted > 50)
    #expect(refused > 50)
  }
}

import Testing

@testable import FormworkCore
import TestSupport

/// Texts of invisible characters alone count as empty.
struct InvisibleTextTests {
  /// Spaces, joiners, fillers, selectors, tags and marks that are invisible, and some together.
  private static let invisible = [
    "\u{200B}", "\u{200D}", "\u{200C}\u{200C}", "\u{AD}", "\u{3164}", "\u{FE0F}", "\u{E0041}",
    "\u{FEFF}", "\u{2060}\u{34F}\u{200B}",
  ]

  @Test(arguments: invisible)
  func countsAsEmpty(_ text: String) throws {
    for (kind, content) in [
      (.text, .text(text)), (.textArea, .text(text)), (.secret, .secret(Secret(text))),
      (.wholeNumber, .text(text)),
    ] as [(FieldKind, FieldContent)] {
      #expect(content.isEmpty)
      #expect(FieldSpecification(kind, .required).violations(content) == [.valueMissing])
      #expect(
        FieldSpecification(kind, .length(minimum: 3, maximum: nil, unit: nil)).violations(content)
          == [])
      #expect(try kind.value(of: content, in: .html) == kind.value(of: kind.emptyContent))
    }
    // JSON Schema permits empty texts, and counts these characters.
    #expect(FieldSpecification(.text, .required).schemaViolations(.text(text)) == [])
    #expect(try FieldKind.text.value(of: .text(text), in: .jsonSchema) == .text(text))
  }

  /// Persian, Sinhala and Malayalam names need these characters, and so do some emoji.
  @Test(arguments: [
    "می\u{200C}خواهم", "ශ්\u{200D}රී", "അവന്\u{200D}", "👩\u{200D}🚀", "\u{200B}a", "a\u{AD}", " ",
    "\u{2800}",
  ])
  func staysWithinAText(_ text: String) throws {
    #expect(!FieldContent.text(text).isEmpty)
    #expect(!FieldContent.secret(Secret(text)).isEmpty)
    #expect(FieldSpecification(.text, .required).violations(.text(text)) == [])
    #expect(try FieldKind.text.value(of: .text(text), in: .html) == .text(text))
  }

  /// Submissions, checks and conditions use the value.
  @Test func aFormTakesItForNothing() throws {
    let store = try FormStore {
      Field.name.checked(by: RemoteCheck("free"))
      Field.text("more", label: "More").shown(when: Condition.isFilled("name"))
    }
    #expect(store.step(.type("name", "\u{200B}")).actions == [])
    #expect(store.viewModel.state(of: "more") == .excluded)
    #expect(store.step(.activate("submit")).actions == [#"submit 1 [name: ""]"#])
  }
}

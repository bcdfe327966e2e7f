import FormworkJSON
import FormworkTesting
import Testing

@testable import FormworkCore

/// Blanks around e-mail and web addresses, dates and numbers are not part of the answer.
struct TrimmingTests {
  /// A field of each kind, an answer without blanks, and its value.
  private static let fields: [(FormItem, String, Value)] = [
    (required(.text("f", label: "F").email()), "bob@example.org", .text("bob@example.org")),
    (required(.webAddress("f", label: "F")), "https://example.org", .text("https://example.org")),
    (required(.date("f", label: "F")), "2026-11-22", .text("2026-11-22")),
    (required(.time("f", label: "F")), "14:30", .text("14:30")),
    (required(.dateAndTime("f", label: "F")), "2026-11-22 14:30", .text("2026-11-22T14:30")),
    (Field.wholeNumber("f", label: "F").required().item, "-42", .wholeNumber(-42)),
    (
      Field.decimal("f", label: "F").required().item, "1.50",
      .decimal(ExactDecimal("1.5") ?? .zero)
    ),
  ]

  private static func required(_ field: Field<String>) -> FormItem { field.required().item }

  @Test(
    arguments: fields.indices,
    [(" ", ""), ("", " "), ("", "\t"), ("\r\n", "\u{C} "), ("  \t", " \n ")])
  func blanksAroundAreLeftOut(place: Int, blanks: (before: String, after: String)) throws {
    let (item, text, value) = Self.fields[place]
    let store = try FormStore { item }
    store.step(.commit("f", .text(blanks.before + text + blanks.after)))
    #expect(store.viewModel.state(of: "f") == .valid)
    #expect(store.viewModel.value(of: "f") == value)
    // The content stays as typed.
    #expect(
      store.viewModel.content(of: "f") == .text(blanks.before + text + blanks.after))
  }

  @Test(arguments: fields.indices) func nothingButBlanksIsNothing(place: Int) throws {
    let store = try FormStore { Self.fields[place].0 }
    store.step(.commit("f", .text(" \t ")))
    #expect(store.viewModel.state(of: "f") == .invalid([.valueMissing]))
  }

  /// Blanks in the middle stay, and so does white space outside ASCII.
  @Test(
    arguments: fields.indices, ["%1 %2", "%1%2\u{A0}", "\u{3000}%1%2", "%1%2\u{B}", "%1%2\0"])
  func allElseIsRefused(place: Int, pattern: String) throws {
    let (item, text, _) = Self.fields[place]
    let half = text.index(text.startIndex, offsetBy: 2)
    let typed = pattern.replacing("%1", with: text[..<half]).replacing("%2", with: text[half...])
    let store = try FormStore { item }
    store.step(.commit("f", .text(typed)))
    guard case .invalid = store.viewModel.state(of: "f") else {
      Issue.record("\(typed) is accepted")
      return
    }
  }

  @Test func textsAndSecretsKeepTheirBlanks() throws {
    let (line, lines) = (Field.text("line", label: "L"), Field.textArea("lines", label: "L"))
    let secret = Field.secret("secret", label: "S")
    let store = try FormStore {
      line
      lines
      secret
    }
    store.step(.commit("line", .text(" a ")))
    store.step(.commit("lines", .text("\ta\n")))
    store.step(.commit("secret", .secret(Secret(" hush "))))
    #expect(store.viewModel[line] == " a ")
    #expect(store.viewModel[lines] == "\ta\n")
    #expect(store.viewModel[secret] == Secret(" hush "))
  }

  /// Rules, conditions and the history use the answer without blanks.
  @Test func allThatReadsTheAnswerSeesNoBlanks() throws {
    let mail = Field.text("mail", label: "M").email().length(...7).keepsHistory()
    let again = Field.text("again", label: "A").email().repeating(mail)
    let hidden = Field.text("hidden", label: "H").shown(when: mail == " a@b.org")
    let store = try FormStore {
      mail
      again
      hidden
    }
    store.step(.commit("mail", .text("a@b.org  ")))
    store.step(.commit("again", .text("\ta@b.org")))
    #expect(store.viewModel.state(of: "mail") == .valid)
    #expect(store.viewModel.state(of: "again") == .valid)
    #expect(store.viewModel.value(of: "hidden") == .text(""))
    let part = try #require(store.viewModel.parts?.field(at: "mail"))
    #expect(part.rememberedText?.text == "a@b.org")
  }
}

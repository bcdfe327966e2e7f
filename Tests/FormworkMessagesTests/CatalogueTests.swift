import FormworkMessages
import Testing

@Suite struct CatalogueTests {
  @Test func theMostParticularKeyGoesFirst() {
    let catalogue = Catalogue([
      "tooShort": "general", "tooShort.password": "for the password",
      "patternMismatch": "any pattern", "patternMismatch.zip": "for the pattern",
    ])
    #expect(catalogue.text(for: .key("tooShort")) == "general")
    #expect(catalogue.text(for: .key("tooShort", of: "name")) == "general")
    #expect(catalogue.text(for: .key("tooShort", of: "password")) == "for the password")
    #expect(catalogue.text(for: .key("patternMismatch", of: "zip.home")) == "for the pattern")
    #expect(catalogue.text(for: .key("patternMismatch", of: "tel.home")) == "any pattern")
  }

  @Test func aKeyWithoutASentenceIsShownWhole() {
    #expect(Catalogue([:]).text(for: "A label, e.g. this") == "A label, e.g. this")
    #expect(Catalogue([:]).text(for: .key("tooShort", of: "name")) == "tooShort.name")
    #expect(Catalogue(["": "nothing"]).text(for: .key("loading")) == "loading")
  }

  @Test func argumentsStandInTheirPlaces() {
    let catalogue = Catalogue([
      "failed": "Not done: {reason}. Try {what} again", "down": "{host} is down",
      "open": "open {", "close": "a } and {unknown}",
    ])
    let message = Message.key(
      "failed",
      [
        "reason": .key("down", ["host": "web-2"]),
        "what": .list(["a", "b", .number(-3)]),
      ])
    #expect(catalogue.text(for: message) == "Not done: web-2 is down. Try a, b, -3 again")
    #expect(catalogue.text(for: .key("open", ["x": .number(1)])) == "open {")
    #expect(catalogue.text(for: .key("close", ["x": .number(1)])) == "a } and {unknown}")
  }

  /// A label that starts with an abbreviation keeps its capitals, and so does a plain `{name}`.
  @Test(arguments: [
    ("Contact 1", "Add contact 1 (Contact 1)"), ("E-mail", "Add e-mail (E-mail)"),
    ("DNS record", "Add DNS record (DNS record)"), ("A4 page", "Add A4 page (A4 page)"),
    ("Élan", "Add élan (Élan)"), ("x", "Add x (x)"), ("", "Add  ()"),
  ])
  func aLabelWithinASentenceBeginsWithoutItsCapital(label: String, sentence: String) {
    let catalogue = Catalogue(["add": "Add {item.inner} ({item})"])
    #expect(catalogue.text(for: .key("add", ["item": .verbatim(label)])) == sentence)
    #expect(catalogue.text(for: .key("add")) == "Add {item.inner} ({item})")
  }

  @Test func whatIsPutInIsNotFilledIn() {
    let catalogue = Catalogue(["checking": "is \"{text}\" {free}?"])
    let message = Message.key("checking", ["text": "{text}{free}"])
    #expect(catalogue.text(for: message) == "is \"{text}{free}\" {free}?")
  }

  @Test func thePluralGoesByTheCount() {
    let catalogue = Catalogue([
      "lines": .plural(one: "1 line", other: "{count} lines"), "no": "{count} in any number",
    ])
    let texts = [0, 1, 2, 11, -1].map { catalogue.text(for: .key("lines", count: $0)) }
    #expect(texts == ["0 lines", "1 line", "2 lines", "11 lines", "-1 lines"])
    #expect(catalogue.text(for: .key("no", count: 1)) == "1 in any number")
    // An argument with that name has precedence over the count. Without a count there is one form.
    #expect(catalogue.text(for: .key("lines", ["count": "many"], count: 7)) == "many lines")
    #expect(catalogue.text(for: .key("lines")) == "{count} lines")
  }

  /// Polish has another rule than English.
  @Test func eachLanguageHasItsOwnPlurals() {
    let polish = Language("pl", listSeparator: " i ", sentenceSeparator: " | ") { number in
      if number == 1 { return .one }
      return (2...4).contains(number % 10) && !(12...14).contains(number % 100) ? .few : .many
    }
    let forms: [Language.Plural: String] = [
      .one: "{count} plik", .few: "{count} pliki", .other: "{count} plików",
    ]
    let catalogue = Catalogue(["files": .plural(forms)], in: polish)
    let messages = [1, 3, 12, 22].map { Message.key("files", count: $0) }
    #expect(catalogue.text(for: .list(messages)) == "1 plik i 3 pliki i 12 plików i 22 pliki")
    #expect(catalogue.text(for: .sentences(["Tak", "Nie"])) == "Tak | Nie")
    #expect(catalogue.spoken(in: .english).text(for: messages[1]) == "3 pliki")
  }

  @Test func aTextIsNoKey() {
    let catalogue = Catalogue(["loading": "Loading", "item1": "an item"])
    #expect(catalogue.text(for: "loading") == "loading")
    #expect(catalogue.text(for: "item\(1)") == "item1")
    let state: Message = .key("loading")
    #expect(catalogue.text(for: "\(state), \(2) of \(state)") == "Loading, 2 of Loading")
    #expect("load\("ing")" as Message == .verbatim("loading"))
    #expect(catalogue.text(for: .sentences(["{one}", .key("loading")])) == "{one}; Loading")
    #expect(catalogue.text(for: .list([])) == "")
  }

  @Test func otherSentencesGoBefore() {
    let catalogue = Catalogue(["a": "one", "b": "two"]).overriding(["b": "other", "c": "more"])
    #expect(catalogue.entries == ["a": "one", "b": "other", "c": "more"])
    #expect(catalogue.language.tag == "en")
  }

  @Test func inThePseudoLanguageEachWordIsInBrackets() {
    let pseudo = Catalogue([
      "tooShort": .plural(one: "{limit} letter: {missing} more", other: "{limit} letters, 2 or 3"),
      "quoted": "is \"{text}\" free?  'list' tells",
    ]).spoken(in: .pseudo)
    #expect(pseudo.language.tag == "en-XA")
    let short = Message.key(
      "tooShort", ["limit": .number(1), "missing": "ten letters"], count: 1)
    #expect(pseudo.text(for: short) == "1 [letter:] ten letters [more]")
    #expect(pseudo.text(for: .key("tooShort", count: 2)) == "{limit} [letters,] 2 [or] 3")
    let quoted = Message.key("quoted", ["text": "a b"])
    #expect(pseudo.text(for: quoted) == "[is] \"a b\" [free?]  ['list'] [tells]")
    #expect(pseudo.spoken(in: .pseudo).text(for: quoted) == pseudo.text(for: quoted))
  }

  @Test func errorsAreExplainedWhereTheyCanBe() {
    struct Known: UserMessageError { let message = Message.key("known") }
    struct Foreign: Error, CustomStringConvertible { let description = "foreign" }
    #expect(Message(explaining: Known()) == .key("known"))
    #expect(Message(explaining: Foreign()) == "foreign")
    #expect(Message(explaining: Message("closed on Sundays")) == "closed on Sundays")
  }

  @Test func theNameOfACaseHasNoValues() {
    indirect enum Fault {
      case closed
      case late(by: Int)
      case inner(Fault, count: Int)
    }
    #expect(caseName(of: Fault.closed) == "closed")
    #expect(caseName(of: Fault.late(by: 3)) == "late")
    #expect(caseName(of: Fault.inner(.closed, count: 1)) == "inner")
  }
}

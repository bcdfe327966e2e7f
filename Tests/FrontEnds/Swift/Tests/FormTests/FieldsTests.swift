import Formwork
import FormworkTesting
import Foundation
import Testing

/// The handles of the page about fields, rules and choices, in one form.
@Suite struct FieldsTests {
  private static func definition() throws -> FormDefinition {
    try FormDefinition("booking", title: "A booking") {
      FormItem.group("kinds", label: "Kinds") {
        Kinds.name
        Kinds.story
        Kinds.website
        Kinds.nights
        Kinds.deposit
        Kinds.arrival
        Kinds.breakfast
        Kinds.call
        Kinds.isMember
        Kinds.extra
      }
      FormItem.group("choices", label: "Choices") {
        Choices.room
        Choices.extras
        Choices.floor(of: 3)
        Choices.papers
      }
      FormItem.group("secrets", label: "Secrets") {
        Secrets.password
        Secrets.again
        Secrets.current
      }
      FormItem.group("rules", label: "Rules") {
        Rules.guests
        Rules.terms
        Rules.title
        Rules.motto
        Rules.nickname
        Rules.plate
        Rules.mail
        Rules.chairs
        Rules.port
        Rules.offer
        Rules.from
        Rules.dinner
        Rules.pairs
        Rules.weight
        Rules.shop
        Rules.until
        Rules.voucher
      }
      Properties.city
      Properties.remarks
      Properties.country
      Properties.consent
      Conditions.pet
      Conditions.card
      Conditions.reason
      Sections.address
      Sections.billing
      Sections.children
      Sections.cars
      Sections.skills
      Sections.payment
      Sections.friend
      Sections.stay
    }
  }

  @Test func theFormHasNoFault() throws {
    let store = FormStore(try Self.definition())
    #expect(store.property(.label, of: "floor/2") == #""Floor 2""#)
    #expect(store.property(.label, of: "extras/breakfast") == #""Breakfast from 07:30""#)
    #expect(store.property(.label, of: "room/double") == #""double""#)
  }

  /// A content that violates a rule, with its sentence.
  @Test(
    arguments: [
      ("guests", "5", "4 or less"), ("title", "T", "2 characters at least: 1 more"),
      ("nickname", "Ann", "use small letters, digits and -"),
      ("plate", "b-1", "has characters that cannot be used here"),
      ("mail", "ann", "not an e-mail address: write one such as name@example.org"),
      ("website", "example", "not a web address: write one such as https://example.org"),
      ("chairs", "50", "49 or less"), ("chairs", "3", "must be in steps of 2 from 0"),
      ("plate", "1-B", "has characters that cannot be used here"),
      ("port", "65536", "65535 or less"),
      ("weight", "30", "has to be below 30"),
      ("shop", "mailto:ann@example.org", "has to begin with https:"),
      ("offer", "0.49", "0.5 or more"), ("from", "2025-12-31", "2026-01-01 or later"),
      ("dinner", "23:00", "22:30 or earlier"), ("pairs", "3", "has to be even"),
    ])
  func aRuleHasASentence(_ field: String, _ text: String, _ sentence: String) throws {
    let store = FormStore(try Self.definition())
    store.step(.type(field, text))
    store.step(.commit(field))
    #expect(store.property(.explanation, of: field) == "\"\(sentence)\"")
  }

  @Test func fieldsReadTheirAnswers() {
    let answers = Answers([
      "name": .text("Ada"), "story": .text("a\nb"), "website": .text("https://example.org"),
      "nights": .wholeNumber(2), "deposit": .decimal(1), "arrival": .text("2026-11-27"),
      "breakfast": .text("07:15"), "call": .text("2026-11-27T09:30"), "isMember": .toggle(true),
      "extra": .text("[]"), "room": .choice("double"), "extras": .choices(["parking"]),
      "floor": .choice("2"), "papers": .choices(["taz"]), "password": .secret(Secret("abc")),
      "guests": .wholeNumber(2), "terms": .toggle(true), "mail": .text("ada@example.org"),
    ])
    #expect(Kinds.initial(answers) == "A")
    #expect(Kinds.lines(answers) == ["a", "b"])
    #expect(Kinds.isSecure(answers))
    #expect(Kinds.days(answers) == 3)
    #expect(Kinds.hasDeposit(answers))
    #expect(Kinds.rounded(answers) == 1)
    #expect(Kinds.year(answers) == "2026")
    #expect(Kinds.isEarly(answers))
    #expect(Kinds.day(answers) == "2026-11-27")
    #expect(Kinds.discount(answers) == 10)
    #expect(Kinds.hasExtra(answers))
    #expect(Choices.beds(answers) == 2)
    #expect(Choices.parks(answers))
    #expect(Choices.floor(answers) == "2")
    #expect(Choices.papers(answers) == ["taz"])
    #expect(Secrets.length(answers) == 3)
    #expect(Secrets.copy(answers) == "abc")
    #expect(Rules.price(answers) == 160)
    #expect(Rules.accepted(answers))
    #expect(Rules.domain(answers) == "example.org")
    #expect(Conditions.number(answers) == nil)
  }

  @Test func sectionsReadTheirAnswers() {
    let home = Answers(["street": .text("Main Street"), "town": .text("Bern")])
    let child = Answers(["age": .wholeNumber(3)])
    var answers = Answers()
    answers.append("address", .object(home))
    answers.append("billing", .object(home))
    answers.append("children", .list([.object(child), .object(child)]))
    answers.append("cars", .list([.value(.text("A-1"))]))
    answers.append("skills", .object(Answers(["Swift": .text("well")])))
    answers.append("payment", .alternative("account", .object(Answers(["iban": .text("CH")]))))
    answers.append("friend", .object(Answers(["name": .text("Bob")])))
    #expect(Sections.street(answers) == "Main Street")
    #expect(Sections.billing(answers) == "Main Street")
    #expect(Sections.ages(answers) == [3, 3])
    #expect(Sections.plates(answers) == ["A-1"])
    #expect(Sections.languages(answers) == ["Swift"])
    #expect(Sections.iban(answers) == "CH")
    #expect(Sections.friend(answers) == "Bob")
    #expect(answers[Sections.address / Sections.town] == "Bern")
  }

  @Test func aProgramDecidesAboutTheParts() throws {
    let store = FormStore(try Party.definition(guests: 2, host: "Eve", isFormal: true))
    #expect(store.property(.label, of: "party") == #""A party of 2""#)
    #expect(store.property(.label, of: "host") == #""Invited by Eve.""#)
    #expect(store.property(.label, of: "guest2") == #""Guest 2""#)
    #expect(store.property(.label, of: "remarks") == #""Remarks""#)
    let answers = Answers(["guest1": .text("Ann"), "guest2": .text("Bob")])
    #expect(Party.names(answers, guests: 2) == ["Ann", "Bob"])
  }
  /// Handles that are made again read the answers of the form.
  @Test func limitsAndOptionsAreKnownAtRunTime() throws {
    let rental = Rental(today: "2026-11-27", cars: ["Fiat", "Opel"])
    let store = FormStore(try rental.definition())
    store.step(.type("from", "2026-11-26"))
    store.step(.commit("from"))
    #expect(store.property(.explanation, of: "from") == #""2026-11-27 or later""#)
    #expect(store.property(.label, of: "car/Opel") == #""Opel""#)
    let answers = Answers(["from": .text("2026-11-28"), "car": .choice("Opel")])
    #expect(answers[Rental(today: "", cars: []).car] == "Opel")
    #expect(answers[Field.date("from", label: "").required()] == "2026-11-28")
    let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path()
    try Data("Fiat\nOpel\n".utf8).write(to: URL(filePath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let read = FormStore(try Rental(carsIn: path).definition())
    #expect(read.property(.label, of: "car/Fiat") == #""Fiat""#)
    read.step(.type("from", "2026-11-27"))
    read.step(.commit("from"))
    #expect(read.property(.status, of: "from") == "invalid")
  }
}

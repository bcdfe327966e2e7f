import Formwork
import Foundation

enum Kinds {
  static let name = Field.text("name", label: "Name")
  static func initial(_ answers: Answers) -> Character? { answers[name].first }

  static let story = Field.textArea("story", label: "Story")
  static func lines(_ answers: Answers) -> [Substring] { answers[story].split(separator: "\n") }

  static let website = Field.webAddress("website", label: "Website")
  static func isSecure(_ answers: Answers) -> Bool { answers[website].hasPrefix("https:") }

  static let nights = Field.wholeNumber("nights", label: "Nights")
  static func days(_ answers: Answers) -> Int? { answers[nights].map { $0 + 1 } }

  static let deposit = Field.decimal("deposit", label: "Deposit")
  static func hasDeposit(_ answers: Answers) -> Bool { answers[deposit] ?? 0 > 0 }
  static func rounded(_ answers: Answers) -> Double? {
    answers[deposit].flatMap { Double("\($0)") }
  }

  static let arrival = Field.date("arrival", label: "Arrival")
  static func year(_ answers: Answers) -> Substring { answers[arrival].prefix(4) }

  static let breakfast = Field.time("breakfast", label: "Breakfast", step: .seconds(900))
  static func isEarly(_ answers: Answers) -> Bool { answers[breakfast] < "07:30" }

  static let call = Field.dateAndTime("call", label: "Call me")
  static func day(_ answers: Answers) -> Substring { answers[call].prefix(10) }

  static let isMember = Field.toggle("isMember", label: "I am a member")
  static func discount(_ answers: Answers) -> Int { answers[isMember] ? 10 : 0 }

  static let extra = Field.json("extra", label: "Anything else, as JSON")
  static func hasExtra(_ answers: Answers) -> Bool { answers[extra] != nil }
}

enum Room: String, CaseIterable { case single, double }

enum Extra: CaseIterable { case breakfast, parking }

enum Choices {
  static let room = Field.choice("room", label: "Room", of: Room.self).required()
  static func beds(_ answers: Answers) -> Int { answers[room] == .single ? 1 : 2 }

  static let extras = Field.choices("extras", label: "Extras", of: Extra.self) { extra in
    switch extra {
    case .breakfast: "Breakfast from 07:30"
    case .parking: "A place to park"
    }
  }
  static func parks(_ answers: Answers) -> Bool { answers[extras].contains(.parking) }

  static func floor(of count: Int) -> Field<String?> {
    let floors = (1...count).map { FieldKind.Option("\($0)", label: "Floor \($0)") }
    return Field.choice("floor", label: "Floor", options: floors)
  }
  static func floor(_ answers: Answers) -> String? { answers[floor(of: 3)] }

  static let papers = Field.choices(
    "papers", label: "Papers",
    options: ["FAZ", "taz"].map { FieldKind.Option($0, label: "\($0)") })
  static func papers(_ answers: Answers) -> [String] { answers[papers] }
}

enum Secrets {
  static let password = Field.secret("password", label: "Password").required().length(8...)
  static func length(_ answers: Answers) -> Int { answers[password].withBytes { $0.count } }
  static func copy(_ answers: Answers) -> String {
    answers[password].withBytes { String(decoding: $0, as: UTF8.self) }
  }

  static let again = Field.secret("again", label: "Password again").required()
    .repeating(password)

  static let current = Field.secret("current", label: "Current password").required()
    .validatedByStore().submittedByEnter()

  static let pin = Field.secret("pin", label: "PIN").length(4...8)
    .rule("has to be digits") { pin in
      pin.withBytes { $0.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } }
    }
}

enum Rules {
  static let guests = Field.wholeNumber("guests", label: "Guests").required().range(1...4)
  static func price(_ answers: Answers) -> Int { answers[guests] * 80 }

  static let terms = Field.toggle("terms", label: "I accept the terms").required()
  static func accepted(_ answers: Answers) -> Bool { answers[terms] }

  // Lengths are counted as in HTML, in UTF-16 units, or in code points.
  static let title = Field.text("title", label: "Title").length(2...40)
  static let motto = Field.text("motto", label: "Motto").length(...80, unit: .codePoints)

  // The whole text has to match.
  static let nickname = Field.text("nickname", label: "Nickname")
    .matching(/[a-z][a-z0-9-]*/, "use small letters, digits and -")

  // The characters of a text, and those that the first one may be: without `first`, all of them.
  static let plate = Field.text("plate", label: "Number plate")
    .characters(
      AllowedCharacters(
        named: "plate", ranges: ["0"..."9", "A"..."Z"], others: "-", first: ["A"..."Z"]))

  static let mail = Field.text("mail", label: "E-mail").required().email()
  static func domain(_ answers: Answers) -> Substring? { answers[mail].split(separator: "@").last }

  static let chairs = Field.wholeNumber("chairs", label: "Chairs").range(..<50).step(2)
  static let port = Field.wholeNumber("port", label: "Port").range(1..<65536)
  static let offer = Field.decimal("offer", label: "Offer").range(0.5...99.95).step(0.01)

  static let from = Field.date("from", label: "From").required().range("2026-01-01"...)
  static let dinner = Field.time("dinner", label: "Dinner").range("18:00"..."22:30")

  // A rule of your own: its sentence, and the condition that an answer has to meet.
  static let pairs = Field.wholeNumber("pairs", label: "Pairs").required()
    .rule("has to be even") { $0.isMultiple(of: 2) }

  // Half-open ranges are for whole numbers, because no decimal is the last one below a limit.
  static let weight = Field.decimal("weight", label: "Weight")
    .rule("has to be below 30") { $0 < 30 }

  // A web address may have any scheme, such as mailto, ftp or javascript.
  static let shop = Field.webAddress("shop", label: "Shop")
    .rule("has to begin with https:") { $0.lowercased().hasPrefix("https:") }

  // A rule that reads another field runs again when that field changes.
  static let until = Field.date("until", label: "Until").required()
    .rule("ends before it begins", reading: [from.id]) { until, answers in
      answers[from] <= until
    }

  // A check asks the program while the user continues: see Running a form.
  static let voucher = Field.text("voucher", label: "Voucher")
    .checked(by: RemoteCheck("isValid"))

  // A store refuses an answer for a reason of its own, which the user sees at the field.
  static func store(_ submission: Submission) -> SubmissionOutcome<String> {
    submission.answers[voucher] == "2025"
      ? .refused(.field(voucher, "expired")) : .accepted("Thank you.")
  }
}

enum Properties {
  static let city = Field.text("city", label: "City")
    .placeholder("Bern").extent(30).keepsHistory()

  // Tab offers the texts that `completions(of:by:)` of your FormOperations returns for this name.
  static let street = Field.text("street", label: "Street").completed(by: "streets")

  static let remarks = Field.textArea("remarks", label: "Remarks")
    .detail("For the kitchen and the reception.").extent(4)

  static let country = Field.text("country", label: "Country").initialAnswer("Switzerland")

  // A draft does not contain the answer: the user gives it again.
  static let consent = Field.toggle("consent", label: "You may call me").excludedFromDrafts()
}

enum Conditions {
  static let pet = Field.text("pet", label: "Pet").required()
    .shown(when: Choices.room == .double && Kinds.isMember)

  static let card = Field.wholeNumber("card", label: "Card number").required()
    .shown(when: Kinds.isMember || Kinds.name.isFilled)
  static func number(_ answers: Answers) -> Int? { answers[card] }

  static let reason = Field.text("reason", label: "Reason")
    .shown(when: !Kinds.isMember && Choices.room != .single)
}

enum Party {
  static func guest(_ number: Int) -> Field<String> {
    Field.text("guest\(number)", label: "Guest \(number)").required()
  }

  static func definition(guests: Int, host: String?, isFormal: Bool) throws -> FormDefinition {
    try FormDefinition("party", title: "A party of \(guests)") {
      if let host {
        FormItem.note("host", "Invited by \(host).")
      }
      for number in 1...guests { guest(number) }
      if isFormal {
        FormItem.group("dress", label: "Dress code") { Properties.remarks }
      } else {
        Kinds.story
      }
    }
  }

  static func names(_ answers: Answers, guests: Int) -> [String] {
    (1...guests).map { answers[guest($0)] }
  }
}

/// The handles of a form whose limits and options are known at run time.
struct Rental: Sendable {
  let from: Field<String>
  let car: Field<String>

  init(today: String, cars: [String]) {
    from = Field.date("from", label: "From").required().range(today...)
    let options = cars.map { FieldKind.Option("\($0)", label: "\($0)") }
    car = Field.choice("car", label: "Car", options: options).required()
  }

  /// Reads the cars from a file with one in each line.
  init(carsIn path: String) throws {
    let cars = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    let day = Date.ISO8601FormatStyle(timeZone: .current).year().month().day()
    self.init(today: Date.now.formatted(day), cars: cars.map { String($0) })
  }

  func definition() throws -> FormDefinition {
    try FormDefinition("rental", title: "A rental") {
      from
      car
    }
  }
}

enum Sections {
  static let street = Field.text("street", label: "Street").required()
  static let town = Field.text("town", label: "Town").shown(when: Kinds.isMember.outside)

  static let address = Section("address", label: "Address") {
    street
    town
  }
  static func street(_ answers: Answers) -> String { answers[address][street] }

  static let billing = Section("billing", label: "Billing address") { street }.optional()
  static func billing(_ answers: Answers) -> String? { answers[billing]?[street] }

  // A list of sections, and a list of fields.
  static let age = Field.wholeNumber("age", label: "Age").required().range(0...17)
  static let children = Section.list("children", label: "Children", item: "Child", 0...5) {
    Kinds.name
    age
  }
  static func ages(_ answers: Answers) -> [Int] { answers[children].map { $0[age] } }

  static let cars = Section.list("cars", label: "Cars", item: "Car", 0...2, of: Rules.plate)
    .differing()
  static func plates(_ answers: Answers) -> [String] { answers[cars] }

  // A list whose items have different keys.
  static let language = Field.text("language", label: "Language")
  static let skills = Section.map(
    "skills", label: "Skills", item: "Skill", 0..., key: language, of: Kinds.story)
  static func languages(_ answers: Answers) -> [String] { answers[skills].map(\.key) }

  // One of several sections.
  static let iban = Field.text("iban", label: "IBAN").required()
  static let account = Section("account", label: "Account") { iban }
  static let cash = Section("cash", label: "Cash") { Kinds.deposit }
  static let payment = Section.alternatives("payment", label: "Payment", account, cash)
  static func iban(_ answers: Answers) -> String? { answers[payment][account]?[iban] }

  // A section whose parts are created when the user opens it, so that it may contain itself.
  static let companion: DeferredBody = DeferredBody("companion") {
    Kinds.name
    Section.deferred("companion", label: "Companion", companion).optional()
  }
  static let friend = Section.deferred("friend", label: "Friend", companion).optional()
  static func friend(_ answers: Answers) -> String? { answers[friend]?[Kinds.name] }

  // A rule about a section runs when the user leaves it.
  static let stay = Section("stay", label: "Stay") {
    Kinds.arrival
    Rules.from
  }.rule("begins before you arrive") { stay in
    stay[Kinds.arrival] <= stay[Rules.from]
  }
}

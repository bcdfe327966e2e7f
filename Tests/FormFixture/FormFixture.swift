import Foundation
import FormworkCore
import FormworkHost
import FormworkSession
import PlainFrontEnd
import Synchronization

/// A program with a form of every kind of field, for tests at a terminal.
///
/// Usage: `FormFixture FRONT-END [FOLDER]`. A front end with a slash is a file. The answers are printed
/// at the end.
///
/// - The check of a name waits until the test writes `free` or `taken` into a FIFO with that name in
///   the folder. A name without a FIFO never gets an answer.
/// - A submission waits until the test writes into the FIFO `submit`, if there is one.
/// - Without a folder nothing waits, and every name except "taken" is free.
/// - `FORM_FIXTURE_FORM` selects another form: `stay` has sections and a review, may be declined, and
///   displays its number of loads. `party` cannot be filled in by lines. `codes` has a closed section
///   and two secrets.
/// - `FORM_FIXTURE_LIST` shows a list in this state instead of a form: see ``StubbedList``.
/// - `FORM_FIXTURE_ISOLATION` decides which front ends are isolated, and `FORM_FIXTURE_LIMIT` sets
///   their time limit in milliseconds.
@main
struct FormFixture {
  static let name = Field.text("name", label: "Name").required().length(2...20)
    .checked(by: RemoteCheck("isFree", timeOut: .seconds(600)))
  static let story = Field.textArea("story", label: "Story")
  static let plan = Field.choice(
    "plan", label: "Plan",
    options: [
      FieldKind.Option("free", label: "Free"), FieldKind.Option("gold", label: "Gold"),
      FieldKind.Option("gone", label: "Gone"),
    ])
  static let extras = Field.choices(
    "extras", label: "Extras",
    options: [
      FieldKind.Option("hat", label: "Hat"), FieldKind.Option("bag", label: "Bag"),
    ])
  static let gift = Field.toggle("gift", label: "Gift")
  static let recipient = Field.text("for", label: "For").shown(when: gift).keepsHistory()
  static let word = Field.secret("word", label: "Word")

  static let street = Field.text("street", label: "Street").required()
  static let address = Section("address", label: "Address") { street }.optional()
  static let guest = Field.text("guest", label: "First name").required()
  static let guests = Section.list("guests", label: "Guests", item: "Guest", 0...3) {
    guest
    plan
  }.differing()
  static let hosts = Section.list("hosts", label: "Hosts", item: "Host", 1...3) { guest }
  static let more = Section.deferred("more", label: "More", DeferredBody("more") { street })
  static let codes = Section.list(
    "codes", label: "Codes", item: "Code", 2...2, of: Field.secret("code", label: "Code"))
  static let payment = Section.alternatives(
    "payment", label: "Payment", Section("card", label: "Card") { street },
    Section("cash", label: "Cash") { gift })

  static func main() throws {
    try FormHost.prepareProcess()
    let arguments = CommandLine.arguments
    let wakeUp = try WakeUp()
    let isolation = ProcessInfo.processInfo.environment["FORM_FIXTURE_ISOLATION"]
    let limit = ProcessInfo.processInfo.environment["FORM_FIXTURE_LIMIT"].flatMap { Int($0) }
    let host = try FormHost(
      frontEnd: arguments[1].contains("/") ? .file(arguments[1]) : .name(arguments[1]),
      builtIn: PlainFrontEnd.table,
      isolation: isolation.flatMap(Isolation.init(rawValue:)) ?? .foreign,
      limits: limit.map { ResponseTimeouts(reading: .milliseconds($0)) } ?? .usual, wakeUp: wakeUp)
    let environment = ProcessInfo.processInfo.environment
    if let list = environment["FORM_FIXTURE_LIST"].flatMap(StubbedList.State.init(rawValue:)) {
      if case .interrupted(let signal) = host.run(StubbedList(list)) { host.end(with: signal) }
      exit(0)
    }
    let results = Results()
    weak var left: FormViewModel?
    let ending = {
      let screen = FormScreen(
        FormViewModel("trip", title: "A trip", catalogue: .english),
        operations: Operations(folder: arguments.count > 2 ? arguments[2] : nil),
        responder: results, wakeUp: wakeUp)
      left = screen.viewModel
      return host.run(screen)
    }()
    precondition(left == nil, "what was run is held still")
    if case .interrupted(let signal) = ending { host.end(with: signal) }
    for line in results.lines { print(line) }
    exit(results.isDeclined ? 3 : results.lines.isEmpty ? 1 : 0)
  }
}

/// Answers with the contents of FIFOs.
private final class Operations: FormOperations {
  let folder: String?

  init(folder: String?) { self.folder = folder }

  let loads = Atomic(0)

  @concurrent func load() async throws -> FormDefinition {
    let count = loads.add(1, ordering: .relaxed).newValue
    switch ProcessInfo.processInfo.environment["FORM_FIXTURE_FORM"] {
    case "stay":
      return try FormDefinition(
        "stay", title: "A trip", declineLabel: "Rather not", isReviewed: true
      ) {
        FormFixture.name.detail("Loaded \(count) times")
        FormFixture.gift
        FormFixture.word
        FormFixture.address
        FormFixture.guests
      }
    case "codes":
      return try FormDefinition("codes", title: "Codes") {
        FormFixture.more
        FormFixture.codes
      }
    case "party":
      return try FormDefinition("party", title: "A trip") {
        FormFixture.name
        FormFixture.hosts
        FormFixture.payment
      }
    default: break
    }
    return try FormDefinition("trip", title: "A trip") {
      FormFixture.name
      FormFixture.story
      FormFixture.plan
      FormFixture.extras
      FormFixture.gift
      FormFixture.recipient
      FormFixture.word
    }
  }

  @concurrent func check(_ request: CheckRequest) async throws -> Violation? {
    let name = request.answers[FormFixture.name]
    let word = folder == nil ? name : await word(from: URL(filePath: "\(folder ?? "")/\(name)"))
    return word == "taken" ? .customError("cannot be used") : nil
  }

  /// Reads a FIFO on a separate thread, because that may take forever.
  private func word(from fifo: URL) async -> String {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        // Without a FIFO, the answer never comes.
        while access(fifo.path, F_OK) != 0 { sleep(600) }
        let bytes = (try? FileHandle(forReadingFrom: fifo).readToEnd()) ?? Data()
        continuation.resume(returning: String(decoding: bytes, as: UTF8.self))
      }
    }
  }

  @concurrent func submit(_ submission: Submission) async throws -> SubmissionOutcome<[String]> {
    if let folder, access(folder + "/submit", F_OK) == 0 {
      _ = await word(from: URL(filePath: folder + "/submit"))
    }
    let answers = submission.answers
    if answers.answer(at: FormFixture.codes.id) != nil {
      return .accepted(
        answers[FormFixture.codes].map { $0.withBytes { String(decoding: $0, as: UTF8.self) } })
    }
    if answers.answer(at: FormFixture.guests.id) != nil {
      return .accepted([
        "name \(answers[FormFixture.name].debugDescription)",
        "gift \(answers[FormFixture.gift])",
        "word \(answers[FormFixture.word].codePointCount)",
        "street \(answers[FormFixture.address]?[FormFixture.street] ?? "-")",
        "guests \(answers[FormFixture.guests].map { $0[FormFixture.guest] })",
      ])
    }
    return .accepted([
      "name \(answers[FormFixture.name].debugDescription)",
      "story \(answers[FormFixture.story].debugDescription)",
      "plan \(answers[FormFixture.plan] ?? "-")",
      "extras \(answers[FormFixture.extras].joined(separator: "+"))",
      "gift \(answers[FormFixture.gift])",
      "for \(answers[FormFixture.recipient].debugDescription)",
      "word \(answers[FormFixture.word].codePointCount)",
    ])
  }
}

/// Prints the accepted answers.
private final class Results: FormDelegate {
  private(set) var lines: [String] = []
  private(set) var isDeclined = false
  private let names = MemoryHistory(["Bob", "Carol"])

  func history(of field: FieldID) -> (any History)? { names }

  func navigation(after ending: FormOutcome, receipt: [String]?) -> Navigation {
    lines = receipt ?? []
    isDeclined = ending == .declined
    return .pop(nil)
  }
}

import Foundation
import FormworkCore
import FormworkHost
import FormworkSession

/// What is asked.
enum VisitForm {
  static let name = Field.text("name", label: "Name").required().length(1...40)
    .checked(by: RemoteCheck("isExpected"))
  static let from = Field.date("from", label: "From").required()
  static let until = Field.date("until", label: "Until").required()
  static let stay = Section("stay", label: "Stay") {
    from
    until
  }.rule("order") { stay in
    // It is judged with what there is: a date that is required may be empty still.
    stay[from].isEmpty || stay[until].isEmpty || stay[from] <= stay[until]
      ? nil : .customError("order")
  }

  static let catalogue = Catalogue.english.overriding(Catalogue.host.entries).overriding([
    "customError.isExpected": "not expected: ask at the desk",
    "customError.order": "ends before it begins",
  ]).spoken()

  static func definition() throws(DefinitionError) -> FormDefinition {
    try FormDefinition(
      "visit", title: "A visit", submitLabel: "Announce", declineLabel: "No, thank you",
      isReviewed: true
    ) {
      name
      stay
    }
  }
}

/// What works for the form, on threads that it may block.
struct VisitOperations: FormOperations {
  @concurrent func load() async throws -> FormDefinition { try VisitForm.definition() }

  @concurrent func check(_ request: CheckRequest) async throws -> Violation? {
    request.value == .text("Mallory") ? .customError("isExpected") : nil
  }

  @concurrent func submit(_ submission: Submission) async throws -> SubmissionOutcome<String> {
    let (answers, stay) = (submission.answers, submission.answers[VisitForm.stay])
    return .accepted(
      "\(answers[VisitForm.name]) comes from \(stay[VisitForm.from]) to \(stay[VisitForm.until]).")
  }
}

/// Keeps how the form ended, and what the store gave for it.
final class VisitResponder: FormResponder {
  private(set) var ending: FormEnding?
  private(set) var receipt = ""

  func navigation(after ending: FormEnding, receipt: String?) -> Navigation {
    self.ending = ending
    self.receipt = receipt ?? ""
    return .pop(nil)
  }
}

@main
struct Visit {
  static func main() {
    do {
      exit(try run(Array(CommandLine.arguments.dropFirst())))
    } catch {
      complain(Message(explaining: error))
      exit(2)
    }
  }

  private static func run(_ arguments: [String]) throws -> CInt {
    try FormHost.prepareProcess()
    var frontEnd: FrontEndRequest?
    var document: AnswersDocument?
    switch (arguments.first, arguments.count) {
    case (nil, _): break
    case ("--front-end", 2): frontEnd = .name(arguments[1])
    case ("--answers", 1): document = try readAnswers()
    default:
      complain("usage: visit [--front-end NAME | --answers]")
      return 2
    }

    let wakeUp = try WakeUp()
    let host = try FormHost(frontEnd: frontEnd, wakeUp: wakeUp, catalogue: VisitForm.catalogue)
    let viewModel = FormViewModel(
      "visit", catalogue: VisitForm.catalogue, prefilled: document?.contents ?? [:],
      counts: document?.counts ?? [:])
    let responder = VisitResponder()
    let keepsDrafts = document == nil && isatty(STDIN_FILENO) == 1
    let screen = FormScreen(
      viewModel, operations: VisitOperations(), responder: responder, wakeUp: wakeUp,
      drafts: keepsDrafts ? DraftJournal(FileDrafts()) : nil)

    let ending = document == nil ? host.run(screen) : runUnattended(screen, on: host)
    if case .interrupted(let signal) = ending { host.end(with: signal) }
    switch responder.ending {
    case .submitted:
      print(responder.receipt)
      return 0
    case .declined: return 3
    case .cancelled where ending == .finished: return 130
    case .cancelled, nil: return 1
    }
  }

  private static func readAnswers() throws -> AnswersDocument {
    let items = try VisitForm.definition().items
    let bytes = [UInt8](try FileHandle.standardInput.readToEnd() ?? Data())
    return try bytes.withUnsafeBytes { try AnswersDocument(reading: $0, of: items) }
  }

  private static func runUnattended(
    _ screen: FormScreen<VisitOperations>, on host: FormHost
  ) -> Session.Ending {
    var isSubmitted = false
    return host.runUnattended(screen) {
      if screen.viewModel.state == .editing, !isSubmitted {
        isSubmitted = true
        screen.submit()
      }
      if screen.viewModel.state == .reviewing { screen.handIn() }
      switch screen.viewModel.state {
      case .editing where screen.viewModel.isChecking: return true
      case .editing:
        for (field, messages) in screen.viewModel.objections {
          for message in messages { complain(message, at: "/\(field): ") }
        }
        return false
      case .loadFailed(let reason):
        complain(.loadFailed(reason))
        return false
      default: return true
      }
    }
  }

  private static func complain(_ message: Message, at place: String = "") {
    let text = place + VisitForm.catalogue.text(for: message)
    FileHandle.standardError.write(Data("\(text)\n".utf8))
  }
}

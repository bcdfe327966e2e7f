import Formwork
import Glibc

/// The fields of the form.
enum VisitForm {
  enum Purpose: String, CaseIterable { case meeting, repair }

  static let name = Field.text("name", label: "Name").required().length(1...40)
    .checked(by: RemoteCheck("isExpected"))
  static let purpose = Field.choice("purpose", label: "Purpose", of: Purpose.self)
    .initialAnswer(.meeting)
  static let device = Field.text("device", label: "Device").required()
    .shown(when: purpose == .repair)
  static let from = Field.date("from", label: "From").required()
  static let until = Field.date("until", label: "Until").required()
  static let stay = Section("stay", label: "Stay") {
    from
    until
  }.rule("ends before it begins") { $0[from] <= $0[until] }

  static func definition() throws -> FormDefinition {
    try FormDefinition(
      "visit", title: "A visit", submitLabel: "Announce", declineLabel: "No, thank you",
      isReviewed: true
    ) {
      name
      purpose
      device
      stay
    }
  }
}

@main
struct Visit {
  static func main() throws {
    let form = Form(
      try VisitForm.definition(),
      checking: { request in
        // Ask a server here. With several checks, `request.check` names the one to run.
        request.answers[VisitForm.name] == "Mallory"
          ? .customError("not expected: ask at the desk") : nil
      },
      submitting: { submission -> SubmissionOutcome<Answers> in
        let from = submission.answers[VisitForm.stay][VisitForm.from]
        if from.hasSuffix("-12-25") {
          return .refused(
            .field(VisitForm.stay / VisitForm.from, "closed on \(from): come another day"))
        }
        return .accepted(submission.answers)
      })
    let answers = form.askOrExit(options())
    let (name, stay) = (answers[VisitForm.name], answers[VisitForm.stay])
    print("\(name) comes from \(stay[VisitForm.from]) to \(stay[VisitForm.until]).")
  }

  /// Returns the options from the arguments.
  private static func options() -> FormOptions {
    var options = FormOptions()
    let arguments = CommandLine.arguments.dropFirst()
    switch (arguments.first, arguments.count) {
    case (nil, _): options.drafts = DraftWriter(FileDrafts())
    case ("--front-end", 2): options.frontEnd = .name(arguments[2])
    case ("--answers", 1): options.answers = .standardInput
    default:
      print("usage: visit [--front-end NAME | --answers]")
      exit(2)
    }
    return options
  }
}

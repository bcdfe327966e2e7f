import Formwork
import Glibc
import VisitKit

@main
struct Visit {
  static func main() throws {
    let form = Form(
      try VisitForm.definition(),
      sentences: ["customError.closed": "closed on {day}: come another day"],
      checking: { request in
        // Ask a server here. With several checks, `request.check` names the one to run.
        request.answers[VisitForm.name] == "Mallory"
          ? .customError("not expected: ask at the desk") : nil
      },
      submitting: { submission -> SubmissionOutcome<Answers> in
        let from = submission.answers[VisitForm.stay][VisitForm.from]
        if from.hasSuffix("-12-25") {
          return .refused(
            .field(
              VisitForm.stay / VisitForm.from,
              .customError(key: "closed", ["day": .verbatim(from)])))
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

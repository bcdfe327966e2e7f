import FormworkCore
import FormworkHost
import FormworkSession
import Glibc
import PlainFrontEnd

/// A form with any number of fields, on any front end.
///
/// Usage: `LongForm FRONT-END FIELDS always|never`. A front end with a slash is a file, and the last
/// argument decides about isolation. The first field has no rule, each other one requires two characters.
@main
struct LongForm {
  static func main() throws {
    try FormHost.prepareProcess()
    let arguments = CommandLine.arguments
    guard arguments.count == 4, let fieldCount = Int(arguments[2]),
      let isolation = Isolation(rawValue: arguments[3])
    else {
      print("usage: LongForm FRONT-END FIELDS always|never")
      exit(2)
    }
    let wakeUp = try WakeUp()
    let isFile = arguments[1].utf8.contains(UInt8(ascii: "/"))
    let host = try FormHost(
      frontEnd: isFile ? .file(arguments[1]) : .name(arguments[1]), builtIn: PlainFrontEnd.table,
      isolation: isolation, wakeUp: wakeUp)
    let screen = FormScreen(
      FormViewModel("long", title: "A long form", catalogue: .english),
      operations: Operations(fieldCount: fieldCount), responder: NoResponder(),
      wakeUp: wakeUp)
    if case .interrupted(let signal) = host.run(screen) { host.end(with: signal) }
  }
}

/// Returns the form, and accepts any answers.
private struct Operations: FormOperations {
  let fieldCount: Int

  @concurrent func load() async throws -> FormDefinition {
    let others = (1..<fieldCount).map {
      Field.text(FieldID(rawValue: "field-\($0)"), label: "Field \($0)").length(2...40)
    }
    return try FormDefinition("long", title: "A long form") {
      Field.text("first", label: "First")
      for other in others { other }
    }
  }

  @concurrent func check(_ request: CheckRequest) async throws -> Violation? { nil }

  @concurrent func submit(_ submission: Submission) async throws -> SubmissionOutcome<Never> {
    .refused([])
  }
}

private final class NoResponder: FormDelegate {
  func navigation(after ending: FormOutcome, receipt: Never?) -> Navigation { .pop(nil) }

  func history(of field: FieldID) -> (any History)? { nil }
}

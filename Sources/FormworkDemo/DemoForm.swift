import FormworkCore
import FormworkSession

/// A form that is judged as forms are: fields of each kind, sections, a list, and checks that take their time.
enum DemoForm {
  static let name = Field.text("name", label: "demo.form.name").required().length(2...20)
    .detail("demo.form.name.detail")
    .checked(by: RemoteCheck("name", timeOut: .seconds(10)))
  static let word = Field.secret("word", label: "demo.form.word").length(8...40)
  static let about = Field.textArea("about", label: "demo.form.about")
  static let born = Field.date("born", label: "demo.form.born")
  static let guests = Field.wholeNumber("guests", label: "demo.form.guests").range(0...9)
  static let page = Field.webAddress("page", label: "demo.form.page")
  static let mail = Field.text("mail", label: "demo.form.mail").email()
  static let plan = Field.choice(
    "plan", label: "demo.form.plan",
    options: ["free", "gold"].map {
      FieldKind.Option($0, label: Message("demo.form.plan", of: $0))
    })
  static let extras = Field.choices(
    "extras", label: "demo.form.extras",
    options: ["bread", "soup", "tea"].map {
      FieldKind.Option($0, label: Message("demo.form.extras", of: $0))
    })
  static let isLate = Field.toggle("isLate", label: "demo.form.isLate")
  static let arrival = Field.time("arrival", label: "demo.form.arrival").shown(when: isLate.isOn)
  static let street = Field.text("street", label: "demo.form.street").required()
  static let address = Section("address", label: "demo.form.address") { street }.optional()
  static let child = Field.text("child", label: "demo.form.child").required()
  static let children = Repeated(
    "children", label: "demo.form.children", item: "demo.form.child", 0...3, of: child)

  static func definition() throws(DefinitionError) -> FormDefinition {
    try FormDefinition(
      "demo", title: "demo.form", detail: "demo.form.detail", declineLabel: "demo.form.decline",
      isReviewed: true
    ) {
      name
      word
      FormItem.group("stay", label: "demo.form.stay") {
        FormItem.note("note", "demo.form.note")
        born
        guests
        plan
        extras
        isLate
        arrival
      }
      mail
      page
      about
      address
      children
    }
  }

  static func screen(catalogue: Catalogue, wakeUp: WakeUp) -> any Screen {
    FormScreen(
      FormViewModel("demo", title: "demo.form", catalogue: catalogue), operations: Operations(),
      responder: Responder(), wakeUp: wakeUp)
  }

  /// Knows some names: "taken" is refused, "slow" takes three seconds, "broken" cannot be checked; and "refused"
  /// is taken by the check, and not by the store.
  struct Operations: FormOperations {
    @concurrent func load() async throws -> FormDefinition { try definition() }

    @concurrent func check(_ request: CheckRequest) async throws -> Violation? {
      switch request.answers[name] {
      case "taken": return .customError("demoTaken")
      case "slow":
        try await Task.sleep(for: .seconds(3))
        return nil
      case "broken": throw Fault()
      default: return nil
      }
    }

    @concurrent func submit(_ submission: Submission) async throws -> SubmissionOutcome<String> {
      let name = submission.answers[name]
      if name == "refused" { return .refused([Refusal("name", .customError("demoRefused"))]) }
      return .accepted(name)
    }
  }

  struct Fault: Explained {
    var message: Message { "demo.form.broken" }
  }

  private final class Responder: FormResponder {
    func navigation(after ending: FormEnding, receipt: String?) -> Navigation {
      let lines = receipt.map { [Message("demo.form.thanks", ["name": .verbatim($0)])] } ?? []
      return .pop(ShellAnswer.lines(lines))
    }
  }
}

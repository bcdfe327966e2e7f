import FormworkCore
import FormworkSession

/// Forms with fields of most kinds, all kinds of sections, and slow checks.
enum DemoForm {
  static let name = Field.text("name", label: .key("demo.form.name")).required().length(2...20)
    .detail(.key("demo.form.name.detail"))
    .checked(by: RemoteCheck("name", timeOut: .seconds(10)))
  static let word = Field.secret("word", label: .key("demo.form.word")).length(8...40)
  static let about = Field.textArea("about", label: .key("demo.form.about"))
  static let born = Field.date("born", label: .key("demo.form.born"))
  static let guests = Field.wholeNumber("guests", label: .key("demo.form.guests")).range(0...9)
  static let page = Field.webAddress("page", label: .key("demo.form.page"))
  static let mail = Field.text("mail", label: .key("demo.form.mail")).email()
  static let plan = Field.choice(
    "plan", label: .key("demo.form.plan"),
    options: ["free", "gold"].map {
      FieldKind.Option($0, label: .key("demo.form.plan", of: $0))
    })
  static let extras = Field.choices(
    "extras", label: .key("demo.form.extras"),
    options: ["bread", "soup", "tea"].map {
      FieldKind.Option($0, label: .key("demo.form.extras", of: $0))
    })
  static let isLate = Field.toggle("isLate", label: .key("demo.form.isLate"))
  static let arrival = Field.time("arrival", label: .key("demo.form.arrival")).shown(when: isLate)
  static let street = Field.text("street", label: .key("demo.form.street")).required()
  static let address = Section("address", label: .key("demo.form.address")) { street }.optional()
  static let child = Field.text("child", label: .key("demo.form.child")).required()
  static let children = Section.list(
    "children", label: .key("demo.form.children"), item: .key("demo.form.child"), 0...3, of: child)

  static let label = Field.text("label", label: .key("demo.form.label"))
  static let text = Field.text("text", label: .key("demo.form.text")).required()
  static let labels = Section.map(
    "labels", label: .key("demo.form.labels"), item: .key("demo.form.label"), 0..., key: label,
    of: text)
  static let number = Field.text("number", label: .key("demo.form.number")).required()
  static let payment = Section.alternatives(
    "payment", label: .key("demo.form.payment"),
    Section("card", label: .key("demo.form.card")) { number },
    Section("account", label: .key("demo.form.account")) { number })
  static let person: DeferredBody = .init("person") {
    child
    Section.deferred("next", label: .key("demo.form.child"), person).optional()
  }
  static let family = Section.deferred("family", label: .key("demo.form.family"), person)
    .optional()
  static let settings = Field.json("settings", label: .key("demo.form.settings"))

  /// Returns the form with sections whose parts the user adds, chooses or opens.
  static func parts() throws(DefinitionError) -> FormDefinition {
    try FormDefinition("parts", title: .key("demo.form.parts")) {
      name
      labels
      payment
      family
      settings
    }
  }

  static func stay() throws(DefinitionError) -> FormDefinition {
    try FormDefinition(
      "demo", title: .key("demo.form"), detail: .key("demo.form.detail"),
      declineLabel: .key("demo.form.decline"),
      isReviewed: true
    ) {
      name
      word
      FormItem.group("stay", label: .key("demo.form.stay")) {
        FormItem.note("note", .key("demo.form.note"))
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

  /// Creates a screen with the form.
  ///
  /// `say` is called with the message of the store, which the front end may not show, and `leave` if
  /// the form is left without a submission.
  static func screen(
    _ definition: @escaping @Sendable () throws(DefinitionError) -> FormDefinition,
    catalogue: Catalogue, wakeUp: WakeUp, clock: any Clock<Duration>,
    isLeftByInterrupt: Bool, say: @escaping (Message) -> Void, leave: @escaping () -> Void
  ) -> any Screen {
    FormScreen(
      FormViewModel("demo", title: .key("demo.form"), catalogue: catalogue),
      operations: Operations(definition: definition, clock: clock),
      responder: FormResultRecorder { recorder in
        guard let receipt = recorder.receipt else {
          leave()
          return .pop(ShellAnswer.failure(.key("demo.form.none")))
        }
        let thanks = Message.key("demo.form.thanks", ["name": .verbatim(receipt)])
        say(thanks)
        return .replace(
          FarewellScreen("thanks", notes: [("thanks", catalogue.text(for: thanks))]))
      },
      clock: clock, wakeUp: wakeUp, isLeftByInterrupt: isLeftByInterrupt)
  }

  /// Checks names: taken is refused, slow is slow, broken fails, refused passes only the check.
  struct Operations: FormOperations {
    let definition: @Sendable () throws(DefinitionError) -> FormDefinition
    let clock: any Clock<Duration>

    @concurrent func load() async throws -> FormDefinition { try definition() }

    @concurrent func check(_ request: CheckRequest) async throws -> Violation? {
      switch request.answers[name] {
      case "taken": return .customError(key: "demoTaken")
      case "slow": try await clock.sleep(for: .seconds(3))
      case "broken": throw Message.key("demo.form.broken")
      default: break
      }
      return nil
    }

    @concurrent func submit(_ submission: Submission) async throws -> SubmissionOutcome<String> {
      let name = submission.answers[name]
      if name == "refused" {
        return .refused(.field(DemoForm.name, .customError(key: "demoRefused")))
      }
      return .accepted(name)
    }
  }
}

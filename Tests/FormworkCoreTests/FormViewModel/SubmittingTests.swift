import FormworkCore
import TestSupport
import Testing

struct SubmittingTests {
  private static let taken = Violation.customError("taken")
  private let store: FormStore

  init() throws {
    store = try FormStore {
      Field.name.required().checked(by: RemoteCheck("free"))
      Field.city.required()
      Field.toggle("gift", label: "Gift")
      Field.text("for", label: "For").shown(when: Condition.equals("gift", .toggle(true)))
    }
  }

  private static let submits = [
    "form.status = submitting", #"form.explanation = "submitting""#, "form.busy = 1",
  ]
  private static let returns = [
    "form.status = none", "form.explanation = none", "form.busy = none",
  ]

  /// The user must have seen all answers before confirming them.
  @Test func answersAreReviewedWhole() throws {
    let store = FormStore(
      try FormDefinition("form", title: "Form", submitLabel: "Send", isReviewed: true) {
        Field.text("a", label: "A")
        Field.text("b", label: "B")
        Field.textArea("c", label: "C")
      })
    let long = String(repeating: "é", count: 499)
    store.set("a", .text(long + "1"))
    store.set("b", .text(long + "12"))
    store.set("c", .text("1\n2\t3\u{200B}"))
    store.step(.press(.submit))
    let lines = ["a", "b", "c"].map { store.property(.label, of: "change:\($0)") }
    #expect(
      lines == ["\"A: \(long)1\"", "\"B: \(long)1…\"", "\"C: 1 2 3\u{FFFD}\""])
    #expect(store.property(.label, of: "handIn") == #""Send""#)
  }

  /// The question before a submission has its safe answer first, and its own label for the other one.
  @Test(arguments: [("Delete" as Message?, "Delete"), (nil, "button.submit")])
  func aFormIsHandedInOnceItIsConfirmed(_ label: Message?, _ words: String) throws {
    let viewModel = FormViewModel("form", catalogue: Catalogue([:]))
    _ = viewModel.open()
    let form = try FormDefinition(
      "form", title: "Form", submitLabel: label, confirmation: "For good?"
    ) { Field.text("a", label: "A") }
    #expect(form.isReviewed)
    _ = viewModel.handle(.loaded(LoadID(rawValue: 1), form))
    #expect(viewModel.press(.submit) == [.asked(.review)])
    #expect(
      viewModel.alert(for: .review)
        == Alert(
          "For good?",
          buttons: [
            .init("goOn", label: "button.goOn", role: .cancel, isYes: false),
            .init("handIn", label: words, role: .destroy, isYes: true),
          ]))
    #expect(viewModel.answer("goOn") == [] && viewModel.state == .editing)
    _ = viewModel.press(.submit)
    #expect(
      viewModel.answer("handIn") == [.submit(SubmissionID(rawValue: 1), Answers(["a": .text("")]))])
  }

  @Test func aFormIsSubmittedAndAccepted() {
    fill()
    store.expect(
      .activate("submit"), does: [#"submit 1 [city: "Oslo", gift: off, name: "ann"]"#],
      shows: ["gift.status = valid"] + Self.submits)
    store.expect(.accepted(1), does: ["ended submitted"], changes: ["form.status = done"])
    for input: FormStep in [
      .activate("submit"), .leave(), .reload, .press(.decline), .accepted(1),
      .goBack,
    ] {
      let step = store.step(input)
      #expect(step.actions == [])
    }
    #expect(store.viewModel.state == .submitted)
  }

  @Test func aSubmissionWaitsForChecksAndGoesOnByItself() {
    store.step(.type("name", "ann"))
    store.step(.goForward)
    store.step(.type("city", "Oslo"))
    store.expect(.press(.submit), changes: ["gift.status = valid", "form.status = waiting"])
    // Moving the focus does not withdraw the submission; pressing again does not repeat it.
    store.expect(.goBack, shows: ["at name"])
    store.expect(.activate("submit"))
    store.expect(.type("name", "ann"))
    store.expect(
      .passed("name", 1), does: [#"submit 1 [city: "Oslo", gift: off, name: "ann"]"#],
      shows: [
        "name.status = valid", "name.explanation = none", "form.status = submitting",
        #"form.explanation = "submitting""#,
      ])
  }

  /// The status names the fields with pending checks, and a new part withdraws the submission.
  @Test func aSubmissionThatWaitsFollowsTheForm() throws {
    let store = try FormStore {
      Field.name.checked(by: RemoteCheck("free"))
      Field.city.checked(by: RemoteCheck("free"))
      Section.list("notes", label: "Notes", item: "Note", 0...2, of: Field.note)
    }
    store.step(.type("name", "ann"))
    store.step(.goForward)
    store.step(.type("city", "Oslo"))
    store.step(.activate("submit"))
    #expect(store.property(.explanation, of: "form") == #""awaiting Name, City""#)
    store.expect(
      .passed("name", 1),
      shows: [
        "name.status = valid", "name.explanation = none", #"form.explanation = "awaiting City""#,
      ])
    store.expect(
      .activate("notes/add"), does: ["showed withdrawn"],
      changes: ["+ 1", "form.status = none", "at 1/note"])
    store.expect(
      .passed("city", 1), shows: ["city.status = valid", "city.explanation = none"])
  }

  @Test func theStoreRefusesAField() {
    submit()
    store.expect(
      .submissionRefused(1, FormIssue("name", Self.taken)),
      shows: ["name.status = refused", #"name.explanation = "taken""#] + Self.returns + ["at name"])
    // Submitting again is refused again.
    store.expect(.activate("submit"))
    store.expect(
      .type("name", "anna"), does: ["pause name 2 for 0.3 seconds"],
      shows: ["name.status = waiting", "name.explanation = none"])
    store.step(.activate("submit"))
    // The store answered: the next submission has a new id.
    store.expect(
      .passed("name", 2), does: [#"submit 2 [city: "Oslo", gift: off, name: "anna"]"#],
      shows: [
        "name.status = valid", "name.explanation = none", "form.status = submitting",
        #"form.explanation = "submitting""#,
      ])
  }

  // An answer that is committed again is checked again. A field only visited stays refused.
  @Test func theSameAnswerOnceMoreIsHandedIn() {
    submit()
    store.step(
      .submissionRefused(
        1, FormIssue("city", Self.taken), FormIssue("gift", Self.taken),
        FormIssue("name", Self.taken)))
    for input: FormStep in [
      .goForward, .goBack, .edit("name", .text("ann")), .commit("city"), .commit("gift"),
      .commit("name"),
      .activate("submit"),
    ] { #expect(store.step(input).actions == []) }
    #expect(
      ["name", "city", "gift"].map(store.viewModel.state(of:))
        == Array(repeating: .refused(Self.taken), count: 3))

    store.expect(
      .commit("city", .text("Oslo")),
      shows: ["city.status = valid", "city.explanation = none"])
    store.step(.go("gift"))
    store.expect(
      .choose("gift", false), shows: ["gift.status = valid", "gift.explanation = none"])
    #expect(
      store.step(.commit("name", .text("ann"))).actions == [
        "pause name 2 for 0.3 seconds",
        #"check name 2 by free of [name: "ann"] within 10.0 seconds"#,
      ])
    store.step(.activate("submit"))
    #expect(
      store.step(.passed("name", 2)).actions == [
        #"submit 2 [city: "Oslo", gift: off, name: "ann"]"#
      ])
  }

  @Test func theStoreRefusesWhatIsNotOnTheScreen() {
    submit()
    store.expect(
      .submissionRefused(
        1, FormIssue("for", Self.taken), FormIssue(nil, .customError("closed")),
        FormIssue("ghost", Self.taken)),
      does: [
        "showed elsewhere For, taken", "showed elsewhere closed", "showed elsewhere ghost, taken",
      ],
      shows: [
        "+ notice notice in form at 0", #"notice.label = "elsewhere For, taken""#,
        "+ notice notice in form at 1", #"notice.label = "elsewhere closed""#,
        "+ notice notice in form at 2", #"notice.label = "elsewhere ghost, taken""#,
      ] + Self.returns)
    #expect(store.viewModel.state(of: "for") == .excluded)
    store.expect(
      .activate("submit"), does: [#"submit 2 [city: "Oslo", gift: off, name: "ann"]"#],
      shows: ["- notice", "- notice", "- notice"] + Self.submits)
  }

  private func fill() {
    store.step(.type("name", "ann"))
    store.step(.goForward)
    store.step(.passed("name", 1))
    store.step(.type("city", "Oslo"))
  }

  private func submit() {
    fill()
    store.step(.activate("submit"))
    #expect(store.viewModel.state == .submitting(SubmissionID(rawValue: 1)))
  }
}

import FormworkCore
import TestSupport
import Testing

struct DraftTests {
  private static func definition() throws -> FormDefinition {
    try FormDefinition("form", title: "Form") {
      Field.text("for", label: "For").shown(when: Condition.equals("gift", .toggle(true)))
      Field.name.required().length(3...9).checked(by: RemoteCheck("free"))
      Field.city.length(3...9)
      Field.secret("word", label: "Word").required()
      Field.toggle("gift", label: "Gift")
      Field.note.required()
    }
  }

  private static let draft = Draft(
    contents: [
      "name": .text("ann"), "city": .text("O"), "gift": .toggle(true), "for": .text("me"),
    ],
    touched: ["name", "city", "gift", "note"])

  private static let question = ["+ alert", "resume.value = 1", "startAnew.value = 0", "at resume"]

  private let store: FormStore

  init() throws { store = FormStore(try Self.definition()) }

  // MARK: Saving

  @Test func aDraftHoldsNoSecrets() {
    let draft = Draft(
      contents: ["word": .secret(Secret("hush")), "name": .text("ann")], touched: ["name"])
    #expect(draft == Draft(contents: ["name": .text("ann")], touched: ["name"]))
    #expect(Draft(contents: ["word": .secret(Secret("hush"))], touched: ["name"]).isEmpty)
  }

  @Test func eachCommitIsHandedOverOnce() {
    _ = store.viewModel.setSaving(true)
    #expect(store.step(.type("name", "ann")).actions == ["pause name 1 for 0.3 seconds"])
    #expect(
      store.step(.commit("name")).actions == [
        #"check name 1 by free of [name: "ann"] within 10.0 seconds"#, #"draft [name: "ann"]"#,
      ])
    // Neither an answer to a check nor a second commit changes the draft.
    #expect(store.step(.passed("name", 1)).actions == [])
    #expect(store.step(.commit("name")).actions == [])
    #expect(store.step(.goForward).actions == [])
    #expect(store.step(.choose("gift", true)).actions == [#"draft [gift: on, name: "ann"]"#])
  }

  /// Drafts never contain an excluded field, and fit the form with and without it.
  @Test func whatIsLeftOutIsNotHandedOver() throws {
    let name = Field.name
    let consent = Field.toggle("consent", label: "Consent").excludedFromDrafts()
    let form = try FormDefinition("form", title: "Form") {
      name
      consent
    }
    let store = FormStore(form)
    _ = store.viewModel.setSaving(true)
    #expect(store.step(.choose("consent", true)).actions == [])
    #expect(store.step(.commit("consent")).actions == [])
    store.step(.go("name"))
    store.step(.type("name", "ann"))
    #expect(store.step(.commit("name")).actions == [#"draft [name: "ann"]"#])
    #expect(form.fingerprint == (try FormDefinition("form", title: "Form") { name }.fingerprint))
  }

  /// By a second request, by the answer to the question, or without one.
  @Test(
    arguments: [[.leave(), .leave()], [.leave(), .activate("leave")], [.leaveUnasked]]
      as [[FormStep]])
  func whatWasTypedIsHandedOverOnEachWayOut(_ way: [FormStep]) {
    _ = store.viewModel.setSaving(true)
    store.step(.go("city"))
    store.step(.type("city", "Oslo"))
    let actions = way.flatMap { store.step($0).actions }
    #expect(
      actions.filter { !$0.hasPrefix("asked") } == [#"draft [city: "Oslo"]"#, "ended cancelled"])
  }

  // MARK: Resuming

  @Test func thePersonIsAsked() {
    store.expect(
      .offer(Self.draft, savedAt: "noon"), does: ["asked resume noon?"], changes: Self.question)
    #expect(store.viewModel.state == .offeringDraft(Self.draft))
    store.expect(.type("name", "bo"), shows: ["name.value = none", "name.cursor = none"])
    store.expect(.activate("submit"))
    store.expect(.offer(Self.draft, savedAt: "noon"))
  }

  @Test func eachValueIsValidatedAndCheckedAgain() {
    store.step(.offer(Self.draft, savedAt: "noon"))
    let step = store.step(.activate("resume"))
    #expect(step.actions == [#"check name 1 by free of [name: "ann"] within 10.0 seconds"#])
    let model = store.viewModel
    #expect(model.state == .editing)
    #expect(model.state(of: "name") == .checking(CheckID(rawValue: 1)))
    #expect(model.state(of: "city") == .invalid([.tooShort(limit: 3, count: 1)]))
    #expect(model.state(of: "gift") == .valid)
    #expect(model.state(of: "word") == .untouched)
    // Visited without a change.
    #expect(model.state(of: "note") == .invalid([.valueMissing]))
    // A field that a condition shows again precedes the current field.
    #expect(model.state(of: "for") == .valid)
    #expect(store.property(.value, of: "for") == #""me""#)
    // The first unfinished field.
    #expect(model.tree.focus == store.node("city"))
    #expect(store.step(.leave()).actions == ["asked leave?"])
  }

  @Test func startingOverDiscardsIt() {
    store.step(.offer(Self.draft, savedAt: "noon"))
    store.expect(.activate("startAnew"), does: ["forget"], shows: ["- alert", "at name"])
    #expect(store.viewModel.state == .editing)
    #expect(store.viewModel.content(of: "name") == .text(""))
    store.expect(.leave(), does: ["ended cancelled"])
  }

  /// Even if the form already has contents: they do not replace the draft.
  @Test(arguments: [true, false])
  func whoLeavesInsteadKeepsIt(isAsked: Bool) throws {
    let store = FormStore(try Self.definition(), prefilled: ["city": .text("Oslo")])
    _ = store.viewModel.setSaving(true)
    store.step(.offer(Self.draft, savedAt: "noon"))
    #expect(store.step(isAsked ? .leave() : .leaveUnasked).actions == ["ended cancelled"])
  }

  @Test func whatHasToBeKnownIsANotice() {
    #expect(store.viewModel.report("damaged") == [.showed("damaged")])
  }

  // MARK: Fingerprint

  @Test func theFingerprintIsThatOfNamesAndKinds() throws {
    func form(
      _ name: String = "form", _ field: FieldID = "a", label: Message = "A", options: String...
    ) throws -> UInt64 {
      try FormDefinition(name, title: label) {
        Field.choice(
          field, label: label, options: options.map { FieldKind.Option($0, label: label) })
      }.fingerprint
    }
    let one = try form(options: "x", "y")
    #expect(try form(label: "B", options: "y", "z", "x") == one)
    let others = [
      try form("other", options: "x", "y"), try form("form", "b", options: "x", "y"),
      try FormDefinition("form", title: "A") { Field.text("a", label: "A") }.fingerprint,
      try FormDefinition("form", title: "A") { Field.textArea("a", label: "A") }.fingerprint,
      try FormDefinition("form", title: "A") { Field.date("a", label: "A") }.fingerprint,
      try FormDefinition("form", title: "A") { Field.time("a", label: "A") }.fingerprint,
    ]
    #expect(Set(others + [one]).count == others.count + 1)
  }

  /// Files of earlier runs contain the fingerprint: it must not change between versions.
  @Test func theFingerprintStaysTheSame() throws {
    let empty = try FormDefinition("", title: "") {}
    // FNV-1a of eight zero bytes, the length of an empty name.
    #expect(empty.fingerprint == 0xa8c7_f832_281a_39c5)
    let whole = try FormDefinition("form", title: "") {
      Field.text("a", label: "")
      Field.textArea("b", label: "")
      Field.secret("c", label: "")
      Field.wholeNumber("d", label: "")
      Field.decimal("e", label: "")
      Field.toggle("f", label: "")
      Field.choice(
        "g", label: "", options: ["x", "y"].map { FieldKind.Option($0, label: .verbatim($0)) })
      Field.choices("h", label: "", options: [FieldKind.Option("z", label: "")])
      Field.date("i", label: "")
      Field.time("j", label: "")
      Field.dateAndTime("k", label: "")
      Field.webAddress("l", label: "")
    }
    #expect(whole.fingerprint == 0xa74b_7830_667b_e6a1)
  }
}

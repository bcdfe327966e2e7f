@testable import FormworkCore
import TestSupport
import Testing

struct SectionDraftTests {
  private static func definition() throws -> FormDefinition {
    let name = Field.name
    let word = Field.secret("word", label: "Word")
    let city = Field.city.length(3...9)
    return try FormDefinition("form", title: "Form") {
      Section.list("authors", label: "Authors", item: "Author", 1...3) {
        name
        word
        Section.list(
          "mails", label: "Mails", item: "Mail", 0...2, of: Field.text("mail", label: "Mail"))
      }
      Section("address", label: "Address") { city }.optional()
      Section.alternatives(
        "payment", label: "Payment",
        Section("card", label: "Card") { Field.text("number", label: "Number") },
        Section("account", label: "Account") { Field.text("iban", label: "IBAN") })
      Section.deferred("more", label: "More", DeferredBody("more") { Field.note })
    }
  }

  private static let kept = Draft(
    contents: [
      "authors/0/name": .text("ann"), "authors/1/name": .text("bo"),
      "authors/1/mails/0/mail": .text("a@b"), "address?": .toggle(true),
      "address/city": .text("Rome"), "payment?": .choice("account"),
      "payment/card/number": .text("7"), "payment/account/iban": .text("DE"),
      "more/note": .text("x"),
    ],
    counts: ["authors": 2, "authors/1/mails": 1, "more": 1])

  /// All answers except secrets are kept, even those outside the current form.
  @Test func whatAPersonHasDoneIsKept() throws {
    let store = FormStore(try Self.definition())
    _ = store.viewModel.setSaving(true)
    let inputs: [FormStep] = [
      .type("1/name", "ann"), .go("1/word"), .edit("1/word", .secret(Secret("hush"))),
      .activate("authors/add"), .type("2/name", "bo"), .activate("2/mails/add"),
      .type("2/mails/3/mail", "a@b"), .choose("address?", true), .goForward, .type("city", "Rome"),
      .choose("address?", false), .choose("payment?/card", true), .goForward, .type("number", "7"),
      .choose("payment?/account", true), .goForward, .type("iban", "DE"), .activate("more/open"),
      .type("note", "x"),
    ]
    for input in inputs { store.step(input) }
    #expect(
      store.step(.commit("note")).actions == [
        #"draft [address/city: "Rome", authors: 2, authors/0/name: "ann", authors/1/mails: 1, "#
          + #"authors/1/mails/0/mail: "a@b", authors/1/name: "bo", more: 1, more/note: "x", "#
          + #"payment/account/iban: "DE", payment/card/number: "7", payment?: account]"#
      ])
  }

  @Test func whatWasKeptComesBack() throws {
    let store = FormStore(try Self.definition())
    _ = store.viewModel.setSaving(true)
    store.step(.offer(Self.kept, savedAt: "noon"))
    // A resumed draft is not saved again.
    #expect(store.step(.activate("resume")).actions == [])
    // A secret is in no draft: its field is the first unfinished one.
    #expect(store.viewModel.tree.focus == store.node("1/word"))
    store.expect(
      .activate("submit"),
      does: [
        #"submit 1 [address: [city: "Rome"], authors: {[mails: {}, name: "ann", word: **], "#
          + #"[mails: {"a@b"}, name: "bo", word: **]}, more: [note: "x"], "#
          + #"payment: account [iban: "DE"]]"#
      ], changes: ["form.status = submitting"])
    store.step(.failed(1, .timedOut))
    store.step(.choose("payment?/card", true))
    #expect(store.property(.value, of: "number") == #""7""#)
  }

  /// A draft cannot exceed the limit of items, nor add unknown parts.
  @Test func countsHaveTheirBounds() throws {
    let store = FormStore(
      FormViewModel(
        "form", catalogue: .codes,
        prefilled: [
          "authors/2/name": .text("cy"), "authors/7/name": .text("no"), "ghost/x": .text("no"),
        ], counts: ["authors": 1_000_000, "ghost": 3, "address": 2, "authors/9/mails": 1]))
    store.step(.open)
    store.step(.learn(.loaded(LoadID(rawValue: 1), try Self.definition())))
    #expect(
      store.step(.activate("submit")).actions == [])
    #expect(store.viewModel.content(of: "authors/3/name") == .text("cy"))
    #expect(store.viewModel.content(of: "authors/4/name") == nil)
  }

  /// A draft with too many items fills the form up to its limit.
  @Test func aDraftFillsTheRoomThatThereIs() throws {
    let name = Field.name
    let store = try FormStore {
      Section.list("names", label: "Names", item: "Name", 0...(.max), of: name)
    }
    let last = PartTree.itemLimit
    store.viewModel.parts?.tree.lastItem = last - 2
    let draft = Draft(
      contents: ["names/0/name": .text("a"), "names/999999/name": .text("b")],
      counts: ["names": .max])
    store.step(.offer(draft, savedAt: "noon"))
    #expect(store.step(.activate("resume")).actions == [])
    let contents = (last - 1...last + 1).map { number in
      store.viewModel.content(of: FieldID(rawValue: "names/\(number)/name"))
    }
    #expect(contents == [.text("a"), .text(""), nil])
  }

  /// A draft may contain fewer items of a prefilled list, or none.
  @Test(arguments: [0, 1, 2]) func aListIsAsLongAsItWasLeft(count: Int) throws {
    let definition = try FormDefinition("form", title: "Form") {
      Section.list(
        "mails", label: "Mails", item: "Mail", 0...9, of: Field.text("mail", label: "Mail"))
    }
    func store() -> FormStore {
      let store = FormStore(
        definition,
        prefilled: ["mails/0/mail": .text("a"), "mails/1/mail": .text("b")], counts: ["mails": 2])
      _ = store.viewModel.setSaving(true)
      return store
    }
    let left = store()
    let inputs = (count..<2).map { FormStep.activate("\($0 + 1)/remove") } + [.leaveUnasked]
    for input in inputs { left.step(input) }
    let draft = left.draft
    #expect(draft.counts == ["mails": count])
    let resumed = store()
    resumed.step(.offer(draft, savedAt: "noon"))
    resumed.step(.activate("resume"))
    #expect(resumed.viewModel.parts?.root.members == left.viewModel.parts?.root.members)
  }

  /// Contents of items need no counts; items before them are empty, and none are beyond the maximum.
  @Test(
    arguments: [
      ([:], #"submit 1 [mails: {"", "b", ""}]"#), (["mails": 1], #"submit 1 [mails: {""}]"#),
    ] as [([FieldID: Int], String)])
  func prefilledContentsImplyTheirItems(counts: [FieldID: Int], action: String) throws {
    let definition = try FormDefinition("form", title: "Form") {
      Section.list(
        "mails", label: "Mails", item: "Mail", 0...3, of: Field.text("mail", label: "Mail"))
    }
    let store = FormStore(
      definition,
      prefilled: ["mails/1/mail": .text("b"), "mails/9223372036854775807/mail": .text("c")],
      counts: counts)
    #expect(store.step(.activate("submit")).actions == [action])
  }

  /// A draft overrides a file: emptied fields stay empty, and lists are replaced as a whole.
  @Test func whatWasKeptGoesBeforeAFile() throws {
    let definition = try FormDefinition("form", title: "Form") {
      Field.city
      Section.list("mails", label: "Mails", item: "Mail", 0...9) {
        Field.text("mail", label: "Mail")
        Field.toggle("isPublic", label: "Public")
      }
    }
    let store = FormStore(
      definition,
      prefilled: [
        "city": .text("Oslo"), "mails/0/mail": .text("a"), "mails/0/isPublic": .toggle(true),
      ],
      counts: ["mails": 1])
    _ = store.viewModel.setSaving(true)
    store.step(.type("city", ""))
    #expect(
      store.step(.commit("city")).actions == [
        #"draft [city: "", mails: 1, mails/0/isPublic: on, mails/0/mail: "a"]"#
      ])
    let kept = Draft(
      contents: ["city": .text(""), "mails/0/mail": .text("b")], counts: ["mails": 1])
    let resumed = FormStore(
      definition,
      prefilled: ["city": .text("Oslo"), "mails/0/isPublic": .toggle(true)], counts: ["mails": 1])
    resumed.step(.offer(kept, savedAt: "noon"))
    resumed.step(.activate("resume"))
    #expect(
      resumed.step(.activate("submit")).actions == [
        #"submit 1 [city: "", mails: {[isPublic: off, mail: "b"]}]"#
      ])
  }

  /// An excluded field is validated again if a draft opens a section that its rule reads.
  @Test func whatReadsASectionThatComesIsValidated() throws {
    let code = Field.text("code", label: "Code").excludedFromDrafts()
      .rule("lonely", reading: ["more/note"]) { _, answers in
        answers.value(of: "more/note") == nil
      }
    let definition = try FormDefinition("form", title: "Form") {
      Section("more", label: "More") { Field.note.initialAnswer("x") }.optional()
      code
    }
    let store = FormStore(definition, prefilled: ["code": .text("1")])
    #expect(store.viewModel.state(of: "code") == .valid)
    store.step(.offer(Draft(contents: ["more?": .toggle(true)]), savedAt: "noon"))
    store.step(.activate("resume"))
    #expect(store.viewModel.state(of: "code") == .invalid([.customError("lonely")]))
  }

  @Test func thePartsOfSectionsAreInTheFingerprint() throws {
    let name = Field.name
    let address = Section("address", label: "Address") { name }
    let option = Section("option", label: "Option") { name }
    let forms = [
      try FormDefinition("form", title: "Form") { name },
      try FormDefinition("form", title: "Form") { address },
      try FormDefinition("form", title: "Form") { address.optional() },
      try FormDefinition("form", title: "Form") { Section("address", label: "Address") {} },
      try FormDefinition("form", title: "Form") {
        Section("address", label: "Address") {}
        name
      },
      try FormDefinition("form", title: "Form") {
        Section.list("address", label: "Address", item: "Item", 0...1) { name }
      },
      try FormDefinition("form", title: "Form") {
        Section.alternatives("address", label: "Address", option)
      },
      try FormDefinition("form", title: "Form") {
        Section.deferred("address", label: "Address", DeferredBody("body") { name })
      },
    ]
    #expect(Set(forms.map(\.fingerprint)).count == forms.count)
  }
}

import FormworkCore
import FormworkSystem
import Foundation
import Glibc
import TestSupport
import Testing

@testable import FormworkStorage

@Suite struct FileDraftsTests {
  private let file: StoredFile
  private let form: FormDefinition
  private var folder: String { file.folder }

  private static let draft = Draft(
    contents: [
      "text": .text("Ann \"\u{1B}\u{202E}\n\u{301}é"), "area": .text("a\nb"), "whole": .text("12x"),
      "decimal": .text("1e400"), "day": .text("2026-1"), "web": .text(" a:b"),
      "toggle": .toggle(true), "choice": .choice("red"),
      "choices": .choices(["red", "blue"]), "raw": .text("{\n \"a\":"),
    ],
    touched: ["text", "area", "choice", "none"])

  init() throws {
    file = try StoredFile("form.json", in: "state/formwork/drafts")
    form = try Self.form()
  }

  private static func form(more: Bool = false) throws -> FormDefinition {
    let colours = ["red", "green", "blue"].map { FieldKind.Option($0, label: .verbatim($0)) }
    return try FormDefinition("form", title: "Form") {
      Field.text("text", label: "Text")
      Field.textArea("area", label: "Area")
      Field.secret("secret", label: "Secret")
      Field.wholeNumber("whole", label: "Whole")
      Field.decimal("decimal", label: "Decimal")
      Field.date("day", label: "Day")
      Field.webAddress("web", label: "Web")
      Field.toggle("toggle", label: "Toggle")
      Field.choice("choice", label: "Choice", options: colours)
      Field.choice("none", label: "None", options: colours).initialAnswer("red")
      Field.choices("choices", label: "Choices", options: colours)
      Field.json("raw", label: "Raw")
      if more { Field.text("more", label: "More") }
    }
  }

  private func drafts() -> FileDrafts { FileDrafts(directory: folder, now: { 1_000_000_000 }) }

  @Test func whatWasKeptComesBack() throws {
    let drafts = drafts()
    #expect(drafts.draft(of: form) == nil)
    drafts.keep(Self.draft, of: form)
    #expect(drafts.told() == nil)
    drafts.close()
    let kept = try #require(self.drafts().draft(of: form))
    #expect(kept.draft == Self.draft)
    #expect(kept.time.wholeMatch(of: /2001-09-0[89] \d\d:46 \S+/) != nil)
  }

  @Test func dataThatChangedSinceIsNamed() throws {
    let data = folder + "/data.json"
    drafts().keep(Self.draft, of: form)
    for (seconds, complaint) in [
      (1_000_000_000, nil),
      (
        1_000_000_001,
        "\(data) has changed since the draft: a resumed draft brings the former values back"
      ),
    ] {
      let isCreated = FileManager.default.createFile(
        atPath: data, contents: Data("{}".utf8),
        attributes: [.modificationDate: Date(timeIntervalSince1970: Double(seconds))])
      #expect(isCreated)
      let drafts = FileDrafts(directory: folder, data: data, now: { 0 })
      #expect(drafts.draft(of: form)?.draft == Self.draft)
      #expect(drafts.told() == complaint)
    }
  }

  @Test func eachFolderHasItsOwn() throws {
    FileDrafts(in: folder + "/a").keep(Self.draft, of: form)
    #expect(FileDrafts(in: folder + "/b").draft(of: form) == nil)
    #expect(FileDrafts(in: folder + "/a").draft(of: form)?.draft == Self.draft)
  }

  @Test func anOptionThatWasTakenBackComesBackAsNone() throws {
    let draft = Draft(contents: ["none": .choice(nil)])
    drafts().keep(draft, of: form)
    #expect(drafts().draft(of: form)?.draft == draft)
    #expect(file.modes == [0o600, 0o700, 0o700])
  }

  /// Options may be lines of a file or names of a server.
  @Test func optionsThatAreGoneAreNoAnswers() throws {
    func form(_ options: String...) throws -> FormDefinition {
      let options = options.map { FieldKind.Option($0, label: .verbatim($0)) }
      return try FormDefinition("form", title: "Form") {
        Field.choice("one", label: "One", options: options)
        Field.choice("other", label: "Other", options: options)
        Field.choices("many", label: "Many", options: options)
      }
    }
    let fields: Set<FieldID> = ["one", "other", "many"]
    let before = Draft(
      contents: ["one": .choice("a"), "other": .choice("b"), "many": .choices(["a", "b"])],
      touched: fields)
    drafts().keep(before, of: try form("a", "b"))
    let after = Draft(
      contents: ["one": .choice(nil), "other": .choice("b"), "many": .choices(["b"])],
      touched: fields)
    #expect(drafts().draft(of: try form("c", "b"))?.draft == after)
  }

  @Test func theFileIsTheLastDraftAlone() throws {
    let drafts = drafts()
    drafts.keep(Self.draft, of: form)
    drafts.keep(Draft(contents: ["toggle": .toggle(true)], touched: ["text", "toggle"]), of: form)
    let fingerprint = String(form.fingerprint, radix: 16)
    #expect(
      try file.contents() == """
        {
          "version": 2,
          "form": "form",
          "fingerprint": "\(String(repeating: "0", count: 16 - fingerprint.count))\(fingerprint)",
          "keptAt": 1000000000,
          "touched": [
            "/text",
            "/toggle"
          ],
          "counts": {},
          "values": {
            "/toggle": true
          }
        }

        """)
    #expect(try file.names == ["form.json"])
  }

  @Test func nothingIsMadeBeforeThereIsADraft() {
    _ = drafts().draft(of: form)
    drafts().discardDraft(of: form)
    drafts().keep(Draft(touched: ["text"]), of: form)
    #expect(!file.directory.contains("state"))
  }

  @Test func aDraftIsForgotten() throws {
    let drafts = drafts()
    drafts.keep(Self.draft, of: form)
    drafts.discardDraft(of: form)
    #expect(try file.names == [])
    drafts.keep(Self.draft, of: form)
    drafts.keep(Draft(touched: ["text"]), of: form)
    #expect(try file.names == [])
    #expect(drafts.told() == nil)
  }

  // Each program has its own file. A reader finds a whole draft, never half of one.
  @Test func noFileIsTorn() async throws {
    let (first, second) = (
      Draft(contents: ["area": .text(String(repeating: "a", count: 60_000))]),
      Draft(contents: ["area": .text(String(repeating: "b", count: 3))])
    )
    let (folder, form) = (folder, form)
    try await withThrowingTaskGroup { group in
      for draft in [first, second] {
        group.addTask {
          try await onThreadOfItsOwn {
            let drafts = FileDrafts(directory: folder, now: { 0 })
            for _ in 0..<40 { drafts.keep(draft, of: form) }
            #expect(drafts.told() == nil)
          }
        }
      }
      group.addTask {
        try await onThreadOfItsOwn {
          for count in 0..<100 {
            let path = "\(folder)/form\(count % 2 == 0 ? "" : ".2").json"
            guard let file = try PrivateFile.open(path, for: .reading) else { continue }
            let bytes = try file.contents(limit: DraftDocument.byteLimit)
            // The name was reserved, and nothing was saved yet.
            if bytes.isEmpty { continue }
            let found = try DraftDocument(reading: bytes, of: form).draft
            #expect(found == first || found == second)
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try file.names == ["form.2.json", "form.json"])
  }

  // MARK: Several forms at once

  private static func draft(_ name: String) -> Draft { Draft(contents: ["text": .text(name)]) }

  /// The draft of an open form is not offered to others, but the newest of the rest is.
  @Test func aFormThatIsOpenHasItsDraftForItself() throws {
    let openElsewhere =
      "This form is open elsewhere: here it starts empty, and has its own draft"
    let (first, second, third) = (drafts(), drafts(), drafts())
    first.keep(Self.draft("first"), of: form)
    #expect(first.hasDraft)
    #expect(second.draft(of: form) == nil)
    #expect(second.told() == openElsewhere)
    #expect(!second.hasDraft)
    // It discards only its own draft, which is empty.
    second.discardDraft(of: form)
    second.keep(Self.draft("second"), of: form)
    #expect(try file.names == ["form.2.json", "form.json"])
    first.keep(Self.draft("first again"), of: form)
    #expect(third.draft(of: form) == nil)
    #expect(third.told() == openElsewhere)
    second.close()
    #expect(third.draft(of: form)?.draft == Self.draft("second"))
    #expect(third.told() == nil)
    third.discardDraft(of: form)
    #expect(try file.names == ["form.json"])
    first.close()
    #expect(third.draft(of: form)?.draft == Self.draft("first again"))
  }

  /// A child process inherits all open files until it starts its program.
  @Test func aDraftIsLetGoOfWithAChildThatHasItsFile() throws {
    let (first, second) = (drafts(), drafts())
    first.keep(Self.draft("first"), of: form)
    let path = "\(folder)/form.json"
    // Other tests may use any descriptors.
    let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
    let copies = open.compactMap { Int32($0) }.filter {
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == path
    }.map { dup($0) }
    defer { copies.forEach { close($0) } }
    try #require(!copies.isEmpty)
    first.close()
    #expect(second.draft(of: form)?.draft == Self.draft("first"))
  }

  @Test func theNewestIsOffered() throws {
    let (first, second) = (drafts(), drafts())
    first.keep(Self.draft("first"), of: form)
    second.keep(Self.draft("second"), of: form)
    first.close()
    second.close()
    for (name, newer) in [("form.json", "first"), ("form.2.json", "second")] {
      let times = [timespec(tv_sec: 9, tv_nsec: 0), timespec(tv_sec: 2_000_000_000, tv_nsec: 0)]
      for file in ["form.json", "form.2.json"] {
        let time = times[file == name ? 1 : 0]
        try #require(utimensat(AT_FDCWD, "\(folder)/\(file)", [time, time], 0) == 0)
      }
      #expect(drafts().draft(of: form)?.draft == Self.draft(newer))
    }
  }

  @Test func thereIsAnEndToThem() throws {
    let open = (0...FileDrafts.limit).map { _ in drafts() }
    for drafts in open { drafts.keep(Self.draft("x"), of: form) }
    #expect(open.map(\.savesDrafts) == Array(repeating: true, count: 64) + [false])
    #expect(
      open.last?.told()
        == "draft \(file.path): there are 64 others: remove some: your entries are not saved")
  }

  /// A killed process leaves a file, which is removed, but files of running processes stay.
  @Test func whatAKilledProcessLeftIsSwept() throws {
    let child = try Child(["true"])
    _ = try child.wait()
    let left = "form.json.formwork-\(child.process).Ab1Cd2"
    let others = [
      "form.json.formwork-1.Ab1Cd2", "form.json.formwork-20261122.backup",
      "form.json.formwork--\(child.process).Ab1Cd2", "form.json.formwork-x.Ab1Cd2",
      "form.json.\(child.process).backup", "form.json.set-aside",
    ]
    try file.write("".utf8)
    for name in [left] + others {
      try #require(FileManager.default.createFile(atPath: "\(folder)/\(name)", contents: nil))
      try #require(chmod("\(folder)/\(name)", 0o600) == 0)
    }
    // An unused reserved name is removed as well.
    #expect(drafts().draft(of: form) == nil)
    #expect(try file.names == others.sorted())
  }

  // MARK: Damaged files

  static let damaged = [
    ("{\"version\": 1", "damaged (line 1, column 14: "),
    ("[]", "damaged (no version)"),
    ("{\"version\": \"1\"}", "damaged (no version)"),
    ("{\"version\": 3, \"later\": true}", "of a later version of this program"),
    ("{\"version\": 1, \"earlier\": true}", "of an earlier version of this program"),
    ("{\"version\": 2}", "damaged (no form)"),
    ("{\"version\": 2, \"form\": \"form\", \"fingerprint\": \"0\"}", "of a form with other fields"),
    ("\u{FFFD}", "damaged (line 1, column 1: "),
  ]

  @Test(arguments: damaged)
  func aDraftThatIsNoGoodIsSetAside(_ text: String, _ reason: String) throws {
    try file.write(text.utf8)
    let drafts = drafts()
    #expect(drafts.draft(of: form) == nil)
    let complaint = try #require(drafts.told())
    #expect(complaint.hasPrefix("draft \(file.path): \(reason)"))
    #expect(complaint.hasSuffix(": set aside as form.json.set-aside"))
    #expect(drafts.told() == nil)
    #expect(try file.names == ["form.json.set-aside"])
    #expect(try StoredFile.contents(of: file.path + ".set-aside") == text)
    // The next damaged file replaces neither the first nor a link that leads nowhere.
    #expect(symlink("/nowhere", file.path + ".set-aside.2") == 0)
    try file.write("{}".utf8)
    #expect(drafts.draft(of: form) == nil)
    #expect(drafts.told()?.hasSuffix(": set aside as form.json.set-aside.3") == true)
    #expect(
      try file.names == ["form.json.set-aside", "form.json.set-aside.2", "form.json.set-aside.3"])
    #expect(try StoredFile.contents(of: file.path + ".set-aside") == text)
    for number in 2...3 { unlink(file.path + ".set-aside.\(number)") }
    // Only that draft is lost.
    drafts.keep(Self.draft, of: form)
    drafts.close()
    #expect(self.drafts().draft(of: form)?.draft == Self.draft)
  }

  @Test func aListMayHaveBecomeShorter() throws {
    func form(_ count: ClosedRange<Int>) throws -> FormDefinition {
      try FormDefinition("form", title: "Form") {
        Section.list(
          "tags", label: "Tags", item: "Tag", count, of: Field.text("tag", label: "Tag"))
      }
    }
    let draft = Draft(
      contents: ["tags/0/tag": .text("a"), "tags/1/tag": .text("b")], counts: ["tags": 2])
    let drafts = drafts()
    drafts.keep(draft, of: try form(0...3))
    drafts.close()
    #expect(self.drafts().draft(of: try form(0...1))?.draft == draft)
  }

  static let corrupted = [
    ("\"/toggle\": true", "\"/toggle\": 1", "not a value of the form"),
    ("\"/choice\": \"red\"", "\"/choice\": 3", "not a value of the form"),
    ("\"/whole\":", "\"/secret\":", "not a value of the form"),
    ("\"/whole\":", "\"/ghost\":", "not a value of the form"),
    ("\"counts\": {}", "\"counts\": {\"/text\": 1}", "not a value of the form"),
    ("\"/area\",", "7,", "not the name of a field"),
    ("\"/area\",", "\"/secret\",", "not the name of a field"),
    ("\"keptAt\": 1000000000", "\"keptAt\": 1.5", "no time"),
    ("\"touched\"", "\"torched\"", "no values"),
  ]

  @Test(arguments: corrupted)
  func aValueThatIsNoneIsDamage(_ part: String, _ other: String, _ reason: String) throws {
    drafts().keep(Self.draft, of: form)
    let corrupted = try file.contents().replacing(part, with: other, maxReplacements: 1)
    try #require(try corrupted != file.contents())
    try file.write(corrupted.utf8)
    let drafts = drafts()
    #expect(drafts.draft(of: form) == nil)
    let complaint = try #require(drafts.told())
    #expect(complaint.contains("damaged (") && complaint.contains(reason))
  }

  private static let me: DeferredBody = DeferredBody("me") {
    Field.text("name", label: "Name")
    Section.deferred("me", label: "Me", me)
  }

  /// A path must be one that the form itself writes, no longer than the form is deep.
  @Test(arguments: [
    ("/tags/1/tag", true), ("/tags/2/tag", false), ("/tags/01/tag", false),
    ("/tags/+1/tag", false), ("/tags/-0/tag", false), ("/tags/-1/tag", false),
    ("/tags/1", false), ("/more/0/tag", false), ("/first/0/tag", true), ("/first/1/tag", false),
    ("/consent", false), ("/word", false), ("/", false), ("", false),
    (String(repeating: "/me", count: 100) + "/name", true),
    (String(repeating: "/me", count: 101) + "/name", false),
    (String(repeating: "/a", count: 1000), false),
  ])
  func aPathThatLeadsNowhereIsDamage(_ path: String, _ isOne: Bool) throws {
    let form = try FormDefinition("form", title: "Form") {
      for (name, count) in [("tags", 0...3), ("more", 0...3), ("first", 1...3)] {
        Section.list(
          FieldID(rawValue: name), label: "Tags", item: "Tag", count,
          of: Field.text("tag", label: "Tag"))
      }
      Field.secret("word", label: "Word")
      Field.text("consent", label: "Consent").excludedFromDrafts()
      Section.deferred("me", label: "Me", Self.me)
    }
    let whole = DraftDocument(draft: Draft(counts: ["tags": 2]), time: 0).bytes(of: form)
    func reading(_ part: String, _ place: String) throws -> Draft? {
      let text = String(decoding: whole, as: UTF8.self).replacing(part, with: place)
      do throws(Message) {
        return try DraftDocument(reading: Array(text.utf8), of: form).draft
      } catch {
        if case .key("draft.damaged", _, _) = error { return nil }
        throw error
      }
    }
    let id = FieldID(rawValue: String(path.dropFirst()))
    #expect(
      try reading("\"touched\": []", "\"touched\": [\"\(path)\"]")
        == (isOne ? Draft(touched: [id], counts: ["tags": 2]) : nil))
    #expect(
      try reading("\"values\": {}", "\"values\": {\"\(path)\": \"x\"}")
        == (isOne ? Draft(contents: [id: .text("x")], counts: ["tags": 2]) : nil))
  }

  @Test func aDraftOfAnotherFormIsSetAside() throws {
    drafts().keep(Self.draft, of: form)
    let drafts = drafts()
    #expect(drafts.draft(of: try Self.form(more: true)) == nil)
    #expect(
      drafts.told()
        == "draft \(file.path): of a form with other fields: set aside as form.json.set-aside")
  }

  @Test func aLinkIsSetAsideAndNotFollowed() throws {
    let target = try file.link(toFileOf: "{}")
    let drafts = drafts()
    #expect(drafts.draft(of: form) == nil)
    #expect(drafts.told()?.contains("is a symbolic link") == true)
    drafts.keep(Self.draft, of: form)
    #expect(try StoredFile.contents(of: target) == "{}")
    #expect(try file.names == ["form.json", "form.json.set-aside"])
    #expect(file.modes.first == 0o600)
  }

  @Test func whereNothingCanBeWrittenOneLineSaysSo() throws {
    let blocked = try file.directory.write("", to: "state")
    let drafts = drafts()
    #expect(drafts.savesDrafts)
    #expect(drafts.draft(of: form) == nil)
    _ = drafts.told()
    let others = FileDrafts(directory: folder, now: { 0 })
    others.keep(Self.draft, of: form)
    #expect(
      others.told() == "draft \(file.path): Not a directory: your entries are not saved")
    #expect(!others.savesDrafts)
    others.keep(Self.draft, of: form)
    others.discardDraft(of: form)
    #expect(others.told() == nil)
    #expect(try StoredFile.contents(of: blocked) == "")
  }

  /// After a failure the name is free again, and the file of another program there stays.
  @Test func aNameThatWasClaimedInVainIsAnothers() throws {
    // This name has the maximum length of a file name, and the temporary file's name is longer.
    let form = try FormDefinition(String(repeating: "n", count: 245), title: "") {
      Field.text("text", label: "Text")
    }
    let drafts = drafts()
    drafts.keep(Self.draft, of: form)
    let path = drafts.path(of: form)
    #expect(
      drafts.told() == "draft \(path): File name too long: your entries are not saved")
    #expect(try file.names == [])
    try Data("{}".utf8).write(to: URL(filePath: path))
    drafts.discardDraft(of: form)
    #expect(try StoredFile.contents(of: path) == "{}")
  }

  @Test(arguments: ["", "/.."], [0o777, 0o770, nil] as [mode_t?])
  func aFolderThatIsNotTheOwnersAloneIsNotUsed(_ place: String, _ mode: mode_t?) throws {
    // Only root may give a folder away.
    if mode == nil && geteuid() != 0 { return }
    drafts().keep(Self.draft, of: form)
    let corrupted = String(cString: try #require(realpath(folder + place, nil)))
    if let mode {
      try #require(chmod(corrupted, mode) == 0)
    } else {
      try #require(chown(corrupted, 12345, 12345) == 0)
    }
    let reason =
      mode == nil
      ? "\(corrupted) belongs to another user: name a directory of yours by XDG_STATE_HOME"
      : "others can write to \(corrupted): run chmod go-w on it"
    let complaint = "draft \(file.path): \(reason): your entries are not saved"
    let (reader, writer) = (drafts(), drafts())
    #expect(reader.draft(of: form) == nil)
    #expect(reader.told() == complaint)
    #expect(!reader.savesDrafts)
    writer.keep(Self.draft, of: form)
    #expect(writer.told() == complaint)
    #expect(try file.names == ["form.json"])
  }

  @Test func aDraftThatCannotBeSetAsideEndsTheKeeping() throws {
    try file.write("{".utf8)
    for number in 1...FileDrafts.limit {
      let name = file.path + FileDrafts.suffix + (number == 1 ? "" : ".\(number)")
      try FileManager.default.createDirectory(atPath: name, withIntermediateDirectories: true)
    }
    let drafts = drafts()
    #expect(drafts.draft(of: form) == nil)
    #expect(
      drafts.told()?.hasSuffix("): move it away; your entries are not saved") == true)
    #expect(!drafts.savesDrafts)
  }

  // MARK: Location

  @Test func theNameOfAFormIsThatOfAFile() throws {
    let form = try FormDefinition("../a b/.é", title: "") {}
    #expect(drafts().path(of: form) == "\(folder)/%2E%2E%2Fa%20b%2F%2E%C3%A9.json")
  }

  @Test func whoHasNoHomeHasNoDraftsAndNoComplaint() {
    let drafts = FileDrafts(directory: nil, now: { 0 })
    #expect(!drafts.savesDrafts)
    drafts.keep(Self.draft, of: form)
    #expect(drafts.draft(of: form) == nil)
    drafts.discardDraft(of: form)
    #expect(drafts.told() == nil)
  }
}

extension FileDrafts {
  /// The complaint in English.
  fileprivate func told() -> String? { takeWarning().map { Catalogue.storage.text(for: $0) } }
}

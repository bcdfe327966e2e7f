import Conversation
import FormworkFrontEnd
import Interaction
import TestSupport
import Testing
import Wording

@testable import PlainFrontEnd

@Suite(.timeLimit(.minutes(20))) struct ListTests {
  /// Returns a screen with a list of some members, of whom the host sends the first three by itself.
  private static func form(_ count: Int, told: Int = 3) -> FakeForm {
    var form = FakeForm(title: "Club")
    form.add(.list, "members", label: "Members", [.rowCount: .number(count)])
    form.add(
      .column, "name", label: "Name", in: "members",
      [.order: .number(SortOrder.ascending.rawValue)])
    form.add(
      .column, "age", label: "Age", in: "members",
      [
        .order: .number(SortOrder.sortable.rawValue), .align: .number(CellAlignment.end.rawValue),
      ])
    form.addButton("leave", label: "Leave") { _ in [.detach()] }
    form.onWindow = { form, first, size in
      form.window(first, Array(first..<min(first + size, count)))
    }
    _ = form.window(0, Array(0..<min(told, count)))
    return form
  }

  @Test func pageByPage() async throws {
    let host = FakeHost(Self.form(12))
    let transcript = try await converse(
      host, columns: 80, rows: 9,
      [
        .line("next page): ", ""), .line("next page): ", "next"), .line("again): ", "page before"),
        .line("next page): ", "7"), .line("next page): ", "x"),
        .line("next page): ", "leave"),
      ])
    #expect(
      transcript == """
        Club
        Members: 1 to 5 of 12
          Name  Age
        1 m0      0
        2 m1     10
        3 m2     20
        4 m3     30
        5 m4     40
        Next page  By Name, now ascending  By Age  Leave
        Members (Enter shows the next page): 
        Members: 6 to 10 of 12
          Name  Age
        1 m5     50
        2 m6     60
        3 m7     70
        4 m8     80
        5 m9     90
        Next page  Page before  By Name, now ascending  By Age  Leave
        Members (Enter shows the next page): next
        Members: 11 to 12 of 12
          Name  Age
        1 m10   100
        2 m11   110
        Page before  By Name, now ascending  By Age  Leave
        Members (Enter shows the page again): page before
        Members: 6 to 10 of 12
          Name  Age
        1 m5     50
        2 m6     60
        3 m7     70
        4 m8     80
        5 m9     90
        Next page  Page before  By Name, now ascending  By Age  Leave
        Members (Enter shows the next page): 7
        Members: no such answer. Type a number from 1 to 5, or the first letters
        Members (Enter shows the next page): x
        Members: no such answer. Type a number from 1 to 5, or the first letters
        Members (Enter shows the next page): leave

        """)
    #expect(
      host.posts == [
        "WINDOW members 0 10", "WINDOW members 0 15", "ACTIVATE leave",
      ])
  }

  @Test func rowsAreOpenedByTheNumbersThatWereSeen() async throws {
    let host = FakeHost(Self.form(4, told: 4))
    let transcript = try await converse(
      host, columns: 80, rows: 24,
      [
        .meanwhile("again): ", "m2") {
          host.change { form in
            form.remove("m1") + form.set("m3", [.label: .text("m3 (31)"), .cells: .text("m3\t31")])
              + form.insert("m9", at: 2)
          }
        },
        .line("again): ", "2"), .line("again): ", "4"),
        .meanwhile("again): ", "5") {
          host.change { form in
            form.insert("m5", at: 2) + form.insert("m6", at: 2) + form.insert("m7", at: 2)
              + form.insert("m8", at: 2)
          }
        },
        .line("again): ", "this"), .line("again): ", "le"),
      ])
    #expect(
      transcript == """
        Club
        Members: 1 to 4 of 4
          Name  Age
        1 m0      0
        2 m1     10
        3 m2     20
        4 m3     30
        By Name, now ascending  By Age  Leave
        Members (Enter shows the page again): m2
        Members: no longer here: 2 m1 (10)
        Members: changed: 4 m3 (31)
        Members: new: 5 m9 (90)
        This page  By Name, now ascending  By Age  Leave
        Members (Enter shows the page again): 2
        m1 (10): no longer here
        Members (Enter shows the page again): 4
        Members (Enter shows the page again): 5
        Members: 4 rows have changed; This page shows them
        Members (Enter shows the page again): this
        Members: 1 to 8 of 8
          Name  Age
        1 m8     80
        2 m7     70
        3 m6     60
        4 m5     50
        5 m9     90
        6 m0      0
        7 m2     20
        8 m3     31
        By Name, now ascending  By Age  Leave
        Members (Enter shows the page again): le

        """)
    #expect(host.posts == ["ACTIVATE m2", "ACTIVATE m3", "ACTIVATE m9", "ACTIVATE leave"])
  }

  /// Until the sorted rows arrive, the rows are in their old order.
  @Test func aColumnSortsInItsOwnTime() async throws {
    var form = Self.form(3)
    form.onActivation(of: "age") { $0.set("members", [.busy: .number(1)]) }
    let host = FakeHost(form)
    let transcript = try await converse(
      host, columns: 80, rows: 24, timeout: .zero,
      [
        .line("again): ", "by a"),
        .meanwhile("again): ", "x") {
          host.change { $0.window(0, [2, 1, 0]) + $0.set("members", [.busy: .number(0)]) }
        },
        .line("again): ", "leave"),
      ])
    #expect(
      transcript == """
        Club
        Members: 1 to 3 of 3
          Name  Age
        1 m0      0
        2 m1     10
        3 m2     20
        By Name, now ascending  By Age  Leave
        Members (Enter shows the page again): by a
        Members: loading…
        Members (Enter shows the page again): x
        Members: no such answer. Type a number from 1 to 3, or the first letters
        Members: 1 to 3 of 3
          Name  Age
        1 m2     20
        2 m1     10
        3 m0      0
        Members (Enter shows the page again): leave

        """)
  }

  /// The rows arrive while other text is typed; later the list is empty, and then fails.
  @Test func aListThatLoads() async throws {
    var form = Self.form(0)
    _ = form.setStatus("members", .loading)
    let host = FakeHost(form)
    let transcript = try await converse(
      host, timeout: .milliseconds(10),
      [
        .line("again): ", ""),
        .meanwhile("again): ", "x") {
          host.change { $0.setStatus("members", .nothing) + $0.window(0, [7]) }
        },
        .meanwhile("again): ", "") {
          host.change { $0.window(0, []) + $0.setStatus("members", .nothing, "nothing found") }
        },
        .meanwhile("again): ", "") { host.change { $0.setStatus("members", .failed) } },
        .line("again): ", "Leave"),
      ])
    #expect(
      transcript == """
        Club
        Members: loading…
        By Name, now ascending  By Age  Leave
        Members (Enter shows the page again): 
        Members: loading…
        Members (Enter shows the page again): x
        Members: no such answer. Type the first letters of what there is
        Members: 1 of 1
        1 m7 (70)
        Members (Enter shows the page again): 
        Members: nothing found
        Members (Enter shows the page again): 
        Members: failed
        Members (Enter shows the page again): Leave

        """)
  }

  /// After a stop the user is at the same place; another screen starts at its beginning.
  @Test func aRedrawnScreenContinuesWhereItWas() async throws {
    let host = FakeHost(Self.form(12))
    let transcript = try await converse(
      host, columns: 80, rows: 9,
      [
        .line("next page): ", ""),
        .meanwhile("next page): ", "x") {
          host.change { $0.window(0, [0, 1]) + $0.snapshot() }
        },
        .meanwhile("next page): ", "x") {
          host.change { form in
            form.title = "Others"
            return form.window(0, [0, 1]) + form.snapshot()
          }
        },
        .line("next page): ", "leave"),
      ])
    #expect(
      transcript.split(separator: "\n").filter { $0.hasSuffix(" of 12") } == [
        "Members: 1 to 5 of 12", "Members: 6 to 10 of 12", "Members: 6 to 10 of 12",
        "Members: 1 to 5 of 12",
      ])
  }

  /// The list begins with the focused row, even if the screen also has a field.
  @Test(arguments: [false, true]) func anotherFrontEndGoesOnWithThePage(
    hasField: Bool
  ) async throws {
    var form = Self.form(12)
    if hasField { form.add(.textField, "search", label: "Search") }
    let host = FakeHost(form)
    _ = try await converse(
      host, columns: 80, rows: 9,
      [.line("next page): ", ""), .line("next page): ", ":front-end other")])
    #expect(host.posts.suffix(2) == ["GO m5", "SWITCH \"other\""])
  }

  /// An earlier message is not the answer: a page waits for its rows.
  @Test func anotherFlushIsNoAnswerToAWindow() async throws {
    let host = FakeHost(Self.form(12))
    host.answerLate("WINDOW members 0 15")
    host.after("WINDOW members 0 15") { $0.set("leave", [.label: .text("Go")]) }
    let transcript = try await converse(
      host, columns: 80, rows: 9, [.line("next page): ", ""), .line("next page): ", "go")])
    #expect(transcript.contains("Members: 6 to 10 of 12\n  Name  Age\n1 m5     50\n"))
  }

  @Test func whatIsTrueOfARowStandsBehindIt() async throws {
    var form = Self.form(4, told: 4)
    _ = form.set("m0", [.enabled: .number(0), .selected: .number(1)])
    _ = form.setStatus("m1", .refused)
    _ = form.setStatus("m2", .checking)
    let host = FakeHost(form)
    let transcript = try await converse(
      host, columns: 80, rows: 24,
      [
        .meanwhile("again): ", "x") {
          host.change { $0.setStatus("m3", .unverified, "not known") }
        },
        .line("again): ", "leave"),
      ])
    #expect(
      transcript.contains(
        """
        1 m0      0 (selected, cannot be opened)
        2 m1     10 (refused)
        3 m2     20 (checking)
        4 m3     30

        """))
    #expect(transcript.contains("Members: changed: 4 m3 (30) (not known)\n"))
  }

  /// The host begins in the middle of the list.
  @Test func theReadmeShowsAPage() async throws {
    let readme = try PackageFile("Sources/registration/Manual/registration.md").text()
    let written = Transcript.blocks(of: readme, language: "list")
    var form = Self.form(12, told: 0)
    for (name, age) in [
      ("Ann Lee", 34), ("Bo Ek", 41), ("Li 華", 7), ("Max Ott", 28), ("Zoë Berg", 101),
    ] {
      form.add(.row, name, label: name, in: "members", [.cells: .text("\(name)\t\(age)")])
    }
    _ = form.set("members", [.firstRow: .number(5)])
    form.onWindow = { _, _, _ in [] }
    let transcript = try await converse(
      FakeHost(form), columns: 80, rows: 9, [.line("next page): ", ":quit")])
    #expect(
      written.map { "Club\n\($0.dropLast()) :quit\n" } == [transcript])
  }

  @Test func aListOfNothing() async throws {
    var form = FakeForm(title: "Club")
    form.add(.list, "members", label: "Members")
    let transcript = try await converse(
      FakeHost(form),
      [.line("again): ", "1"), .line("again): ", ":help"), .line("again): ", ":quit")])
    #expect(
      transcript == """
        Club
        Members: empty
        Members (Enter shows the page again): 1
        Members: no such answer. Type the first letters of what there is
        Members (Enter shows the page again): :help
        \(FrontEndMessages.help(at: "Members", nil, isAtList: true, isForm: false).joined(separator: "\n"))
        Members (Enter shows the page again): :quit

        """)
  }

  /// Only the host gives the reason.
  @Test func aRowThatCannotBeOpened() async throws {
    var form = Self.form(1)
    form.onActivation(of: "m0") { form in
      [.refused(form.id("m0"), .blocked, "m0 is away"), .refused(form.id("leave"), .notNow, "")]
    }
    let transcript = try await converse(
      FakeHost(form), columns: 20, rows: 24, [.line("again): ", "1"), .line("again): ", "leave")])
    #expect(
      transcript == """
        Club
        Members: 1 of 1
          Name  Age
        1 m0      0
        By Name, now
        ascending
        By Age  Leave
        Members (Enter shows
        the page again): 1
        m0 is away
        Members (Enter shows
        the page again): leave

        """)
  }

  /// Rows called like buttons, and rows with the same name, are opened by their numbers.
  @Test func wordsThatRowsShare() async throws {
    var form = FakeForm(title: "Club")
    form.add(.list, "members", label: "Members", [.rowCount: .number(3)])
    for (name, label) in [("a", "Leave"), ("b", "Ann"), ("c", "Ann")] {
      form.add(.row, name, label: label, in: "members")
    }
    form.onActivation(of: "c") { form in [.refused(form.id("c"), .blocked, "c is away")] }
    form.addButton("leave", label: "Leave") { _ in [.detach()] }
    let transcript = try await converse(
      FakeHost(form),
      [.line("again): ", "ann"), .line("again): ", "3"), .line("again): ", "leave")])
    #expect(
      transcript == """
        Club
        Members: 1 to 3 of 3
        1 Leave
        2 Ann
        3 Ann
        Leave
        Members (Enter shows the page again): ann
        Members: several begin like that. Type a number from 1 to 3, or more letters
        Members (Enter shows the page again): 3
        c is away
        Members (Enter shows the page again): leave

        """)
  }

  /// Each line of a pipe is an answer, and nothing is asked.
  @Test func aListInAPipe() async throws {
    let host = FakeHost(Self.form(21, told: 21))
    let shown = try await fillIn(host, with: "\n\nm20\nx\n2\nby a\n")
    #expect(
      shown == """
        Club
        Members: 1 to 20 of 21
        \((1...20).map { "\($0 < 10 ? " " : "")\($0) m\($0 - 1) (\(10 * ($0 - 1)))" }.joined(separator: "\n"))
        Members: 21 of 21
        1 m20 (200)
        Members: 21 of 21
        1 m20 (200)
        line 4: Members: no such answer. Type 1, or the first letters
        line 5: Members: no such answer. Type 1, or the first letters
        Members: 21 of 21
        1 m20 (200)

        """)
    #expect(host.posts == ["ACTIVATE m20", "ACTIVATE age", "QUIT"])
  }

  /// Each list has its own numbers, and the list of a section is offered at the section.
  @Test func severalLists() async throws {
    var form = Self.form(2)
    form.add(.group, "past", label: "Past")
    form.add(
      .list, "years", label: "Years", in: "past", [.layout: .number(1), .rowCount: .number(3)])
    for year in 1...3 { form.add(.row, "y\(year)", label: "Year \(year)", in: "years") }
    form.addButton("clear", label: "Clear", in: "past")
    let host = FakeHost(form)
    let transcript = try await converse(
      host, columns: 60, rows: 24,
      [
        .line("again): ", "5"), .line("again): ", ":next"), .line("continues): ", "3"),
        .line("continues): ", ":back"), .line("again): ", "leave"),
      ])
    #expect(
      transcript == """
        Club
        Members: 1 to 2 of 2
          Name  Age
        1 m0      0
        2 m1     10
        Years: 1 to 3 of 3
        3 Year 1  4 Year 2  5 Year 3
        Members: By Name, now ascending  Members: By Age  Leave
        Members (Enter shows the page again): 5
        Members (Enter shows the page again): :next
        Clear
        Past (Enter continues): 3
        Past (Enter continues): :back
        Members: By Name, now ascending  Members: By Age  Leave
        Members (Enter shows the page again): leave

        """)
    #expect(
      host.posts == ["ACTIVATE y3", "NEXT", "ACTIVATE y1", "PREVIOUS", "ACTIVATE leave"])
  }
}

extension FakeForm {
  /// Sends only these members, with the index of the first.
  fileprivate mutating func window(_ first: Int, _ members: [Int]) -> [DisplayMessage] {
    var messages: [DisplayMessage] = []
    for row in nodes.filter({ $0.kind == .row && $0.name.hasPrefix("m") }) {
      messages += remove(row.name)
    }
    messages += set("members", [.firstRow: .number(first)])
    for member in members { messages += insert("m\(member)", at: .max) }
    return messages
  }

  /// Sends a member at a position among the others.
  fileprivate mutating func insert(_ name: String, at place: Int) -> [DisplayMessage] {
    let age = 10 * (Int(name.dropFirst()) ?? 0)
    add(
      .row, name, label: "\(name) (\(age))", in: "members", [.cells: .text("\(name)\t\(age)")])
    let id = id(name)
    return insertion(of: name) + (place == .max ? [] : [.change(.moved(id, index: place))])
  }
}

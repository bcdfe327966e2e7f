import FormworkCore
import Testing

@testable import Accounts
@testable import registration

@Suite struct MemberWriterTests {
  private static func member(
    _ username: String, _ givenName: String, _ familyName: String, email: String? = nil,
    contacts: [Contact] = [], record: Member.Record? = nil
  ) -> Member {
    Member(
      id: 1, username: username, givenName: givenName, familyName: familyName, email: email,
      contacts: contacts, record: record)
  }

  private static let record = Member.Record(
    isAdministrator: true, created: nil, lastSeen: Timestamp(seconds: 86_400),
    lastChanged: Timestamp(seconds: 1), version: 1)

  /// Wide, combining and right-to-left characters, whose columns differ from their number.
  private static let names = [
    member("ann", "Ann", "Lee"), member("bo", "李", "華"), member("zoe", "Zoe\u{308}", "E\u{301}"),
    member("david", "דוד", "לוי"), member("x", "", ""), member("tab", "a\tb", "\u{1B}[2J\r\n\""),
  ]

  private static let known = [
    member(
      "ann", "Ann", "Lee, \"Jr\"", email: "ann@example.org",
      contacts: [Contact(kind: .web, address: "https://example.org", isPublic: true)],
      record: record),
    member(
      "bo", "李", "",
      record: .init(
        isAdministrator: false, created: Timestamp(seconds: 0), lastSeen: nil, lastChanged: nil,
        version: 1)),
  ]

  private func written(
    _ format: MemberFormat, _ pages: [[Member]], isSignedIn: Bool = false,
    headings: Catalogue? = nil
  ) -> String {
    var writer = MemberWriter(format, isSignedIn: isSignedIn, headings: headings)
    return pages.map { writer.text(of: $0) }.joined() + writer.end
  }

  @Test func aPipeHasTabs() {
    #expect(
      written(.table, [Self.names]) == """
        ann\tAnn Lee
        bo\t李 華
        zoe\tZoe\u{308} E\u{301}
        david\tדוד לוי
        x\t
        tab\ta\u{FFFD}b \u{FFFD}[2J\u{FFFD}\u{FFFD}"

        """)
    #expect(
      written(.table, [Self.known], isSignedIn: true) == """
        ann\tAnn Lee, "Jr"\tann@example.org\t1970-01-02T00:00:00Z
        bo\t李\t\t

        """)
    #expect(written(.table, [[]]) == "")
  }

  @Test func aTerminalHasColumnsThatLineUp() {
    let words = Catalogue.registration.styled(.plain) { .init(now: .now) { _ in 0 } }
    #expect(
      written(.table, [Self.names, [Self.member("longest-of-all", "A", "B")]], headings: words)
        == """
        Username  Name
        ann       Ann Lee
        bo        李 華
        zoe       Zoe\u{308} E\u{301}
        david     דוד לוי
        x
        tab       a\u{FFFD}b \u{FFFD}[2J\u{FFFD}\u{FFFD}"
        longest-of-all  A B

        """)
    #expect(
      written(.table, [Self.known + [Self.names[2]]], isSignedIn: true, headings: words) == """
        Username  Name           E-mail           Last seen
        ann       Ann Lee, "Jr"  ann@example.org  1970-01-02T00:00:00Z
        bo        李
        zoe       Zoe\u{308} E\u{301}

        """)
  }

  @Test func csvIsThatOfItsStandard() {
    #expect(
      written(.csv, [Self.names.suffix(2), [Self.names[0]]])
        == "username,givenName,familyName\r\nx,,\r\n"
        + "tab,a\u{FFFD}b,\"\u{FFFD}[2J\u{FFFD}\u{FFFD}\"\"\"\r\nann,Ann,Lee\r\n")
    #expect(
      written(.csv, [Self.known], isSignedIn: true)
        == [
          "username,givenName,familyName,email,isAdministrator,created,lastSeen,lastChanged",
          "ann,Ann,\"Lee, \"\"Jr\"\"\",ann@example.org,true,,1970-01-02T00:00:00Z,1970-01-01T00:00:01Z",
          "bo,李,,,false,1970-01-01T00:00:00Z,,", "",
        ].joined(separator: "\r\n"))
    #expect(written(.csv, [[]]) == "username,givenName,familyName\r\n")
  }

  @Test func jsonEscapesWhatSteersATerminal() {
    #expect(
      written(.json, [Self.names.suffix(2), [Self.names[0]]]) == #"""
        [
        {"username":"x","givenName":"","familyName":""},
        {"username":"tab","givenName":"a\tb","familyName":"\u001b[2J\r\n\""},
        {"username":"ann","givenName":"Ann","familyName":"Lee"}
        ]

        """#)
    #expect(
      written(.json, [Self.known], isSignedIn: true) == #"""
        [
        {"username":"ann","givenName":"Ann","familyName":"Lee, \"Jr\"","email":"ann@example.org",\#
        "contacts":[{"kind":"web","address":"https://example.org","isPublic":true}],\#
        "isAdministrator":true,"created":null,"lastSeen":"1970-01-02T00:00:00Z",\#
        "lastChanged":"1970-01-01T00:00:01Z"},
        {"username":"bo","givenName":"李","familyName":"","email":null,"contacts":[],\#
        "isAdministrator":false,"created":"1970-01-01T00:00:00Z","lastSeen":null,"lastChanged":null}
        ]

        """#)
    #expect(written(.json, [[]]) == "[]\n")
    #expect(written(.json, [[], [Self.names[0]]]).hasPrefix("[\n{"))
  }
}

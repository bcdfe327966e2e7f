import Accounts
import FormworkCore
import GRDB
import TestSupport
import Testing

@testable import AccountsSQLite

@Suite(.eachStore) struct ContactTests {
  private let shelf = Shelf()

  private static let contacts = [
    Contact(kind: .web, address: "https://example.org/~ada", isPublic: true),
    Contact(kind: .email, address: "ada@example.com"),
    Contact(kind: .telephone, address: "+44 20-7946 0958", isPublic: true),
  ]

  private static func ada(_ contacts: [Contact]) -> Account {
    var account = Account.ada
    account.contacts = contacts
    return account
  }

  private static let addresses: [(Contact.Kind, String, Violation?)] = [
    (.email, "ada@example.org", nil), (.email, "ada", .typeMismatch(.email)),
    (.email, "a@\(String(repeating: "x", count: 260))", .tooLong(limit: 254, count: 262)),
    (.web, "https://example.org", nil), (.web, "example.org", .typeMismatch(.webAddress)),
    (.web, "HTTP://example.org", nil), (.web, "ttps://example.org", .typeMismatch(.webAddress)),
    (.web, "javascript:alert()", .typeMismatch(.webAddress)),
    (.web, "https://example.org\n", .badInput(.controlCharacter("\n"))),
    (.web, "https://\u{202E}example.org", .badInput(.controlCharacter("\u{202E}"))),
    (
      .web, "https://example.org/\(String(repeating: "x", count: 2029))",
      .tooLong(limit: 2048, count: 2049)
    ),
    (.telephone, "+1234", nil), (.telephone, "+123456789012345", nil),
    (.telephone, "+1 2-3 - 4", nil), (.telephone, "+123", .customError(key: "telephone")),
    (.telephone, "+1234567890123456", .customError(key: "telephone")),
    (.telephone, "020 7946 0958", .customError(key: "telephone")),
    (.telephone, "+ 1234", .customError(key: "telephone")),
    (.telephone, "+1234-", .customError(key: "telephone")),
    (.telephone, "+1234x5", .customError(key: "telephone")),
    (.telephone, "+", .customError(key: "telephone")),
    (.telephone, "+١٢٣٤", .customError(key: "telephone")),
    (.telephone, "+1\(String(repeating: " ", count: 30))234", .tooLong(limit: 32, count: 35)),
    (.telephone, "+1234\0", .badInput(.controlCharacter("\0"))),
  ]

  /// Each follows a valid one, with blanks around it.
  @Test(
    arguments: addresses
      + Contact.Kind.allCases.flatMap {
        [($0, "", .valueMissing), ($0, "\u{200B}", .valueMissing)]
      })
  func anAddressIsValidatedByItsKind(
    _ row: (kind: Contact.Kind, address: String, fault: Violation?)
  ) async throws {
    let store = try await shelf.store()
    let typed = Contact(kind: row.kind, address: "  \(row.address) ")
    let stored = Contact(kind: row.kind, address: row.address)
    let outcome = try await store.register(Self.ada([Self.contacts[0], typed]), "1")
    guard let fault = row.fault else {
      return #expect(outcome == .registered(Self.ada([Self.contacts[0], stored])))
    }
    #expect(outcome == .refused([FormIssue("contacts/1/address", fault)]))
    #expect(try await store.count() == 0)
  }

  @Test func thereAreTenAtMost() async throws {
    let store = try await shelf.store()
    let ten = Array(repeating: Contact(kind: .email, address: "rene\u{301}"), count: 10)
    #expect(
      try await store.register(Self.ada(ten + ten), "1")
        == .refused([
          FormIssue("contacts", .customError(key: "tooManyContacts", ["limit": .number(10)]))
        ]))
    #expect(
      try await store.register(Self.ada(ten), "1")
        == .refused(
          (0..<10).map {
            FormIssue(FieldID(rawValue: "contacts/\($0)/address"), .typeMismatch(.email))
          }))
    let account = Self.ada(Array(repeating: Self.contacts[0], count: 10))
    #expect(try await store.register(account, "1") == .registered(account))
  }

  /// A list of members contains all addresses of its rows.
  @Test func theyHave4096BytesAtMost() async throws {
    let store = try await shelf.store()
    let begin = "https://example.org/"
    func account(_ byteCount: Int) -> Account {
      let long = begin + String(repeating: "\u{83EF}", count: 600)
      let rest = String(repeating: "a", count: byteCount - 3 * begin.utf8.count - 3_600)
      return Self.ada([long, long, begin + rest].map { Contact(kind: .web, address: $0) })
    }
    #expect(
      try await store.register(account(4_097), "1")
        == .refused([FormIssue("contacts", .customError(key: "longContacts"))]))
    #expect(try await store.register(account(4_096), "1") == .registered(account(4_096)))
  }

  // SQLite's own shell keeps the contacts of a deleted account, whose number the next account gets.
  @Test(arguments: ["OFF", "ON"])
  func thoseOfADeletedAccountGoToNoOther(_ foreignKeys: String) async throws {
    let disk = try DiskStore()
    _ = try await disk.store.register(Self.ada(Self.contacts), "1")
    try await disk.edit("PRAGMA foreign_keys = \(foreignKeys); DELETE FROM account")
    let left = try disk.connection().inDatabase {
      try Int.fetchOne($0, sql: "SELECT count(*) FROM contact")
    }
    #expect(left == (foreignKeys == "ON" ? 0 : 3))
    #expect(try await disk.store.register(.grace, "2") == .registered(.grace))
    #expect(try await disk.store.accounts() == [.grace])
  }

  /// Contacts that were edited by hand.
  @Test func contactsOfAnythingAreReadButForTheirKind() async throws {
    let disk = try DiskStore()
    _ = try await disk.store.register(.ada, "1")
    try await disk.edit(
      """
      PRAGMA ignore_check_constraints = ON;
      INSERT INTO contact VALUES (1, 7, 'web', CAST(x'4100FF' AS TEXT), -3)
      """)
    let account = Self.ada([Contact(kind: .web, address: "A\0\u{FFFD}", isPublic: true)])
    #expect(try await disk.store.accounts() == [account])
    try await disk.edit(
      "PRAGMA ignore_check_constraints = ON; UPDATE contact SET kind = 'pigeon'")
    await #expect(throws: AccountStoreError.file(.damaged, disk.path)) {
      try await disk.store.account(named: "ada")
    }
    #expect(try await disk.store.register(.ada, "1") == .registered(.ada))
    #expect(try await disk.store.accounts() == [.ada])
  }
}

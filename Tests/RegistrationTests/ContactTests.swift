import Accounts
import FormworkHost
import Glibc
import TestSupport
import Testing

@testable import FormworkCore
@testable import FormworkSession
@testable import registration

@Suite struct ContactTests {
  /// Adds two contacts, removes one, restores it, and goes back into it.
  @Test(arguments: ["plain", "editline"])
  func aRegistrationWithContacts(_ frontEnd: String) async throws {
    let bench = try RegistrationBench()
    let isPlain = frontEnd == "plain"
    let (section, back) = isPlain ? (":section\r", ":back\r") : ("\u{18}g", "\u{18}p")
    let password = isPlain ? "(required, not shown): " : "(required): "
    let list = { (count: String) in "Contacts (\(count)Enter continues): " }
    let steps = [
      ("Username (required): ", "ann\r"), ("Given name: ", "\r"), ("Family name: ", "\r"),
      ("E-mail: ", "\r"),
      // The first contact.
      (list(""), "1\r"), ("Kind (required)", "Web\r"), ("Address (required): ", "example.org\r"),
      ("not a web address", "\u{15}https://example.org\r"),
      ("Public", "y\r"),
      // The second contact, which is removed and restored.
      (list("1 item, "), "1\r"), ("Kind (required)", "Telephone\r"),
      ("Address (required): ", "+44 20 7946 0958\r"), ("Public", section),
      ("Contact 2 (2 of 3 answered, Enter continues): ", "1\r"), ("2 Put back contact 2", ""),
      (list("1 item, "), "2\r"),
      // The address is restored.
      ("Kind (required)", "\r"), ("Address (required)", "\r"), ("Public", back),
      ("Address (required)", "\r"), ("Public", "\r"),
      // Names lead to items, from the list and from each other.
      (list("2 items, "), "contact 1\r"), ("Contact 1", ""), ("Kind (required)", section),
      ("Contact 1 (3 of 3 answered, Enter continues): ", "contact2\r"), ("Contact 2", ""),
      ("Kind (required)", "\r"), ("Address (required)", "\r"), ("Public", "\r"),
      (list("2 items, "), "\r"),
      ("Password \(password)", RegistrationBench.password + "\r"),
      ("Password again \(password)", RegistrationBench.password + "\r"), ("Button [1]: ", "\r"),
    ]
    try await bench.converse("register", frontEnd: frontEnd, steps: steps)
    let shown = try await onThreadOfItsOwn { try bench.details(of: "ann") }
    #expect(
      shown == """
        Username: ann
        Given name:\u{20}
        Family name:\u{20}
        E-mail:\u{20}
        Contact: Web, https://example.org, public
        Contact: Telephone, +44 20 7946 0958
        Administrator

        """)
  }

  /// Faults in the contact do not repeat its name.
  @Test func whatIsPutBackIsNamedOnce() async throws {
    let bench = try RegistrationBench()
    let shown = try await bench.converse(
      "register",
      steps: [
        ("Username (required): ", ":next\r"), ("Given name: ", ":next\r"),
        ("Family name: ", ":next\r"), ("E-mail: ", ":next\r"),
        ("Contacts (Enter continues): ", "1\r"), ("Kind (required): ", "web\r"),
        ("Address (required): ", "x\r"), ("[x]: ", ":section\r"), ("continues): ", "1\r"),
        ("2 Put back contact 1", ""), ("continues): ", "2\r"),
        (
          "\r\nContact 1\r\nAddress: not a web address: write one such as https://example.org\r\n5 of 9\r\n",
          ""
        ), ("Kind (required) [Web]: ", "\u{3}"),
      ], end: .signalled(SIGINT))
    #expect(!shown.contains("of Contact 1"))
  }

  /// Contacts are saved with all contents, and removed ones stay removed.
  @Test(arguments: ["plain", "editline"])
  func contactsAreResumed(_ frontEnd: String) async throws {
    let bench = try RegistrationBench()
    let isPlain = frontEnd == "plain"
    let (section, submit) = isPlain ? (":section\r", ":submit\r") : ("\u{18}g", "\u{18}s")
    let secret = isPlain ? "(required, not shown)" : "(required)"
    let password = RegistrationBench.password + "\r"
    let first = [
      ("Username (required): ", "ann\r"), ("Given name: ", "\r"), ("Family name: ", "\r"),
      ("E-mail: ", "\r"), ("Contacts (Enter continues): ", "1\r"), ("Kind (required)", "Web\r"),
      ("Address (required): ", "https://example.org\r"), ("Public", "y\r"),
      ("Contacts (1 item, Enter continues): ", "1\r"), ("Kind (required)", "E-mail\r"),
      ("Address (required): ", "gone@example.org\r"), ("Public", section),
      ("Contact 2 (2 of 3 answered, Enter continues): ", "1\r"), ("2 Put back contact 2", ""),
      ("Contacts (1 item, Enter continues): ", "1\r"), ("Kind (required)", "Telephone\r"),
      ("Address (required): ", "+44\r"), ("telephone number", "\u{3}"),
    ]
    let second = [
      ("Resume it?", ""), ("[1]: ", "1\r"), ("Contact 2", ""),
      // After a reload, the form starts at its first field.
      ("+44", isPlain ? ":reload\r" : "\u{18}r"), ("ann", "\r"), ("Given name: ", "\r"),
      ("Family name: ", "\r"), ("E-mail: ", "\r"), ("Contact 1", ""), ("Web", "\r"),
      ("https://example.org", "\r"), ("y", "\r"), ("Contact 2", ""), ("Telephone", "\r"),
      ("+44", "\u{15}+44 20 7946 0958\r"), ("Public", "\r"),
      ("Contacts (2 items, Enter continues): ", "\r"), ("Password \(secret)", password),
      ("Password again \(secret)", password), ("Button [1]: ", submit),
    ]
    try await onThreadOfItsOwn {
      for (steps, end) in [(first, Child.Status.signalled(SIGINT)), (second, .exited(0))] {
        let terminal = try bench.terminal(atHome: "register", frontEnd: frontEnd)
        try terminal.answer(steps)
        try terminal.expect(end: end)
        // A reloaded form does not offer the draft again.
        #expect(terminal.output.ranges(of: "Resume it?").count <= 1)
      }
      #expect(
        try bench.details(of: "ann").hasSuffix(
          """
          Contact: Web, https://example.org, public
          Contact: Telephone, +44 20 7946 0958
          Administrator

          """))
    }
  }

  /// The form and the store have the same rules, and refusals by the store name the field.
  @Test(
    arguments: [
      ("email", "ann", .typeMismatch(.email)), ("email", " ann@example.org ", nil),
      ("web", "example.org", .typeMismatch(.webAddress)), ("web", "https://example.org", nil),
      ("telephone", "123", .customError(key: "telephone")), ("telephone", "+44 20 7946 0958", nil),
      ("telephone", "+1\(String(repeating: "-", count: 40))234", .tooLong(limit: 32, count: 45)),
    ] as [(String, String, Violation?)])
  func theFormRefusesWhatTheStoreRefuses(
    _ kind: String, _ address: String, _ fault: Violation?
  ) async throws {
    let field = RegistrationForm.address.specification
    var item = Answers(["kind": .choice(kind), "address": .text(address)])
    let own = try #require(RegistrationForm.contacts.specification.addressField)
    #expect(
      Array(
        own.rules.violations(
          of: .text(address), kind: field.kind, isRequired: true, isEdited: true, mode: .html,
          answers: item)) == [fault].compactMap(\.self))
    item.append("isPublic", .value(.toggle(true)))
    var answers = Answers([
      "username": .text("ann"), "password": .secret(Secret(RegistrationBench.password)),
    ])
    let good = Answers(["kind": .choice("web"), "address": .text("https://example.org")])
    answers.append("contacts", .list([.object(good), .object(item)]))
    let bench = try RegistrationBench()
    let operations = RegistrationOperations(store: bench.store)
    let outcome = try await operations.submit(
      Submission(
        key: "1", answers: answers,
        form: try RegistrationForm.definition(for: .standard)))
    guard case .refused(let refusals) = outcome else { return #expect(fault == nil) }
    #expect(refusals == [fault].compactMap(\.self).map { FormIssue("contacts/1/address", $0) })
  }
}

extension SectionSpecification {
  fileprivate var addressField: FieldSpecification? {
    guard case .list(let list) = body else { return nil }
    return list.item.flatMap(\.fields).first { $0.id == RegistrationForm.address.id }
  }
}

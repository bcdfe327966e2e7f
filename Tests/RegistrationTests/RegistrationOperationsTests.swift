import Accounts
import AccountsSQLite
import FormworkHost
import TestSupport
import Testing

@testable import FormworkCore
@testable import FormworkSession
@testable import registration

@Suite struct RegistrationOperationsTests {
  private let bench: RegistrationBench
  private let store: SQLiteAccountStore

  init() throws {
    bench = try RegistrationBench()
    store = bench.store
  }

  private static func answers(_ username: String, password: String) -> Answers {
    Answers([
      "username": .text(username), "givenName": .text("Ann"),
      "familyName": .text(String(repeating: "x", count: 201)), "email": .text("a\u{0}"),
      "password": .secret(Secret(password)), "acceptTerms": .toggle(true),
    ])
  }

  private func submit(_ answers: Answers) async throws -> [FormIssue]? {
    let operations = RegistrationOperations(store: store)
    let form = try RegistrationForm.definition(for: .standard)
    let submission = Submission(key: "1", answers: answers, form: form)
    if case .refused(let refusals) = try await operations.submit(submission) { return refusals }
    return nil
  }

  @Test func eachFieldIsRefusedInItsOwnWords() async throws {
    try await store.setTerms("Be kind.")
    for (username, password, nameFault, passwordFault) in [
      ("", "", .valueMissing, .valueMissing),
      ("an", "short", .tooShort(limit: 3, count: 2), .tooShort(limit: 15, count: 5)),
      ("a n", "short", .patternMismatch("username"), .tooShort(limit: 15, count: 5)),
      ("root", "short", .customError(key: "reserved"), .tooShort(limit: 15, count: 5)),
    ] as [(String, String, Violation, Violation)] {
      let refusals = try await submit(Self.answers(username, password: password))
      #expect(
        refusals == [
          FormIssue("username", nameFault),
          FormIssue("familyName", .tooLong(limit: 200, count: 201)),
          FormIssue("email", .badInput(.controlCharacter("\0"))),
          FormIssue("password", passwordFault),
          FormIssue(nil, .customError(key: "termsChanged")),
        ])
    }
  }

  @Test func aNameThatIsTakenAndAClosedStoreAreTold() async throws {
    try await bench.register("ann")
    let answers = Answers([
      "username": .text("Ann"), "password": .secret(Secret(RegistrationBench.password)),
    ])
    #expect(try await submit(answers) == [FormIssue("username", .customError(key: "taken"))])
    var policy = RegistrationPolicy.standard
    policy.isOpen = false
    try await store.setPolicy(policy)
    #expect(try await submit(answers) == [FormIssue(nil, .customError(key: "closed"))])
  }

  /// The accepted terms are the displayed ones, even after a reload.
  @Test func theTermsAreThoseOfTheFormOnView() async throws {
    let operations = RegistrationOperations(store: store)
    try await store.setTerms("Be kind.")
    let shown = try await operations.load()
    try await store.setTerms("Be kinder.")
    let late = try await operations.load()
    #expect([shown, late].map(\.termsVersion) == [1, 2])
    let answers = Answers([
      "username": .text("ann"), "password": .secret(Secret(RegistrationBench.password)),
      "acceptTerms": .toggle(true),
    ])
    for (form, faults) in [(shown, ["acceptTerms"]), (late, [])] {
      let submission = Submission(key: "1", answers: answers, form: form)
      var refusals: [FormIssue] = []
      if case .refused(let given) = try await operations.submit(submission) { refusals = given }
      #expect(refusals.map { $0.field?.rawValue } == faults)
    }
  }

  /// Other checks than that of the name fail.
  @Test func theCheckThatIsAskedIsTheOneThatRuns() async throws {
    let operations = RegistrationOperations(store: store)
    func request(_ check: String, _ username: String) -> CheckRequest {
      CheckRequest(
        field: "username", id: CheckID(rawValue: 1), check: check,
        answers: Answers(["username": .text(username)]), timeOut: .seconds(1))
    }
    #expect(try await operations.check(request("usernameIsFree", "ann")) == nil)
    #expect(
      try await operations.check(request("usernameIsFree", "root")) == .customError(key: "taken"))
    let error = await #expect(throws: ProgramFailure.self) {
      try await operations.check(request("emailIsFree", "ann"))
    }
    #expect(
      error.map { Catalogue.registration.text(for: $0.message) }
        == "no check is called \"emailIsFree\"")
  }

  @Test(arguments: [
    "", "an", "ann", "9nn", "a n", "root", "ROOT", "a.n", "an\u{0}", "änn",
    String(repeating: "a", count: 32), String(repeating: "a", count: 33),
  ])
  func theFormRefusesWhatTheStoreRefuses(_ username: String) async throws {
    let definition = try RegistrationForm.definition(for: .standard)
    let field = try #require(definition.fields.first)
    let violations = field.rules.violations(
      of: .text(username), kind: field.kind, isRequired: true, isEdited: true, mode: .html,
      answers: Answers())
    let answers = Answers([
      "username": .text(username), "password": .secret(Secret(RegistrationBench.password)),
    ])
    #expect(
      try await submit(answers).map { $0.map(\.violation) } ?? []
        == Array(violations.prefix(1)))
  }
}

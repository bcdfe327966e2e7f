import FormworkJSON
import Foundation
import TestSupport
import Testing

/// The client in Python fills in real forms from their data.
@Suite(.enabled(if: Suites.folder != nil, "the shared forms are not there"))
struct ClientTests {
  private static let folder = (Suites.folder ?? "") + "/../forms"
  private static let client = PackageFile("Tests/FrontEnds/lines.py").path

  private static let names =
    (try? FileManager.default.contentsOfDirectory(atPath: folder))
    .map { $0.filter { $0.hasSuffix(".data.json") }.map { $0.dropLast(10) }.sorted() }?
    .map(String.init) ?? []

  /// The faults of data that its own schema does not accept.
  private static let faults = [
    "jsonforms-dates": "/schemaBased/time: must be a time with a zone, such as 14:30:00Z\n",
    "jsonforms-enum": "/enumWithError: no option bogus\n/oneOfEnumWithError: no option bogus\n",
    "jsonforms-person":
      "/nationality: required\n/personalData/height: required\n/occupation: required\n",
    "rjsf-errors":
      "/active: no option wrong\n/firstName: must have at least 8 characters\n"
      + "/skills/2/item: must have at least 5 characters\n",
    "rjsf-ifThenElse": "/animal: required\n",
    "rjsf-simple": "/firstName: required\n",
    "rjsf-validation": "/firstName: required\n",
  ]

  private func fill(
    _ schema: String, from data: String, _ options: [String] = []
  ) async throws -> (Child.Outcome, answer: JSONNode?) {
    let directory = try TemporaryDirectory()
    let output = directory.path(of: "answer.json")
    let outcome = try await onThreadOfItsOwn {
      try Child.run(
        [
          "python3", Self.client, data, Program.path(named: "formwork"), "ask", schema,
          "--front-end", "lines", "--output", output,
        ] + options)
    }
    let answer = try? String(contentsOfFile: output, encoding: .utf8)
    return (outcome, try answer.map { try JSONReader.read($0) })
  }

  @Test(arguments: names) func theAnswerIsTheData(_ name: String) async throws {
    let data = "\(Self.folder)/\(name).data.json"
    let (outcome, answer) = try await fill("\(Self.folder)/\(name).json", from: data)
    if let faults = Self.faults[name] {
      #expect(outcome.status == .exited(1))
      #expect(outcome.errorText.hasSuffix("\n" + faults), "\(outcome.errorText)")
      #expect(answer == nil)
    } else {
      #expect(outcome == Child.Outcome(.exited(0)))
      let wanted = try String(contentsOfFile: data, encoding: .utf8)
      #expect(try answer?.sorted == JSONReader.read(wanted).sorted)
    }
  }

  /// Data for the forms that come without any, or with faulty data.
  @Test(arguments: [
    (
      "jsonforms-dates",
      """
      {"schemaBased":
         {"date": "2026-11-21", "time": "13:37:00Z", "datetime": "2026-11-21T02:14:23.392Z"},
       "uiSchemaBased":
         {"date": "2024-01", "time": "13:37:00", "datetime": "1999/12/11 10:05 am"}}
      """
    ),
    (
      "jsonforms-enum",
      """
      {"plainEnumSet": "foo", "enumWithError": "bar", "oneOfEnumSet": "bar",
       "oneOfEnumWithError": "foobar"}
      """
    ),
    (
      "jsonforms-person",
      """
      {"name": "John Doe", "vegetarian": false, "birthDate": "1985-06-02", "nationality": "US",
       "personalData": {"age": 34, "height": 1.8, "drivingSkill": 7}, "occupation": "none",
       "postalCode": "12345"}
      """
    ),
    (
      "rjsf-errors",
      """
      {"firstName": "Chuck 12", "active": true, "skills": ["karate", "aikido"],
       "multipleChoicesList": ["foo", "bar"]}
      """
    ),
    ("rjsf-ifThenElse", #"{"animal": "Fish", "food": "worms", "water": "sea"}"#),
    (
      "rjsf-simple",
      """
      {"firstName": "Chuck", "lastName": "Norris", "age": 75,
       "bio": "Roundhouse kicking asses since 1940", "password": "noneed",
       "telephone": "1-800-KICKASS"}
      """
    ),
    (
      "rjsf-validation",
      #"{"firstName": "Ann", "pass1": "abc", "pass2": "abc", "age": 20.5}"#
    ),
    (
      "mcp-all-primitives",
      """
      {"BooleanSchema": true, "NumberSchema": 7, "StringSchema": "a@example.org",
       "UntitledSingleSelectEnumSchema": "Blue", "TitledSingleSelectEnumSchema": "#00FF00",
       "UntitledMultiSelectEnumSchema": ["Green"], "TitledMultiSelectEnumSchema": ["#0000FF"]}
      """
    ),
    (
      "nfcore-rnaseq-params",
      #"{"input": "samples.csv", "outdir": "out", "min_trimmed_reads": 5, "trimmer": "fastp"}"#
    ),
  ]) func theAnswerHasTheData(_ name: String, _ data: String) async throws {
    let directory = try TemporaryDirectory()
    let (outcome, answer) = try await fill(
      "\(Self.folder)/\(name).json", from: directory.write(data, to: "data.json"))
    #expect(outcome == Child.Outcome(.exited(0)))
    let members = try JSONReader.read(data)
    guard case .object(let wanted) = members.value else { return }
    for member in wanted { #expect(answer?[member.name] == member.node, "\(member.name)") }
  }

  /// People register, look at a member, change what they may, and delete an account.
  @Test func theScreensOfAShellAreAnswered() async throws {
    let directory = try TemporaryDirectory()
    let person = """
      "givenName": "Ann", "familyName": "Lee", "email": "ann@example.org",
       "password": "correct horse battery staple", "passwordAgain": "correct horse battery staple"
      """
    let answers = try directory.write(
      """
      {"command": "register"} {"username": "ann", \(person)}
      {"command": "register"} {"username": "bob", \(person)}
      {"command": "signin bob"} {"password": "correct horse battery staple"}
      {"command": "members"} "ann" null null
      {"command": "delete"} {"username": "bob"}
      {"command": "signin ann"} {"password": "correct horse battery staple"}
      {"command": "profile"}
      {"givenName": "Anna", "familyName": "Lee", "email": "ann@example.org"}
      {"command": "password"}
      {"oldPassword": "correct horse battery staple", "password": "a battery of horses",
       "passwordAgain": "a battery of horses"}
      {"command": "signout"}
      {"command": "signin ann"} {"password": "a battery of horses"}
      {"command": "policy change"}
      {"isOpen": false, "shortestName": 3, "longestName": 20, "shortestPassword": 15,
       "longestPassword": 64, "reservedNames": "root"}
      """, to: "answers.json")
    let accounts = directory.path(of: "accounts.sqlite")
    let registration = try [Program.path(named: "registration"), "--accounts", accounts]
    let environment = Child.environment.merging(["HOME": directory.path]) { $1 }
    try await onThreadOfItsOwn {
      // A shell shows lists if its input is a terminal.
      let terminal = try PseudoTerminal(
        ["python3", Self.client, answers] + registration + ["--front-end", "lines"],
        environment: environment)
      #expect(try terminal.expectEnd() == .exited(0))
      let list = try Child.run(registration + ["list"], environment: environment)
      #expect(list == Child.Outcome(.exited(0), output: "ann\tAnna Lee\n"))
      let policy = try Child.run(registration + ["policy"], environment: environment)
      #expect(
        policy.outputText == """
          Registration: closed
          Username: 3 to 20 characters
          Password: 15 to 64 characters
          Reserved: root
          Terms: none

          """)
    }
  }

  @Test func thePageShowsTheClient() throws {
    let page = try PackageFile("Sources/FormworkFrontEnd/FormworkFrontEnd.docc/JSONLines.md").text()
    #expect(try page.contains("```python\n\(PackageFile("Tests/FrontEnds/lines.py").text())```"))
  }

  /// Alternatives, maps, secrets, optional sections, lists in lists and a review.
  @Test(arguments: ["never", "always"])
  func allPartsAreFilledIn(_ isolation: String) async throws {
    let directory = try TemporaryDirectory()
    let object = #""type": "object", "properties""#
    let schema = try directory.write(
      """
      {\(object): {
        "contact": {"oneOf": [
          {\(object): {"mail": {"type": "string"}}, "required": ["mail"]},
          {\(object): {"phone": {"type": "string"}}, "required": ["phone"]}]},
        "port": {"anyOf": [{"type": "integer"}, {"type": "string"}]},
        "labels": {"type": "object", "additionalProperties": {"type": "string"}},
        "address": {\(object): {"street": {"type": "string"}}, "required": ["street"]},
        "pin": {"type": "string", "writeOnly": true},
        "mixed": {"enum": [1, "1", null, true]},
        "tags": {"type": "array", "minItems": 2, "items": {
          \(object): {"in": {"type": "array", "items": {"type": "integer"}}}}}
      }, "required": ["tags", "contact"]}
      """, to: "schema.json")
    let wanted = """
      {"contact": {"phone": "1"}, "port": "http", "labels": {"a": "b", "c": "d"},
       "address": {"street": "Main"}, "pin": "1234", "mixed": "1", "tags": [
         {"in": [1, 2]}, {"in": [3]}, {"in": [4]}]}
      """
    let (outcome, answer) = try await fill(
      schema, from: directory.write(wanted, to: "data.json"), ["--review", "--isolate", isolation])
    #expect(outcome == Child.Outcome(.exited(0)))
    #expect(try answer?.sorted == JSONReader.read(wanted).sorted)
  }
}

extension JSONNode {
  /// The value with the members of each object in the order of their names.
  fileprivate var sorted: JSONNode {
    switch value {
    case .object(let members):
      JSONNode(
        .object(
          members.sorted { $0.name < $1.name }.map { JSONMember($0.name, $0.node.sorted) }))
    case .array(let elements): JSONNode(.array(elements.map(\.sorted)))
    case .null, .bool, .number, .string: self
    }
  }
}

import Formwork
import FormworkTesting
import Synchronization
import TestSupport
import Testing

@Suite struct FormStoreTests {
  @Test func whatIsMissingAndWhatIsUnexpectedIsToldAtTheCaller() throws {
    let store = FormStore(try Visitor().form())
    var place = #_sourceLocation
    let issues = issues(of: {
      place = #_sourceLocation
      store.expect(
        .type("age", "151"), does: ["submit 1 []"],
        shows: ["age.status = valid", #"age.explanation = "150 or less""#])
    })
    #expect(
      issues.map(\.text) == [
        """
        the form does or shows something else:
        missing:    age.status = valid
        missing:    submit 1 []
        unexpected: age.status = incomplete
        to expect all of it:
          does: [],
          shows: [
            "age.status = incomplete",
            #"age.explanation = "150 or less""#,
          ]
        """
      ])
    #expect(issues.allSatisfy { $0.place?.fileID == place.fileID })
    #expect(issues.allSatisfy { $0.place?.line == place.line + 1 })
  }

  @Test func thePageShowsAFailure() throws {
    let page = try PackageFile("Sources/FormworkTesting/FormworkTesting.docc/FormworkTesting.md")
      .text()
    let store = FormStore(try Visitor().form())
    let shown = issues(of: { store.expect(.type("badge", "7")) }).map { "\($0.text)\n" }
    #expect(Transcript.blocks(of: page, language: "text") == shown)
  }

  /// A program that contains the shown arguments prints the lines of the form.
  @Test func theShownArgumentsAreSwift() async throws {
    let form = try FormDefinition("form", title: "Form") {
      Field.textArea("story", label: "Story")
    }
    let texts = [
      "plain", #""quoted""#, #""""#, ##"a "# and a \n and a \(b)"##, ###"a \# and a "##"###,
      "two\nlines with \"", "a\n\\", "\"\u{301} and \\\u{301}", "\u{301}", "👩‍💻 \u{2028} é",
    ]
    let (expected, shown) = (FormStore(form), FormStore(form))
    var lines: [String] = []
    var source = "func expect(does: [String] = [], shows: [String] = []) {\n"
    source += "  for line in does + shows { print(Array(line.utf8)) }\n}\n"
    for text in texts {
      let outcome = expected.step(.set("story", .text(text)))
      lines += outcome.actions + outcome.changes
      for issue in issues(of: { shown.expect(.set("story", .text(text))) }) {
        let argument = try #require(issue.text.split(separator: "to expect all of it:\n").last)
        source += "expect(\n\(argument))\n"
      }
    }
    #expect(lines.count >= texts.count)
    let folder = try TemporaryDirectory()
    let (file, program) = (folder.path(of: "main.swift"), folder.path(of: "program"))
    try folder.write(source, to: "main.swift")
    let printed = try await onThreadOfItsOwn {
      let compiler = try Child.run(
        ["swiftc", "-module-cache-path", folder.path(of: "modules"), "-o", program, file],
        limit: .seconds(300))
      #expect(compiler == Child.Outcome(.exited(0)))
      return try Child.run([program])
    }
    let bytes = lines.map { "\(Array($0.utf8))\n" }.joined()
    #expect(printed == Child.Outcome(.exited(0), output: bytes))
  }

  @Test func aStepSaysWhatItCameTo() throws {
    let store = FormStore(try Visitor().form())
    #expect(store.property(.label, of: "badge") == #""Badge""#)
    let outcome = store.step(.activate("submit"))
    #expect(outcome.actions == [])
    #expect(
      outcome.changes == [
        "name.status = invalid", #"name.explanation = "required""#,
      ])
    #expect(store.viewModel.violations == [FormIssue("name", .valueMissing)])
  }

  /// A late result is no fault, but one that was never requested is.
  @Test func aStepThatCannotApplyFails() throws {
    let form = try Visitor().form()
    let store = FormStore(form)
    store.step(.type("badge", "7"))
    let requested = #"only: ["load 1", "pause badge 1 for 0.3 seconds"]"#
    let unknown =
      #"the form has no node "bage": there are age, badge, cancel, guests, guests/add, name, submit, visitor"#
    let faults: [(step: FormStep, text: String)] = [
      (.paused("bage", 1), #"the form did not request "bage 1", \#(requested)"#),
      (.passed("badge", 2), #"the form did not request "badge 2", \#(requested)"#),
      (.refused("age", 1, .valueMissing), #"the form did not request "age 1", \#(requested)"#),
      (.unverified("bage", 1, .timedOut), #"the form did not request "bage 1", \#(requested)"#),
      (.accepted(1), #"the form did not request "submit 1", \#(requested)"#),
      (.submissionRefused(1), #"the form did not request "submit 1", \#(requested)"#),
      (.failed(1, .timedOut), #"the form did not request "submit 1", \#(requested)"#),
      (.choose("badge", true), "badge is of the kind textField, not toggle or option"),
      (.activate("badge"), "badge is of the kind textField, not button"),
      (.edit("badge", .secret(.empty)), "badge is of the kind textField, not secretField"),
      (.commit("submit", .text("7")), "submit is of the kind button, not textField or textArea"),
      (.type("bage", "7"), unknown),
    ]
    for (step, text) in faults {
      #expect(issues(of: { store.step(step) }).map(\.text) == [text])
    }
    #expect(issues(of: { _ = FormStore(form, prefilled: ["bage": .text("7")]) }).count == 1)
    #expect(store.property(.status, of: "bage") == unknown)
    store.step(.type("badge", "8"))
    store.step(.paused("badge", 1))
    store.step(.choose("nowhere", true))
  }
}

/// Returns the issues that a test would have.
func issues(of test: () -> Void) -> [(text: String, place: SourceLocation?)] {
  let found = Mutex<[(text: String, place: SourceLocation?)]>([])
  withKnownIssue {
    test()
  } matching: { issue in
    found.withLock { $0.append((issue.comments.map(\.rawValue).joined(), issue.sourceLocation)) }
    return true
  }
  return found.withLock { $0 }
}

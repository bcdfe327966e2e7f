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
        the form does something else:
        missing:    submit 1 []
        to expect all of it:
          does: []
        """,
        """
        the form shows something else:
        missing:    age.status = valid
        unexpected: age.status = incomplete
        to expect all of it:
          shows: [
            "age.status = incomplete",
            #"age.explanation = "150 or less""#,
          ]
        """,
      ])
    #expect(issues.allSatisfy { $0.place?.fileID == place.fileID })
    #expect(issues.allSatisfy { $0.place?.line == place.line + 1 })
  }

  @Test func thePageShowsAFailure() throws {
    let page = try PackageFile("Sources/FormworkTesting/FormworkTesting.docc/FormworkTesting.md")
      .text()
    let store = FormStore(try Visitor().form())
    let shown = issues(of: { store.expect(.type("age", "151")) }).map { "\($0.text)\n" }
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
  /// Returns the issues that a test would have.
  private func issues(of test: () -> Void) -> [(text: String, place: SourceLocation?)] {
    let found = Mutex<[(text: String, place: SourceLocation?)]>([])
    withKnownIssue {
      test()
    } matching: { issue in
      found.withLock { $0.append((issue.comments.map(\.rawValue).joined(), issue.sourceLocation)) }
      return true
    }
    return found.withLock { $0 }
  }
}

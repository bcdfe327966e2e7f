import Formwork
import FormworkTesting
import Synchronization
import Testing

@Suite struct FormStoreTests {
  @Test func whatIsMissingAndWhatIsUnexpectedIsToldAtTheCaller() throws {
    let store = FormStore(try Visitor().form())
    var place = #_sourceLocation
    let found = Mutex<[(text: String, place: SourceLocation?)]>([])
    withKnownIssue {
      place = #_sourceLocation
      store.expect(
        .type("age", "151"), does: ["submit 1 []"],
        shows: ["age.status = valid", #"age.explanation = "150 or less""#])
    } matching: { issue in
      found.withLock { $0.append((issue.comments.map(\.rawValue).joined(), issue.sourceLocation)) }
      return true
    }
    let issues = found.withLock { $0 }
    #expect(
      issues.map(\.text) == [
        """
        the form does something else:
        missing:    submit 1 []
        all of it:
        """,
        """
        the form shows something else:
        missing:    age.status = valid
        unexpected: age.status = incomplete
        all of it:
                    age.status = incomplete
                    age.explanation = "150 or less"
        """,
      ])
    #expect(issues.allSatisfy { $0.place?.fileID == place.fileID })
    #expect(issues.allSatisfy { $0.place?.line == place.line + 1 })
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
}

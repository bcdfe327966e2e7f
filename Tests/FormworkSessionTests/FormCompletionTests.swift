import FormworkCore
import FormworkSession
import TestSupport
import Testing

/// The completions that the operations of a form find.
@Suite struct FormCompletionTests {
  /// Completes by a name, fails for an empty text, and has no checks.
  private struct Operations: FormOperations {
    let form: FormDefinition

    @concurrent func load() async throws -> FormDefinition { form }
    @concurrent func check(_ request: CheckRequest) async throws -> Violation? { nil }
    @concurrent func submit(_ submission: Submission) async throws -> SubmissionOutcome<String> {
      .accepted("")
    }
    @concurrent func completions(of text: String, by name: String) async throws -> [String] {
      if text.isEmpty { throw Message.verbatim("nothing to complete") }
      return ["\(text) \(name)", text]
    }
  }

  /// Opens a form, and returns its answer to a request for the field in focus.
  private func answer(to text: String, at field: Field<String>) async throws -> [[Suggestion]]? {
    try await onThreadOfItsOwn {
      let form = try FormDefinition("form", title: "A form") { field }
      let wakeUp = try WakeUp()
      let screen = FormScreen(
        FormViewModel("form", catalogue: .english), operations: Operations(form: form),
        responder: FormResultRecorder(), wakeUp: wakeUp)
      func receive(until isDone: () -> Bool) throws {
        while !isDone() {
          try #require(wakeUp.wait(limit: defaultLimit))
          wakeUp.clear()
          screen.receive()
        }
      }
      screen.open()
      try receive { screen.viewModel.state == .editing }
      let request = CompletionRequest(
        try #require(screen.tree.focus), text: text, cursor: text.utf8.count, revision: 1)
      if let now = screen.suggestions(for: request) { return now.isEmpty ? nil : [now] }
      var found: [CompletionResult] = []
      try receive {
        found = screen.takeCompletions()
        return !found.isEmpty
      }
      #expect(found.map(\.request) == [request])
      return found.map(\.suggestions)
    }
  }

  private static let city = Field.text("city", label: "City")

  @Test func theOperationsComplete() async throws {
    let found = try await answer(to: "ä", at: Self.city.completed(by: "towns"))
    #expect(
      found == [
        [Suggestion(replacing: 0..<2, with: "ä towns"), Suggestion(replacing: 0..<2, with: "ä")]
      ])
  }

  @Test func aFailureHasNoSuggestions() async throws {
    #expect(try await answer(to: "", at: Self.city.completed(by: "towns")) == [[]])
  }

  @Test func otherFieldsHaveNone() async throws {
    #expect(try await answer(to: "a", at: Self.city) == nil)
  }
}

import FormworkCore
import FormworkSession

/// A form that a script asks for and may not fill in: it takes the lines that are meant for the form, and does nothing.
struct RefusedForm: FormOperations {
  let name: String
  let title: Message

  /// The items of the form that is refused, which are fields.
  let items: [FormItem]

  /// Returns a form that has the same fields, in which any line may stand.
  func definition() throws(DefinitionError) -> FormDefinition {
    let fields = items.compactMap { if case .field(let field) = $0 { field } else { nil } }
    return try FormDefinition(name, title: title) {
      for field in fields {
        if field.kind == .secret {
          Field.secret(field.id, label: field.label)
        } else {
          Field.text(field.id, label: field.label)
        }
      }
    }
  }

  @concurrent func load() async throws -> FormDefinition { try definition() }

  /// There are no checks.
  @concurrent func check(_ request: CheckRequest) async throws -> Violation? { nil }

  @concurrent func submit(_ submission: Submission) async throws -> SubmissionOutcome<Void> {
    .accepted(())
  }
}

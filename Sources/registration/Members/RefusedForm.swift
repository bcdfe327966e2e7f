import FormworkCore
import FormworkSession

/// A form that a script may not fill in: it drops the lines for the form.
struct RefusedForm: UncheckedFormOperations {
  let name: String
  let items: [FormItem]

  /// Returns a form with the same fields, which accept any line.
  func definition() throws(DefinitionError) -> FormDefinition {
    let fields = items.compactMap { if case .field(let field) = $0 { field } else { nil } }
    return try FormDefinition(name, title: .key(name, of: "title")) {
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

  @concurrent func submit(_ submission: Submission) async throws -> SubmissionOutcome<Void> {
    .accepted(())
  }
}

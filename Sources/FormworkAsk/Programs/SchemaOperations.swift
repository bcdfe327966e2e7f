package import FormworkCore
package import FormworkJSON
package import FormworkSession

/// The operations of a form made from a schema: programs check and complete, and the schema accepts.
package struct SchemaOperations: FormOperations {
  private let form: SchemaForm
  private let definition: FormDefinition

  /// The folder of the programs, or `nil` if they must not run.
  private let folder: String?

  /// The function that writes an accepted answer before the form ends: a failure loses no entry.
  private let write: @Sendable (JSONNode) throws -> Void

  /// Creates the operations; without a folder, no program runs.
  package init(
    of form: SchemaForm, _ definition: FormDefinition, programsIn folder: String?,
    write: @escaping @Sendable (JSONNode) throws -> Void = { _ in }
  ) {
    self.form = form
    self.definition = definition
    self.folder = folder
    self.write = write
  }

  @concurrent package func load() async throws -> FormDefinition { definition }

  @concurrent package func check(_ request: CheckRequest) async throws -> Violation? {
    guard let folder, let text = request.value?.text else { return nil }
    return try await SchemaProgram(named: request.check)?.violation(by: text, in: folder)
  }

  @concurrent package func completions(
    of text: String, by name: String
  ) async throws -> [String] {
    guard let folder else { return [] }
    return try await SchemaProgram(named: name)?.completions(of: text, in: folder) ?? []
  }

  @concurrent package func submit(
    _ submission: Submission
  ) async throws -> SubmissionOutcome<JSONNode> {
    let outcome = try form.outcome(of: submission.answers)
    if case .accepted(let answer) = outcome { try write(answer) }
    return outcome
  }
}

extension Value {
  /// The text for a program; `nil` for a secret, which no program gets.
  fileprivate var text: String? {
    switch self {
    case .text(let text): text
    case .secret: nil
    case .wholeNumber(let number): "\(number)"
    case .decimal(let number): number.description
    case .toggle(let isOn): "\(isOn)"
    case .choice(let option): option
    case .choices(let options): options.joined(separator: "\n")
    }
  }
}

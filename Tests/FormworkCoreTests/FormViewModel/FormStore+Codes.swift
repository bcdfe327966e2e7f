@testable import FormworkCore
import FormworkTesting

extension FormStore {
  /// Creates a store with codes instead of sentences.
  convenience init(_ viewModel: FormViewModel) { self.init(viewModel, catalogue: .codes) }

  /// Creates the store of a loaded form whose changes were sent, with codes instead of sentences.
  convenience init(
    _ definition: FormDefinition, prefilled: [FieldID: FieldContent] = [:],
    counts: [FieldID: Int] = [:]
  ) {
    self.init(definition, prefilled: prefilled, counts: counts, catalogue: .codes)
  }

  /// Sets the content of a field, as the host may do.
  func set(_ field: FieldID, _ content: FieldContent) {
    if let field = viewModel.parts?.field(at: field) { viewModel.parts?.put(content, into: field) }
  }
}

extension FormAction {
  /// The action, with codes instead of messages.
  var spelled: String { spelled(by: .codes) }
}

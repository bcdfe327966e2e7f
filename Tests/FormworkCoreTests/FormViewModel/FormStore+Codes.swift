@testable import FormworkCore
import FormworkTesting

extension FormStore {
  /// A store whose sentences are codes.
  convenience init(_ viewModel: FormViewModel) { self.init(viewModel, catalogue: .codes) }

  /// A form that has been opened and loaded, with nothing left to tell; its sentences are codes.
  convenience init(
    _ definition: FormDefinition, prefilled: [FieldID: FieldContent] = [:],
    counts: [FieldID: Int] = [:]
  ) {
    self.init(definition, prefilled: prefilled, counts: counts, catalogue: .codes)
  }

  /// Changes what stands in a field, as the host itself may.
  func set(_ field: FieldID, _ content: FieldContent) {
    if let field = viewModel.parts?.field(at: field) { viewModel.parts?.put(content, into: field) }
  }
}

extension FormAction {
  /// The action, with codes for what it says.
  var spelled: String { spelled(by: .codes) }
}

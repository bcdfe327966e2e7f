@testable import FormworkCore
import FormworkTesting
import Testing

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

  /// Creates the store of a loaded form named `form` that has these items.
  convenience init(@FormBuilder _ items: () -> [FormItem]) throws {
    self.init(try FormDefinition("form", title: "Form", items: items))
  }

  /// Applies a step, and expects exactly these actions, and these changes of the form's outline.
  ///
  /// Random runs compare all changes with those of ``NaiveForm``.
  func expect(
    _ step: FormStep, does actions: [String] = [], changes: [String],
    _ place: SourceLocation = #_sourceLocation
  ) {
    let outcome = self.step(step, place)
    #expect(outcome.actions == actions, sourceLocation: place)
    #expect(outcome.changes.outline == changes, sourceLocation: place)
  }

  /// Sets the content of a field, as the host may do.
  func set(_ field: FieldID, _ content: FieldContent) {
    if let field = viewModel.parts?.field(at: field) { viewModel.parts?.put(content, into: field) }
  }
}

extension FormDefinition {
  /// Returns the error of a form that has these items.
  static func error(@FormBuilder _ items: () -> [FormItem]) -> DefinitionError? {
    do throws(DefinitionError) {
      _ = try FormDefinition("form", title: "Form", items: items)
      return nil
    } catch {
      return error
    }
  }

  static func error(of items: [FormItem]) -> DefinitionError? {
    error { for item in items { item } }
  }
}

extension FormAction {
  /// The action, with codes instead of messages.
  var spelled: String { spelled(by: .codes) }
}

extension [String] {
  /// The changes without notices and buttons of sections, and of new parts only their contents.
  fileprivate var outline: [String] {
    var new: Set<Substring> = []
    func isDrawing(_ name: Substring) -> Bool {
      let last = name.split(separator: "/").dropFirst().last
      return name == "notice" || last.flatMap { SectionButton.Kind(rawValue: String($0)) } != nil
    }
    return compactMap { line in
      let words = line.split(separator: " ")
      if words[0] == "+" {
        defer { new.insert(words[2]) }
        return isDrawing(words[2]) || new.contains(words[4]) ? nil : "+ \(words[2])"
      }
      if words[0] == "-" { return isDrawing(words[1]) ? nil : line }
      let parts = words[0].split(separator: ".")
      guard let property = parts.dropFirst().last.map(String.init) else { return line }
      let isContent = ["value", "status", "explanation", "selected"].contains(property)
      let isBusy = parts[0] == "form" && ["busy", "explanation"].contains(property)
      let isLeftOut = isDrawing(parts[0]) || isBusy || new.contains(parts[0]) && !isContent
      return isLeftOut ? nil : line
    }
  }
}

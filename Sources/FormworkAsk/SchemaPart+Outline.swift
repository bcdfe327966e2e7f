package import Formwork
import FormworkCore
import FormworkJSON

extension SchemaForm {
  /// The lines of the form: labels, names, kinds and rules, indented by level.
  package func outline(named name: String) -> [Message] {
    var lines: [Message] = []
    root.addOutline(to: &lines, level: 0, name: name)
    return lines
  }

  /// Whether the answer is an object of single values.
  package var isFlat: Bool {
    guard case .object(let members, _) = root.shape else { return false }
    return members.allSatisfy(\.isSingleValue)
  }

  /// Whether an answer may contain a secret.
  package var hasSecrets: Bool { root.hasSecrets(depth: 0) }

  /// Adds the data that the form begins with to the options.
  package func begin(_ options: inout FormOptions) {
    options.answers = .given(start.contents)
    options.counts = start.counts
  }
}

extension SchemaPart {
  fileprivate var isSingleValue: Bool {
    switch shape {
    case .text, .secret, .dateTime, .number, .toggle, .choice, .constant: true
    case .choices, .raw, .object, .list, .map, .alternatives, .deferred: false
    }
  }

  fileprivate func hasSecrets(depth: Int) -> Bool {
    switch shape {
    case .secret: true
    case .object(let members, _): members.contains { $0.hasSecrets(depth: depth) }
    case .list(let item, _), .map(let item): item.hasSecrets(depth: depth)
    case .alternatives(let options): options.contains { $0.hasSecrets(depth: depth) }
    case .deferred(let part): depth < 1 && part().hasSecrets(depth: depth + 1)
    case .text, .dateTime, .number, .toggle, .choice, .choices, .raw, .constant: false
    }
  }

  fileprivate func addOutline(to lines: inout [Message], level: Int, name: String? = nil) {
    let indentation = String(repeating: "  ", count: level)
    let required = isRequired && level > 0 ? " (required)" : ""
    let title = label.isEmpty ? name ?? "Item" : label
    lines.append(.verbatim("\(indentation)\(title): \(kindName)\(rules)\(programs)\(required)"))
    switch shape {
    case .object(let members, _):
      for member in members { member.addOutline(to: &lines, level: level + 1) }
    case .list(let item, _), .map(let item): item.addOutline(to: &lines, level: level + 1)
    case .alternatives(let options):
      for option in options { option.addOutline(to: &lines, level: level + 1) }
    case .text, .secret, .dateTime, .number, .toggle, .choice, .choices, .raw, .constant, .deferred:
      break
    }
  }

  private var kindName: String {
    switch shape {
    case .text(isArea: true): "text of several lines"
    case .text: "text"
    case .secret: "secret"
    case .dateTime: "date"
    case .number(isWhole: true): "whole number"
    case .number: "number"
    case .toggle: "yes or no"
    case .choice(let choices): "one of " + choices.map(\.label).joined(separator: ", ")
    case .choices(let choices): "any of " + choices.map(\.label).joined(separator: ", ")
    case .raw: "JSON"
    case .constant(let value): value.text()
    case .object: "object"
    case .list: "list"
    case .map: "entries with names"
    case .alternatives: "alternatives"
    case .deferred: "the same again"
    }
  }

  /// The rules of the schemas in their own words.
  private var rules: String {
    let names = [
      "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength",
      "maxLength", "pattern", "format", "minItems", "maxItems",
    ]
    return names.compactMap { name in
      annotation(name).map { ", \(name) \($0.string ?? $0.node.text())" }
    }.joined()
  }
}

package import Formwork
import FormworkCore
import FormworkJSON
package import FormworkMessages

extension SchemaForm {
  /// Returns the lines of the form: labels, kinds and rules, indented by level.
  package func outline(named name: String) -> [Message] {
    var lines: [Message] = []
    var root = root
    root.label = title(orName: name)
    root.addOutline(to: &lines, level: 0)
    return lines
  }

  /// Whether the answer is an object of single values.
  package var isFlat: Bool {
    if case .object(let members) = root.shape { members.allSatisfy(\.isFlat) } else { false }
  }

  /// Whether an answer may contain a secret.
  package var hasSecrets: Bool { root.hasSecrets }

  /// Whether the data that the form begins with has a secret.
  package var beginsWithSecrets: Bool {
    start.contents.values.contains { if case .secret = $0 { true } else { false } }
  }

  /// Adds the data that the form begins with to the options.
  package func begin(_ options: inout FormOptions) {
    options.answers = .given(start.contents)
    options.counts = start.counts
    options.pathInAnswer = pathInAnswer
  }
}

extension SchemaPart {
  /// The parts within this one.
  var inner: [SchemaPart] {
    switch shape {
    case .object(let parts), .tuple(let parts), .alternatives(let parts): parts
    case .list(let part, _), .map(let part, _): [part]
    case .text, .secret, .date, .number, .toggle, .choice, .choices, .raw, .constant, .deferred: []
    }
  }

  fileprivate var isFlat: Bool {
    switch shape {
    case .text, .secret, .date, .number, .toggle, .choice, .constant: true
    case .object, .alternatives: isSpread && inner.allSatisfy { $0.isSection || $0.isFlat }
    case .choices, .raw, .tuple, .list, .map, .deferred: false
    }
  }

  var hasSecrets: Bool {
    var seen: Set<ObjectIdentifier> = []
    return hasSecrets(&seen)
  }

  private func hasSecrets(_ seen: inout Set<ObjectIdentifier>) -> Bool {
    switch shape {
    case .secret: return true
    case .deferred(let part):
      // A value that contains itself is made once.
      return seen.insert(ObjectIdentifier(part)).inserted && part.make().hasSecrets(&seen)
    default:
      for part in inner where part.hasSecrets(&seen) { return true }
      return false
    }
  }

  fileprivate func addOutline(to lines: inout [Message], level: Int) {
    let notes =
      rules + programs + (isRequired && !isSpread && level > 0 ? [.key("ask.required")] : [])
      + (condition == nil ? [] : [.key("ask.conditional")])
    let kind: Message = notes.isEmpty ? kindName : .list([kindName] + notes)
    let indentation = Message.verbatim(String(repeating: "  ", count: level))
    lines.append(.joined([indentation, .key("ask.line", ["label": label, "kind": kind])]))
    for part in inner { part.addOutline(to: &lines, level: level + 1) }
  }

  private var kindName: Message {
    switch shape {
    case .text(isArea: true): .key("ask.area")
    case .text: .key("ask.kind.string")
    case .secret: .key("ask.secret")
    case .date: .key("ask.date")
    case .number(isWhole: true): .key("ask.kind.integer")
    case .number: .key("ask.kind.number")
    case .toggle: .key("ask.kind.boolean")
    case .choice(let choices): .key("ask.choice", ["options": .list(choices.map(\.label))])
    case .choices(let choices): .key("ask.choices", ["options": .list(choices.map(\.label))])
    case .raw: .key("ask.raw")
    case .constant(let value): .verbatim(value.text())
    case .object: .key("ask.kind.object")
    case .tuple, .list: .key("ask.kind.array")
    case .map: .key("ask.map")
    case .alternatives: .key("ask.alternatives")
    case .deferred: .key("ask.deferred")
    }
  }

  /// The rules of the schemas in their own words.
  private var rules: [Message] {
    let names = [
      "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength",
      "maxLength", "pattern", "format", "minItems", "maxItems",
    ]
    return names.compactMap { name in
      annotation(name).map { .verbatim("\(name) \($0.string ?? $0.node.text())") }
    }
  }
}

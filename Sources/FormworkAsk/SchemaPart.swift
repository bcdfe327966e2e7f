package import FormworkCore
package import FormworkJSON
import FormworkSchema

/// A part of a form that a schema describes.
package final class SchemaPart: Sendable {
  /// The name of the member; empty for items of lists.
  package let name: String

  /// The name of the part in the form.
  package let id: FieldID

  /// The schemas that the value has to match.
  let schemas: [Int]

  /// The label for people.
  package let label: String

  /// The annotations of the schemas, the most specific first.
  let annotations: [JSONElement]

  /// Whether the value must be there.
  package let isRequired: Bool

  /// The shape of the value.
  package let shape: Shape

  /// The condition for the part to belong to the form, or `nil` if it always does.
  let condition: Condition?

  package indirect enum Shape: Sendable {
    case text(isArea: Bool)
    case secret
    case dateTime(DateTimeFormat)
    case number(isWhole: Bool)
    case toggle

    /// A choice of one value.
    case choice([Choice])

    /// Any number of different values.
    case choices([Choice])

    /// Any value, as text.
    case raw

    /// A value that is not asked for.
    case constant(JSONNode)

    case object([SchemaPart], groups: [Group])
    case list(SchemaPart, ClosedRange<Int>)

    /// Members with names that the user chooses.
    case map(SchemaPart)
    case alternatives([SchemaPart])

    /// An object that contains itself, whose parts are made when the user opens it.
    case deferred(@Sendable () -> SchemaPart)
  }

  package struct Choice: Sendable {
    package let value: JSONNode
    package let label: String
  }

  /// Members of an object under a common label.
  package struct Group: Sendable {
    package let label: String
    package let members: Range<Int>
  }

  init(
    name: String, id: FieldID, schemas: [Int], label: String, annotations: [JSONElement],
    isRequired: Bool, shape: Shape, condition: Condition? = nil
  ) {
    self.name = name
    self.id = id
    self.schemas = schemas
    self.label = label
    self.annotations = annotations
    self.isRequired = isRequired
    self.shape = shape
    self.condition = condition
  }

  /// Returns an annotation, such as `description`.
  func annotation(_ name: String) -> JSONElement? {
    for element in annotations { if let value = element[name] { return value } }
    return nil
  }
}

extension SchemaGraph {
  /// Returns schemas with all schemas that they apply to the same value in any case.
  func merged(_ schemas: [Int]) -> [Int] {
    var found: [Int] = []
    var pending = Array(schemas.reversed())
    while let schema = pending.popLast() {
      guard !found.contains(schema) else { continue }
      found.append(schema)
      for keyword in nodes[schema].applicators.reversed() {
        switch keyword.rule {
        case .all(let branches): pending += branches.reversed()
        case .reference(let target), .dynamicReference(let target, _): pending.append(target)
        default: break
        }
      }
    }
    return found
  }

  /// Returns the values of a keyword in several schemas.
  func values(of keyword: String, in schemas: [Int]) -> [JSONElement] {
    schemas.compactMap { nodes[$0].element[keyword] }
  }

  /// Returns the kinds that several schemas allow together.
  func types(of schemas: [Int]) -> TypeSet {
    var types: TypeSet = [.null, .boolean, .number, .integer, .string, .array, .object]
    for schema in schemas {
      for case .type(var allowed) in nodes[schema].general.map(\.rule) {
        if allowed.contains(.number) { allowed.insert(.integer) }
        types.formIntersection(allowed)
      }
    }
    return types
  }
}

package import FormworkCore
package import FormworkJSON
package import FormworkMessages
import FormworkSchema

/// A part of a form that a schema describes.
package struct SchemaPart: Sendable {
  /// The name of the member; empty for items of lists.
  package let name: String

  /// The name of the part in the form.
  package var id: FieldID

  /// The schemas that the value has to match.
  var schemas: [Int] = []

  /// The label for people.
  package var label: Message

  /// The schemas as documents, the most specific first.
  var annotations: [JSONElement] = []

  /// Whether the value must be there.
  package var isRequired: Bool

  /// The shape of the value.
  package var shape: Shape

  /// The condition for the part to belong to the form, or `nil` if it always does.
  var condition: MemberCondition?

  /// Whether the members or items of the value belong to the object or array that contains the part.
  var isSpread = false

  /// The value of the part without content, or `nil` if it is left out then.
  var empty: JSONNode?

  /// Whether the user is asked for the value, which is not so for a read-only one.
  var isAsked = true

  /// Whether the user sees the constant, like a read-only one.
  var isShown = false

  /// The content that the form begins with, unless data is given.
  var initial: JSONNode?

  package enum Shape: Sendable {
    case text(isArea: Bool)

    /// A text that is never displayed; JSON if the value is no text of one line.
    case secret(isJSON: Bool)
    case date
    case number(isWhole: Bool)
    case toggle

    /// A choice of one value.
    case choice([Choice])

    /// Any number of different values.
    case choices([Choice])

    /// Any value, as text.
    case raw

    /// A value that is not asked for.
    indirect case constant(JSONNode)

    case object([SchemaPart])

    /// An array whose items have different shapes.
    case tuple([SchemaPart])
    indirect case list(SchemaPart, ClosedRange<Int>)

    /// Members with names that the user chooses.
    indirect case map(SchemaPart, MemberKey)
    case alternatives([SchemaPart])

    /// A value that can contain itself, whose parts are made when the user opens it.
    case deferred(DeferredPart)
  }

  package struct Choice: Sendable {
    package let value: JSONNode
    package let label: Message

    /// The name as an option: the text itself, or JSON.
    let name: String
  }

  /// The rules for names that the user chooses.
  package struct MemberKey: Sendable {
    /// The schemas that a name has to match.
    let schemas: [Int]

    /// The patterns that a name has to match, with their sources.
    let patterns: [(source: String, pattern: Pattern)]

    /// The names of members with parts of their own.
    let others: Set<[UInt8]>
  }

  /// A part that is made when the user opens it.
  package final class DeferredPart: Sendable {
    /// The function that creates the part.
    let make: @Sendable () -> SchemaPart

    /// The items of the part.
    ///
    /// By its identity, a form finds out that it contains itself.
    let body: DeferredBody

    init(_ graph: SchemaGraph, make: @escaping @Sendable () -> SchemaPart) {
      self.make = make
      body = DeferredBody(compiledWhenOpened: "value") { make().items(graph) }
    }
  }

  /// Whether the user has to enter a value.
  var needsContent: Bool { isRequired && empty == nil }

  /// The names of the value's own members, also of those in groups.
  var names: Set<[UInt8]> {
    switch shape {
    case .object(let parts):
      parts.reduce(into: []) { names, part in
        if part.isSpread {
          names.formUnion(part.names)
        } else {
          names.insert(Array(part.name.utf8))
        }
      }
    case .alternatives(let options): options.reduce(into: []) { $0.formUnion($1.names) }
    default: []
    }
  }

  /// The number of parts that are edited as JSON.
  var rawCount: Int {
    switch shape {
    case .raw: 1
    case .object(let parts), .tuple(let parts), .alternatives(let parts):
      parts.reduce(0) { $0 + $1.rawCount }
    case .list(let part, _), .map(let part, _): part.rawCount
    default: 0
    }
  }

  /// Returns an annotation, such as `description`.
  func annotation(_ name: String) -> JSONElement? {
    annotations.firstResult { $0[name] }
  }

  /// Whether an annotation is true.
  func isTrue(_ name: String) -> Bool { annotation(name)?.bool == true }

  /// Whether the value is an object or a tuple, whose parts are those of the section around it.
  var isSection: Bool {
    switch shape {
    case .object, .tuple: true
    default: false
    }
  }
}

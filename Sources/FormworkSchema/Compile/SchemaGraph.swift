package import FormworkJSON
package import FormworkMessages

/// The nodes of a compiled schema.
package final class SchemaGraph: Sendable {
  /// The nodes, beginning with the root.
  package let nodes: [SchemaNode]

  /// The resources of all documents.
  let resources: [SchemaResource]

  /// Whether a reference depends on the schemas through which it was reached.
  let isDynamic: Bool

  init(nodes: [SchemaNode], resources: [SchemaResource], isDynamic: Bool) {
    self.nodes = nodes
    self.resources = resources
    self.isDynamic = isDynamic
  }

  /// Returns the absolute URI of a keyword or schema of a node.
  func location(of index: Int, in node: Int) -> String {
    let resource = resources[nodes[node].resource]
    return resource.uri + "#" + resource.root.document.pointer(to: index, from: resource.root.index)
  }

  /// Returns the error of a fault in a value of a document, or in a part of the value.
  package func error(at value: JSONElement, _ pointer: String, _ fault: Message) -> SchemaError {
    let uri = resources.first { $0.root.document === value.document }?.uri ?? ""
    let whole = value.document.pointer(to: value.index) + pointer
    return SchemaError(uri, value.place, whole, fault)
  }
}

/// A schema with a URI, and the schemas in it without one.
struct SchemaResource: Sendable {
  var uri: String
  let root: JSONElement

  /// The index of the document.
  let document: Int
  let dialect: Dialect

  /// The entries of the schemas with a name.
  var anchors: [String: Int] = [:]

  /// The entries of the schemas that dynamic references may choose.
  var dynamicAnchors: [String: Int] = [:]

  /// The nodes of the dynamic anchors.
  var dynamicNodes: [String: Int] = [:]
}

/// A schema in a document.
struct SchemaLocation: Hashable {
  /// The index of the document.
  let document: Int

  /// The index of the entry in it.
  let index: Int
}

extension [[Int32]] {
  /// The number of a schema, by the documents and their entries; -1 for none.
  subscript(schema: SchemaLocation) -> Int? {
    get { self[schema.document][schema.index] < 0 ? nil : Int(self[schema.document][schema.index]) }
    set { self[schema.document][schema.index] = Int32(newValue ?? -1) }
  }
}

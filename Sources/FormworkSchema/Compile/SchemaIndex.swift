import FormworkJSON
import FormworkMessages
import FormworkVocabulary

/// The resources and anchors of the documents of a schema, and the targets of references.
struct SchemaIndex {
  private(set) var documents: [JSONDocument] = []

  /// The URIs that the documents were read from.
  private var names: [String] = []
  private(set) var resources: [SchemaResource] = []

  /// The resource of each schema.
  private(set) var owners: [[Int32]] = []

  /// The node of each schema that is compiled.
  var nodes: [[Int32]] = []

  private var resourcesByURI: [String: Int] = [:]

  /// The members of large objects that references passed.
  private var members: [SchemaLocation: (names: NameTable, values: [Int])] = [:]

  /// The URIs of the documents whose dialects are being found.
  private var opening: Set<String> = []
  private let options: JSONSchema.Options
  private let isChecked: Bool

  init(_ options: JSONSchema.Options, isChecked: Bool) {
    self.options = options
    self.isChecked = isChecked
  }

  func element(at location: SchemaLocation) -> JSONElement {
    JSONElement(document: documents[location.document], index: location.index)
  }

  // MARK: Documents

  /// Adds a document, and returns the location of its root.
  ///
  /// Without `$schema`, it has the dialect of the schema that refers to it.
  mutating func add(
    _ document: JSONDocument, uri: String, inherited: Dialect? = nil
  ) throws(SchemaError) -> SchemaLocation {
    documents.append(document)
    names.append(uri)
    owners.append(Array(repeating: -1, count: document.count))
    nodes.append(Array(repeating: -1, count: document.count))
    let root = SchemaLocation(document: documents.count - 1, index: 0)
    let element = element(at: root)
    guard opening.insert(uri).inserted else { throw fault(.key("schema.ownDraft"), element) }
    let dialect = try dialect(of: element, inherited: inherited)
    opening.remove(uri)
    if isChecked { try check(element, dialect, uri: uri) }
    let resource = addResource(uri, root, dialect)
    try register(root, in: resource)
    return root
  }

  /// Throws the first violation of the metaschema.
  private func check(
    _ element: JSONElement, _ dialect: Dialect, uri: String
  ) throws(SchemaError) {
    var evaluation = Evaluation(
      Metaschemas.schema(of: dialect.draft), element.document, limits: options.limits)
    let violations: [SchemaViolation]
    do throws(SchemaLimitExceeded) {
      violations = try evaluation.violations()
    } catch {
      throw SchemaError(uri, element.place, "", error.message, isLimit: true)
    }
    guard let first = violations.firstSpecific else { return }
    throw SchemaError(uri, first.place, first.pointer, first.reason)
  }

  private mutating func addResource(
    _ uri: String, _ location: SchemaLocation, _ dialect: Dialect
  ) -> Int {
    resources.append(
      SchemaResource(
        uri: uri, root: element(at: location), document: location.document, dialect: dialect))
    resourcesByURI[uri] = resources.count - 1
    return resources.count - 1
  }

  /// Returns the resource with a URI, and loads its document if necessary; `nil` if there is none.
  private mutating func resource(
    _ uri: String, for reference: JSONElement, inherited: Dialect? = nil
  ) throws(SchemaError) -> Int? {
    if let known = resourcesByURI[uri] { return known }
    let found: JSONDocument?
    do {
      let metaschema = Metaschemas.documents[uri]
      found = try metaschema == nil ? options.sources.document(uri) : metaschema
    } catch {
      let isLimit = (error as? DocumentError)?.isLimit ?? false
      throw fault(Message(explaining: error), reference, isLimit: isLimit)
    }
    guard let found else { return nil }
    let root = try add(found, uri: uri, inherited: inherited)
    return resourcesByURI[uri] ?? owners[root]
  }

  /// Returns the dialect that `$schema` selects.
  private mutating func dialect(
    of element: JSONElement, inherited: Dialect?
  ) throws(SchemaError) -> Dialect {
    guard let name = element["$schema"]?.string else {
      return inherited ?? Dialect(draft: options.assumedDraft)
    }
    let uri = URIReference(name).withoutFragment
    if let draft = SchemaDraft(uri: uri) { return Dialect(draft: draft) }
    let place = element["$schema"] ?? element
    if let draft = SchemaDraft.unsupported[uri] {
      throw fault(.key("schema.unsupportedDraft", ["draft": .verbatim(draft)]), place)
    }
    guard let metaschema = try resource(uri, for: place) else {
      throw fault(.key("schema.unknownDraft", ["uri": .verbatim(uri.printable)]), place)
    }
    var dialect = resources[metaschema].dialect
    guard let vocabulary = resources[metaschema].root["$vocabulary"] else { return dialect }
    dialect.vocabularies = []
    for member in vocabulary.members {
      if let known = Vocabularies(uri: member.name) {
        dialect.vocabularies.insert(known)
      } else if member.value.bool == true {
        throw fault(
          .key("schema.unknownVocabulary", ["uri": .verbatim(member.name.printable)]), place)
      }
    }
    return dialect
  }

  // MARK: Schemas in documents

  /// Registers a schema and all schemas in it, whose resource is given.
  private mutating func register(
    _ root: SchemaLocation, in resource: Int
  ) throws(SchemaError) {
    var pending = [(root, resource)]
    while let (location, outer) = pending.popLast() {
      let element = element(at: location)
      let own = try self.resource(startingAt: location, element, in: outer)
      owners[location] = own
      guard element.kind == .object else { continue }
      try addAnchors(of: element, at: location, to: own)
      let draft = resources[own].dialect.draft
      let children = element.members.flatMap { Self.subschemas(of: $0, in: draft) }
      for child in children.reversed() {
        pending.append((SchemaLocation(document: location.document, index: child), own))
      }
    }
  }

  /// Returns the resource of a schema, which is a new one if the schema has a URI.
  private mutating func resource(
    startingAt location: SchemaLocation, _ element: JSONElement, in outer: Int
  ) throws(SchemaError) -> Int {
    guard element.kind == .object else { return outer }
    let isRoot =
      resources[outer].root.index == location.index
      && resources[outer].document == location.document
    let dialect =
      isRoot
      ? resources[outer].dialect
      : try dialect(of: element, inherited: resources[outer].dialect)
    guard let text = element[dialect.draft.identifierKeyword]?.string,
      !(dialect.draft.hidesSiblingsOfReferences && element["$ref"] != nil)
    else { return outer }
    let written = URIReference(text)
    if dialect.draft != .draft2020, text.hasPrefix("#") { return outer }
    let uri = written.resolved(against: URIReference(resources[outer].uri)).withoutFragment
    if isRoot {
      // The document keeps the URI that it was read from.
      resources[outer].uri = uri
      resourcesByURI[uri] = outer
      return outer
    }
    guard let known = resourcesByURI[uri], resources[known].document == location.document else {
      return addResource(uri, location, dialect)
    }
    guard resources[known].root.index == location.index else {
      let place = element[dialect.draft.identifierKeyword] ?? element
      throw fault(.key("schema.doubleIdentifier", ["uri": .verbatim(uri.printable)]), place)
    }
    return known
  }

  private mutating func addAnchors(
    of element: JSONElement, at location: SchemaLocation, to resource: Int
  ) throws(SchemaError) {
    let draft = resources[resource].dialect.draft
    guard draft == .draft2020 else {
      if draft.hidesSiblingsOfReferences && element["$ref"] != nil { return }
      if let value = element[draft.identifierKeyword], let text = value.string,
        let name = URIReference(text).fragment, !name.isEmpty
      {
        try addAnchor(String(name), value, at: location, to: resource)
      }
      return
    }
    if let value = element["$anchor"], let name = value.string {
      try addAnchor(name, value, at: location, to: resource)
    }
    if let value = element["$dynamicAnchor"], let name = value.string {
      try addAnchor(name, value, at: location, to: resource)
      resources[resource].dynamicAnchors[name] = location.index
    }
  }

  private mutating func addAnchor(
    _ name: String, _ value: JSONElement, at location: SchemaLocation, to resource: Int
  ) throws(SchemaError) {
    let known = resources[resource].anchors.updateValue(location.index, forKey: name)
    guard known ?? location.index == location.index else {
      throw fault(.key("schema.doubleAnchor", ["name": .verbatim(name.printable)]), value)
    }
  }

  /// Returns the entries of the schemas in a keyword.
  private static func subschemas(
    of member: (name: String, value: JSONElement), in draft: SchemaDraft
  ) -> [Int] {
    // Texts and numbers contain no schemas.
    if member.value.kind == .string || member.value.kind == .number { return [] }
    let isOlder = draft != .draft2020
    switch member.name {
    case "additionalProperties", "not": return [member.value.index]
    case "contains", "else", "if", "propertyNames", "then":
      return draft == .draft4 ? [] : [member.value.index]
    case "contentSchema", "unevaluatedItems", "unevaluatedProperties":
      return isOlder ? [] : [member.value.index]
    case "additionalItems": return isOlder ? [member.value.index] : []
    case "items":
      return member.value.kind == .array && isOlder
        ? member.value.elements.map(\.index) : [member.value.index]
    case "allOf", "anyOf", "oneOf": return member.value.elements.map(\.index)
    case "prefixItems": return isOlder ? [] : member.value.elements.map(\.index)
    case "patternProperties", "properties": return member.value.members.map(\.value.index)
    case "$defs", "dependentSchemas":
      return isOlder ? [] : member.value.members.map(\.value.index)
    case "definitions": return member.value.members.map(\.value.index)
    case "dependencies":
      return member.value.members.map(\.value).filter { $0.kind != .array }.map(\.index)
    default: return []
    }
  }

  // MARK: References

  /// Returns the schema that a reference in a resource selects.
  mutating func target(
    of reference: JSONElement, in resource: Int
  ) throws(SchemaError) -> SchemaLocation {
    let text = reference.string ?? ""
    let uri = URIReference(text).resolved(against: URIReference(resources[resource].uri))
    func unknown(_ key: String) -> SchemaError {
      fault(.key(key, ["reference": .verbatim(text.printable)]), reference)
    }
    let dialect = resources[resource].dialect
    guard
      let found = try self.resource(uri.withoutFragment, for: reference, inherited: dialect)
    else {
      let uri = Message.verbatim(uri.withoutFragment.printable)
      throw fault(.key("schema.unknownDocument", ["uri": uri]), reference)
    }
    let document = resources[found].document
    guard let written = uri.fragment else {
      return SchemaLocation(document: document, index: resources[found].root.index)
    }
    guard let fragment = String(written).percentDecoded else { throw unknown("schema.noTarget") }
    if fragment.isEmpty || fragment.hasPrefix("/") {
      guard let location = try location(of: fragment, in: found, document) else {
        throw unknown("schema.noTarget")
      }
      return location
    }
    guard let index = resources[found].anchors[fragment] else { throw unknown("schema.noAnchor") }
    return SchemaLocation(document: document, index: index)
  }

  /// Returns the value that a JSON pointer selects in a resource, and registers it as a schema.
  private mutating func location(
    of pointer: String, in resource: Int, _ document: Int
  ) throws(SchemaError) -> SchemaLocation? {
    var owner = resource
    var location = SchemaLocation(document: document, index: resources[resource].root.index)
    for part in pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
      let name = String(part).replacing("~1", with: "/").replacing("~0", with: "~")
      guard let child = child(name, of: location) else { return nil }
      location = SchemaLocation(document: document, index: child)
      owner = owners[location] ?? owner
    }
    if owners[location] == nil { try register(location, in: owner) }
    return location
  }

  private mutating func child(_ name: String, of location: SchemaLocation) -> Int? {
    let element = element(at: location)
    guard element.kind == .object, element.count > 16 else {
      return element.document.child(name, of: element.index)
    }
    let known =
      members[location]
      ?? (NameTable(element.members.map(\.name)), element.members.map(\.value.index))
    members[location] = known
    var name = name
    return name.withUTF8 { known.names.index(of: $0, hash: JSONDocument.hash(of: $0)) }
      .map { known.values[$0] }
  }

  func fault(_ fault: Message, _ element: JSONElement, isLimit: Bool = false) -> SchemaError {
    let document = element.document
    let name = documents.firstIndex { $0 === document }.map { names[$0] } ?? ""
    return SchemaError(
      name, element.place, document.pointer(to: element.index), fault, isLimit: isLimit)
  }
}

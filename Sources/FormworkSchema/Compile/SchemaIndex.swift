import FormworkJSON
import FormworkMessages
import FormworkVocabulary

/// The resources and anchors of the documents of a schema, and the targets of references.
struct SchemaIndex {
  private(set) var documents: [JSONDocument] = []
  private(set) var resources: [SchemaResource] = []

  /// The resource of each schema.
  private(set) var owners: [SchemaLocation: Int] = [:]

  private var resourcesByURI: [String: Int] = [:]

  /// The URIs of the documents whose dialects are being found.
  private var opening: Set<String> = []
  private let sources: SchemaSources
  private let assumed: SchemaDraft
  private let isChecked: Bool

  init(_ sources: SchemaSources, assuming assumed: SchemaDraft = .draft2020, isChecked: Bool) {
    self.sources = sources
    self.assumed = assumed
    self.isChecked = isChecked
  }

  func element(at location: SchemaLocation) -> JSONElement {
    JSONElement(document: documents[location.document], index: location.index)
  }

  // MARK: Documents

  /// Adds a document, and returns the location of its root.
  mutating func add(_ document: JSONDocument, uri: String) throws(SchemaError) -> SchemaLocation {
    documents.append(document)
    let root = SchemaLocation(document: documents.count - 1, index: 0)
    let element = element(at: root)
    guard opening.insert(uri).inserted else { throw fault(.key("schema.ownDraft"), element) }
    let dialect = try dialect(of: element, inherited: nil)
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
    var evaluation = Evaluation(Metaschemas.schema(of: dialect.draft), element.document)
    let violations: [SchemaViolation]
    do throws(SchemaLimitExceeded) {
      violations = try evaluation.violations()
    } catch {
      throw SchemaError(uri, element.place, "", error.message, isLimit: true)
    }
    // That no alternative matches says less than the violation of the nearest one.
    let isSpecific = { (violation: SchemaViolation) in !violation.keywordPath.hasSuffix("Of") }
    guard let first = violations.first(where: isSpecific) ?? violations.first else { return }
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
    _ uri: String, for reference: JSONElement
  ) throws(SchemaError) -> Int? {
    if let known = resourcesByURI[uri] { return known }
    let found: JSONDocument?
    do throws(Message) {
      if let metaschema = Metaschemas.documents[uri] {
        found = metaschema
      } else {
        found = try sources.document(uri)
      }
    } catch {
      throw fault(error, reference)
    }
    guard let found else { return nil }
    let root = try add(found, uri: uri)
    return resourcesByURI[uri] ?? owners[root]
  }

  /// Returns the dialect that `$schema` selects.
  private mutating func dialect(
    of element: JSONElement, inherited: Dialect?
  ) throws(SchemaError) -> Dialect {
    guard let name = element["$schema"]?.string else {
      return inherited ?? Dialect(draft: assumed)
    }
    let uri = URIReference(name).withoutFragment
    if let draft = SchemaDraft(rawValue: uri) { return Dialect(draft: draft) }
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
      addAnchors(of: element, at: location, to: own)
      let draft = resources[own].dialect.draft
      for member in element.members {
        for child in Self.subschemas(of: member, in: draft) {
          pending.append((SchemaLocation(document: location.document, index: child), own))
        }
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
    if uri == resources[outer].uri { return outer }
    if isRoot {
      // The document keeps the URI that it was read from.
      resources[outer].uri = uri
      resourcesByURI[uri] = outer
      return outer
    }
    return addResource(uri, location, dialect)
  }

  private mutating func addAnchors(
    of element: JSONElement, at location: SchemaLocation, to resource: Int
  ) {
    let draft = resources[resource].dialect.draft
    guard draft == .draft2020 else {
      if draft.hidesSiblingsOfReferences && element["$ref"] != nil { return }
      if let text = element[draft.identifierKeyword]?.string,
        let name = URIReference(text).fragment, !name.isEmpty
      {
        resources[resource].anchors[String(name)] = location.index
      }
      return
    }
    if let name = element["$anchor"]?.string { resources[resource].anchors[name] = location.index }
    if let name = element["$dynamicAnchor"]?.string {
      resources[resource].anchors[name] = location.index
      resources[resource].dynamicAnchors[name] = location.index
    }
  }

  /// Returns the entries of the schemas in a keyword.
  private static func subschemas(
    of member: (name: String, value: JSONElement), in draft: SchemaDraft
  ) -> [Int] {
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
    guard let found = try self.resource(uri.withoutFragment, for: reference) else {
      throw unknown("schema.unknownDocument")
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
      guard let child = documents[document].child(name, of: location.index) else { return nil }
      location = SchemaLocation(document: document, index: child)
      owner = owners[location] ?? owner
    }
    if owners[location] == nil { try register(location, in: owner) }
    return location
  }

  func fault(_ fault: Message, _ element: JSONElement) -> SchemaError {
    SchemaError(
      name(of: element.document), element.place, element.document.pointer(to: element.index), fault)
  }

  private func name(of document: JSONDocument) -> String {
    resources.first { $0.root.document === document }?.uri ?? ""
  }
}

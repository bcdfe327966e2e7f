public import FormworkJSON
public import FormworkMessages
import FormworkVocabulary

/// A compiled JSON Schema of draft 2020-12, 7 or 4, which several threads may share.
///
/// The schema is validated by the metaschema of its draft first. No document is fetched from a network.
public struct JSONSchema: Sendable {
  /// The settings of a schema.
  public struct Options: Sendable {
    /// Whether `format` is validated, and not just an annotation.
    public var isFormatAsserted = true

    /// The draft of schemas without `$schema`.
    public var assumedDraft = SchemaDraft.draft2020

    /// The documents that references may reach.
    public var sources = SchemaSources()

    /// The limits of a pattern.
    public var patternLimits = PatternLimits()

    /// The limits of a validation.
    public var limits = Limits()

    /// Creates the default settings.
    public init() {}
  }

  /// The limits of a validation.
  public struct Limits: Sendable {
    /// The maximum number of steps, such as applying a schema, reading 16 bytes, or 8 steps of a pattern.
    ///
    /// The default takes up to about 10 seconds.
    public var steps = 50_000_000

    /// The maximum number of violations that are returned: the first ones that are found.
    public var violations = 1_000

    /// Creates the default limits.
    public init() {}
  }

  /// The document of the schema.
  public var document: JSONDocument { graph.nodes[0].element.document }

  /// The compiled nodes.
  package let graph: SchemaGraph
  private let limits: Limits

  /// Compiles a schema.
  ///
  /// References in it are relative to `uri`, the place of the document.
  public init(
    _ document: JSONDocument, uri: String = "", options: Options = Options()
  ) throws(SchemaError) {
    graph = try SchemaCompiler.compile(document, uri: uri, options: options)
    limits = options.limits
  }

  /// Compiles a schema from a text in JSON.
  public init(reading text: String, options: Options = Options()) throws {
    try self.init(JSONDocument(parsing: text), options: options)
  }

  /// Returns whether a document is valid.
  ///
  /// The validation stops at the first violation.
  public func isValid(_ document: JSONDocument) throws(SchemaLimitExceeded) -> Bool {
    var evaluation = Evaluation(graph, document, limits: limits)
    return try evaluation.isValid()
  }

  /// Returns the violations of a document, in its order.
  ///
  /// A violation is returned once, even if several references lead to it. If no branch of `anyOf` or `oneOf` matches, the violations of the nearest branch are included.
  public func violations(of document: JSONDocument) throws(SchemaLimitExceeded) -> [SchemaViolation]
  {
    var evaluation = Evaluation(graph, document, limits: limits)
    return try evaluation.violations()
  }
}

extension SchemaGraph {
  /// Returns the pointers and reasons of all violations of one schema of the graph by a document.
  ///
  /// The cost does not grow with the graph, unlike that of finding the place of a keyword.
  package func faults(
    of document: JSONDocument, by node: Int, steps: Int
  ) throws(SchemaLimitExceeded) -> [(pointer: String, reason: Message)] {
    var limits = JSONSchema.Limits()
    limits.steps = steps
    var evaluation = Evaluation(self, document, limits: limits)
    return try evaluation.faults(of: node)
  }
}

/// A violation of a schema by a value.
public struct SchemaViolation: Equatable, Sendable {
  /// The JSON pointer of the value.
  public let pointer: String

  /// The place of the value in its document.
  public let place: JSONPlace

  /// The JSON pointer of the keyword, along the references that led to it.
  public let keywordPath: String

  /// The URI of the keyword.
  public let keywordLocation: String

  /// The violation and its solution.
  public let reason: Message
}

/// A fault in a schema.
public struct SchemaError: UserMessageError, Equatable {
  /// The URI or the path of the document; empty if it has none.
  public internal(set) var uri: String

  /// The place in the document.
  public let place: JSONPlace

  /// The JSON pointer of the place.
  public let pointer: String

  /// The fault and its solution.
  public let fault: Message

  /// Whether a limit kept the schema from being checked.
  public let isLimit: Bool

  init(
    _ uri: String, _ place: JSONPlace, _ pointer: String, _ fault: Message, isLimit: Bool = false
  ) {
    self.uri = uri
    self.place = place
    self.pointer = pointer
    self.fault = fault
    self.isLimit = isLimit
  }

  /// A line with the document, the place, the pointer, the fault and its solution.
  public var message: Message {
    let name = uri.hasPrefix("file://") ? String(uri.dropFirst(7)).percentDecoded : uri
    return .inDocument(name ?? uri, place, pointer, fault)
  }
}

/// A limit that kept a document from being validated.
public enum SchemaLimitExceeded: UserMessageError, Equatable {
  /// Too many schemas had to be applied.
  case steps(Int)

  /// The stack of the thread was too small for the nested schemas.
  case depth

  /// Matching a pattern took too many steps, for the text or name at a place.
  case pattern(String, at: JSONPlace, pointer: String)

  /// The limit.
  public var message: Message {
    switch self {
    case .steps(let limit): .key("schema.tooManySteps", ["limit": .number(limit)])
    case .depth: .key("schema.tooManyNested")
    case .pattern(let pattern, let place, let pointer):
      .inDocument(
        "", place, pointer,
        .key("schema.patternTooSlow", ["pattern": .quoted(pattern)]))
    }
  }

  /// Returns a line with the file and the limit.
  public func message(in file: String) -> Message { .document(file, message) }
}

extension [SchemaViolation] {
  /// The first violation that says more than that no alternative matches, or else the first one.
  package var firstSpecific: SchemaViolation? {
    first { !$0.keywordPath.hasSuffix("Of") } ?? first
  }
}

extension SchemaViolation {
  /// Returns a line with the file, the place, the pointer, the violation and its solution.
  public func message(in file: String) -> Message { .inDocument(file, place, pointer, reason) }
}

extension Message {
  fileprivate static func inDocument(
    _ name: String, _ place: JSONPlace, _ pointer: String, _ fault: Message
  ) -> Message {
    let pointer = Message.verbatim("#" + pointer.replacingControls())
    let fault = Message.key(
      "schema.fault", ["place": place.message, "pointer": pointer, "fault": fault])
    return name.isEmpty ? fault : .document(name, fault)
  }
}

import CYAML
import FormworkCore
public import FormworkJSON
import FormworkMessages
import FormworkSystem

/// A reader of YAML 1.2 with the core schema, for documents that JSON can express.
///
/// A key is the text of a scalar as written: `1` and `"1"` are the same key. A value is at the place of its anchor or
/// tag if it has one, and a value that an alias repeats is at the place of the original. `<<` is an ordinary key. The
/// directive `%TAG` is refused, because documents with tags other than those of the core schema are refused, too.
///
/// Aliases repeat at most ``aliasLimit`` values, so that a short document cannot become a long one.
public enum YAMLReader {
  /// The maximum number of values and keys that aliases repeat.
  public static let aliasLimit = 1_000_000

  /// The maximum sum of the depths of all events.
  ///
  /// libyaml needs time for each level at each event.
  static let depthSumLimit = 500_000_000

  /// Reads a document.
  public static func read(
    _ bytes: [UInt8], limits: JSONDocument.Limits = JSONDocument.Limits()
  ) throws(JSONError) -> JSONDocument {
    try bytes.withUnsafeBufferPointer { (bytes) throws(JSONError) -> JSONDocument in
      try check(bytes, limits)
      var reading = YAMLReading(limits: limits)
      try reading.read(bytes)
      return reading.builder.finish()
    }
  }

  /// Refuses what libyaml would read differently from YAML 1.2, or in quadratic time.
  private static func check(
    _ bytes: UnsafeBufferPointer<UInt8>, _ limits: JSONDocument.Limits
  ) throws(JSONError) {
    guard bytes.count <= limits.byteCount else {
      throw .limit("json.tooLong", limits.byteCount)
    }
    guard ByteOrderMark.byteCount(in: bytes) == 0 else {
      throw JSONError(ofByte: 0, in: bytes, .key("json.byteOrderMark"))
    }
    for offset in bytes.indices {
      switch bytes[offset] {
      // Source: YAML 1.2.2, section 5.4: U+0085, U+2028 and U+2029 break lines in YAML 1.1 only.
      case 0xC2 where bytes[offset...].starts(with: [0xC2, 0x85]),
        0xE2 where bytes[offset...].starts(with: [0xE2, 0x80, 0xA8]),
        0xE2 where bytes[offset...].starts(with: [0xE2, 0x80, 0xA9]):
        throw JSONError(ofByte: offset, in: bytes, .key("schema.yaml.lineBreak"))
      // libyaml compares each of these directives with all before it.
      case UInt8(ascii: "%") where bytes[offset...].starts(with: "%TAG".utf8):
        guard offset > 0, ![0x0A, 0x0D].contains(bytes[offset - 1]) else {
          throw JSONError(ofByte: offset, in: bytes, .key("schema.yaml.tagDirective"))
        }
      default: break
      }
    }
  }
}

/// The state of reading a document, event by event.
private struct YAMLReading: ~Copyable {
  /// A value that an alias can repeat.
  private enum Original {
    /// A scalar, which is a text as a key.
    case scalar(YAMLScalar, JSONPlace)

    /// The index of a collection.
    case collection(Int)
  }

  private let limits: JSONDocument.Limits
  var builder: JSONDocumentBuilder

  /// The indices of the open collections.
  private var collections: [Int] = []
  private var hasDocument = false
  private var depthSum = 0
  private var originals: [String: Original] = [:]

  /// The number of values and keys that aliases have repeated.
  private var repeatedCount = 0

  init(limits: JSONDocument.Limits) {
    self.limits = limits
    builder = JSONDocumentBuilder(limits: limits)
  }

  // MARK: Events

  mutating func read(_ bytes: UnsafeBufferPointer<UInt8>) throws(JSONError) {
    let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
    defer { parser.deallocate() }
    precondition(yaml_parser_initialize(parser) == 1, "no memory for a parser of YAML")
    defer { yaml_parser_delete(parser) }
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    yaml_parser_set_input_string(parser, bytes.baseAddress, bytes.count)
    var isAtEnd = false
    while !isAtEnd {
      var event = yaml_event_t()
      guard yaml_parser_parse(parser, &event) == 1 else {
        throw JSONError(parser.pointee, in: bytes)
      }
      defer { yaml_event_delete(&event) }
      isAtEnd = event.type == YAML_STREAM_END_EVENT
      try take(event)
    }
  }

  private mutating func take(_ event: yaml_event_t) throws(JSONError) {
    let place = JSONPlace(event.start_mark)
    depthSum += collections.count
    guard depthSum <= YAMLReader.depthSumLimit else {
      throw JSONError(place: place, fault: .key("schema.yaml.tooDeep"), isLimit: true)
    }
    let data = event.data
    switch event.type {
    case YAML_DOCUMENT_START_EVENT:
      guard !hasDocument else { throw fault("secondDocument", at: place) }
      hasDocument = true
      if let version = data.document_start.version_directive?.pointee, version.minor < 2 {
        throw fault("version", at: place)
      }
    case YAML_STREAM_END_EVENT:
      guard hasDocument else { throw fault("empty", at: place) }
    case YAML_SCALAR_EVENT:
      let text = UnsafeBufferPointer(start: data.scalar.value, count: data.scalar.length)
      let scalar = YAMLScalar(
        text: Array(text), isPlain: data.scalar.style == YAML_PLAIN_SCALAR_STYLE,
        tag: data.scalar.tag.map { String(cString: $0) })
      if let anchor = data.scalar.anchor {
        originals[Self.name(UnsafePointer(anchor))] = .scalar(scalar, place)
      }
      try add(scalar, at: place)
    case YAML_SEQUENCE_START_EVENT:
      let start = data.sequence_start
      try begin(.array, tag: start.tag, anchor: start.anchor, at: place)
    case YAML_MAPPING_START_EVENT:
      let start = data.mapping_start
      try begin(.object, tag: start.tag, anchor: start.anchor, at: place)
    case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT:
      collections.removeLast()
      try builder.end()
    case YAML_ALIAS_EVENT:
      try repeatOriginal(of: Self.name(UnsafePointer(data.alias.anchor)), at: place)
    default: break
    }
  }

  private static func name(_ anchor: UnsafePointer<yaml_char_t>?) -> String {
    anchor.map { String(cString: $0) } ?? ""
  }

  private func fault(_ key: String, at place: JSONPlace) -> JSONError {
    JSONError(place: place, fault: .key("schema.yaml", of: key))
  }

  // MARK: Values

  private mutating func add(_ scalar: YAMLScalar, at place: JSONPlace) throws(JSONError) {
    guard builder.isNameNext else {
      return try scalar.add(to: &builder, limits: limits, at: place)
    }
    // A key is a text, but its tag must fit, too.
    _ = try scalar.value(at: place)
    try builder.add(.string, scalar.text, at: place)
  }

  private mutating func begin(
    _ kind: JSONKind, tag: UnsafePointer<UInt8>?, anchor: UnsafePointer<UInt8>?,
    at place: JSONPlace
  ) throws(JSONError) {
    let tag = tag.map { String(cString: $0) } ?? "!"
    guard tag == "!" || tag == YAMLScalar.tagPrefix + (kind == .array ? "seq" : "map") else {
      throw .unfitting(tag, at: place)
    }
    guard !builder.isNameNext else { throw fault("complexKey", at: place) }
    if let anchor { originals[Self.name(anchor)] = .collection(builder.count) }
    collections.append(builder.count)
    try builder.begin(kind, at: place)
  }

  private mutating func repeatOriginal(of anchor: String, at place: JSONPlace) throws(JSONError) {
    switch originals[anchor] {
    case .scalar(let scalar, let original):
      try countRepeated(1, at: place)
      try add(scalar, at: original)
    case .collection(let index) where !collections.contains(index):
      guard !builder.isNameNext else {
        throw fault("complexKey", at: builder.place(at: index))
      }
      try countRepeated(builder.count(at: index), at: place)
      try builder.repeatValue(at: index)
    default: throw fault("noAnchor", at: place)
    }
  }

  private mutating func countRepeated(_ count: Int, at place: JSONPlace) throws(JSONError) {
    repeatedCount += count
    guard repeatedCount <= YAMLReader.aliasLimit else {
      throw .limit("schema.yaml.aliases", YAMLReader.aliasLimit, at: place)
    }
  }
}

extension JSONError {
  /// Creates the error of a byte.
  fileprivate init(
    ofByte offset: Int, in bytes: UnsafeBufferPointer<UInt8>, _ fault: Message
  ) {
    let source = UnsafeRawBufferPointer(bytes)
    let place = JSONPlace(ofByte: min(offset, bytes.count), in: source)
    self.init(place: place, fault: fault)
  }

  /// Creates the error that stopped libyaml, whose sentences are constants in ASCII.
  fileprivate init(_ parser: yaml_parser_t, in bytes: UnsafeBufferPointer<UInt8>) {
    let problem = parser.problem.map { String(cString: $0) } ?? "no memory"
    guard parser.error == YAML_READER_ERROR else {
      self.init(
        place: JSONPlace(parser.problem_mark),
        fault: .key("schema.yaml.syntax", ["problem": .verbatim(problem)]))
      return
    }
    let isText = problem == "control characters are not allowed"
    self.init(
      ofByte: parser.problem_offset, in: bytes,
      .key(isText ? "schema.yaml.controlCharacter" : "json.notUTF8"))
  }

  static func unfitting(_ tag: String, at place: JSONPlace) -> JSONError {
    JSONError(place: place, fault: .key("schema.yaml.tag", ["tag": .verbatim(tag.printable)]))
  }
}

extension JSONPlace {
  fileprivate init(_ mark: yaml_mark_t) {
    self.init(line: Int(mark.line) + 1, column: Int(mark.column) + 1)
  }
}

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
/// Values with anchors and what aliases repeat have at most ``anchorLimit`` parts, so that a short document
/// cannot become a long one.
public enum YAMLReader {
  /// The maximum number of values, keys and ends of collections with anchors and by aliases.
  public static let anchorLimit = 1_000_000

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
      throw JSONError(
        ofByte: 0, in: bytes, .key("json.tooLong", count: limits.byteCount), isLimit: true)
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
  /// A value, a key or the end of a collection, which an alias can repeat.
  private struct Step {
    enum Event {
      case scalar(YAMLScalar)
      case begin(isMapping: Bool)
      case end
      case alias(of: Range<Int>)
    }

    let event: Event
    let place: JSONPlace
  }

  /// The expected part of an open collection.
  private enum Expectation { case element, key, value }

  private let limits: JSONDocument.Limits
  var builder: JSONDocumentBuilder
  private var collections: [Expectation] = []
  private var hasDocument = false
  private var depthSum = 0

  /// The steps of all values with anchors.
  private var steps: [Step] = []

  /// The steps of the value of each anchor, none while the value is not complete.
  private var anchors: [String: Range<Int>] = [:]

  /// The anchors of open collections, with the number of collections around each.
  private var openAnchors: [(name: String, start: Int, depth: Int)] = []
  private var stepCount = 0

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
      try take(.scalar(scalar), at: place, anchor: data.scalar.anchor)
    case YAML_SEQUENCE_START_EVENT:
      try check(data.sequence_start.tag, isMapping: false, at: place)
      try take(.begin(isMapping: false), at: place, anchor: data.sequence_start.anchor)
    case YAML_MAPPING_START_EVENT:
      try check(data.mapping_start.tag, isMapping: true, at: place)
      try take(.begin(isMapping: true), at: place, anchor: data.mapping_start.anchor)
    case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT:
      try take(.end, at: place)
    case YAML_ALIAS_EVENT:
      let anchor = data.alias.anchor.map { String(cString: $0) } ?? ""
      guard let steps = anchors[anchor], !steps.isEmpty else {
        throw fault("noAnchor", at: place)
      }
      try take(.alias(of: steps), at: place)
    default: break
    }
  }

  private func check(
    _ tag: UnsafePointer<UInt8>?, isMapping: Bool, at place: JSONPlace
  ) throws(JSONError) {
    guard let tag = tag.map({ String(cString: $0) }), tag != "!" else { return }
    guard tag == YAMLScalar.tagPrefix + (isMapping ? "map" : "seq") else {
      throw .unfitting(tag, at: place)
    }
  }

  private func fault(_ key: String, at place: JSONPlace) -> JSONError {
    JSONError(place: place, fault: .key("schema.yaml", of: key))
  }

  // MARK: Anchors

  /// Adds the step of an event to the document, and keeps it if an alias may repeat it.
  private mutating func take(
    _ event: Step.Event, at place: JSONPlace, anchor: UnsafePointer<UInt8>? = nil
  ) throws(JSONError) {
    let step = Step(event: event, place: place)
    let start = steps.count
    if anchor != nil || !openAnchors.isEmpty {
      try countStep(at: place)
      steps.append(step)
    }
    if let name = anchor.map({ String(cString: $0) }) {
      if case .begin = event {
        openAnchors.append((name, start, collections.count))
        anchors[name] = start..<start
      } else {
        anchors[name] = start..<steps.count
      }
    }
    try add(step)
    if case .end = event, let open = openAnchors.last, open.depth == collections.count {
      openAnchors.removeLast()
      // An inner value may have the same anchor, which counts from there on.
      if anchors[open.name] == open.start..<open.start {
        anchors[open.name] = open.start..<steps.count
      }
    }
  }

  /// Counts a step that is kept or repeated, which needs memory.
  private mutating func countStep(at place: JSONPlace) throws(JSONError) {
    stepCount += 1
    guard stepCount <= YAMLReader.anchorLimit else {
      let fault = Message.key("schema.yaml.anchors", count: YAMLReader.anchorLimit)
      throw JSONError(place: place, fault: fault, isLimit: true)
    }
  }

  // MARK: The document

  private mutating func add(_ step: Step) throws(JSONError) {
    switch step.event {
    case .scalar(let scalar):
      if expectNext() == .key {
        // A key is a text, but its tag must fit, too.
        _ = try scalar.value(at: step.place)
        try builder.string(scalar.text, at: step.place)
      } else {
        try scalar.add(to: &builder, limits: limits, at: step.place)
      }
    case .begin(let isMapping):
      guard expectNext() != .key else { throw fault("complexKey", at: step.place) }
      collections.append(isMapping ? .key : .element)
      try isMapping ? builder.beginObject(at: step.place) : builder.beginArray(at: step.place)
    case .end:
      collections.removeLast()
      try builder.endContainer()
    case .alias(let range):
      // Each level of aliases is a level of collections, too, so that the limit of depth ends this recursion.
      for index in range {
        try countStep(at: step.place)
        try add(steps[index])
      }
    }
  }

  /// Returns what the innermost collection expected, and expects what follows that.
  private mutating func expectNext() -> Expectation {
    let expected = collections.last ?? .element
    if expected != .element {
      collections[collections.count - 1] = expected == .key ? .value : .key
    }
    return expected
  }
}

extension JSONError {
  /// Creates the error of a byte.
  fileprivate init(
    ofByte offset: Int, in bytes: UnsafeBufferPointer<UInt8>, _ fault: Message,
    isLimit: Bool = false
  ) {
    let before = bytes[..<min(offset, bytes.count)]
    let line = before.lastIndex(of: 0x0A).map { before[($0 + 1)...] } ?? before
    let place = JSONPlace(
      line: 1 + before.count { $0 == 0x0A }, column: 1 + line.count { $0 & 0xC0 != 0x80 })
    self.init(place: place, fault: fault, isLimit: isLimit)
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
    let shown = String(tag.unicodeScalars.prefix(64)).replacingControls()
    return JSONError(place: place, fault: .key("schema.yaml.tag", ["tag": .verbatim(shown)]))
  }
}

extension JSONPlace {
  fileprivate init(_ mark: yaml_mark_t) {
    self.init(line: Int(mark.line) + 1, column: Int(mark.column) + 1)
  }
}

import FormworkMessages

/// A builder of documents from another format, value by value.
package struct JSONDocumentBuilder: ~Copyable {
  private let limits: JSONDocument.Limits
  private var writer = JSONEntryWriter(capacity: 0)
  private var text: [UInt8] = []
  private var places: [JSONPlace] = []

  /// Whether the next string is the name of a member.
  private var isNameNext = false

  /// Creates a builder of a document with limits.
  package init(limits: JSONDocument.Limits) { self.limits = limits }

  deinit { writer.free() }

  /// Adds null.
  package mutating func null(at place: JSONPlace) throws(JSONError) {
    try add(.null, EmptyCollection(), at: place)
  }

  /// Adds a truth value.
  package mutating func bool(_ value: Bool, at place: JSONPlace) throws(JSONError) {
    try add(value ? .true : .false, EmptyCollection(), at: place)
  }

  /// Adds a number from a valid literal.
  package mutating func number(
    _ literal: some Sequence<UInt8>, at place: JSONPlace
  ) throws(JSONError) {
    try add(.number, literal, at: place)
    let count = Int(writer.entries[writer.count - 1].count)
    try text.suffix(count).withUnsafeBufferPointer { (bytes) throws(JSONError) in
      guard let fault = limits.fault(ofNumber: bytes) else { return }
      throw JSONError(place: place, fault: fault, isLimit: true)
    }
  }

  /// Adds a text, or the name of a member.
  package mutating func string(
    _ utf8: some Sequence<UInt8>, at place: JSONPlace
  ) throws(JSONError) {
    guard isNameNext else { return try add(.string, utf8, at: place) }
    let offset = text.count
    try append(utf8, at: place)
    let count = text.count - offset
    try refuse(
      text.withUnsafeBufferPointer { writer.appendName(offset: offset, count: count, in: $0) })
    isNameNext = false
  }

  /// Begins an array.
  package mutating func beginArray(at place: JSONPlace) throws(JSONError) {
    try begin(.array, at: place)
  }

  /// Begins an object, whose members are added as a name and a value each.
  package mutating func beginObject(at place: JSONPlace) throws(JSONError) {
    try begin(.object, at: place)
  }

  /// Ends the innermost array or object.
  package mutating func endContainer() throws(JSONError) {
    try refuse(text.withUnsafeBufferPointer { writer.close($0) })
    isNameNext = writer.openKind == .object
  }

  /// Returns the document, to which a root was added, and becomes empty.
  package mutating func finish() -> JSONDocument {
    precondition(writer.count > 0 && writer.openKind == nil, "the document is not complete")
    defer {
      (text, places) = ([], [])
      writer = JSONEntryWriter(capacity: 0)
    }
    return JSONDocument(entries: writer.finish(), text: text, places: places)
  }

  private mutating func begin(_ kind: JSONKind, at place: JSONPlace) throws(JSONError) {
    try append(EmptyCollection(), at: place)
    let isTooDeep = writer.open(kind, offset: text.count, limit: limits.depth)
    guard !isTooDeep else { throw .tooDeep(limits.depth, at: place) }
    isNameNext = kind == .object
  }

  private mutating func add(
    _ kind: JSONKind, _ bytes: some Sequence<UInt8>, at place: JSONPlace
  ) throws(JSONError) {
    let offset = text.count
    try append(bytes, at: place)
    writer.append(kind, offset: offset, count: text.count - offset)
    isNameNext = writer.openKind == .object
  }

  /// Appends the text and the place of a value.
  private mutating func append(
    _ bytes: some Sequence<UInt8>, at place: JSONPlace
  ) throws(JSONError) {
    text += bytes
    places.append(place)
    // Each value counts, because those without a text need memory, too.
    let limit = min(limits.byteCount, Int(UInt32.max))
    guard text.count + places.count <= limit else { throw .tooLong(limit, at: place) }
  }

  private func refuse(_ double: Int?) throws(JSONError) {
    guard let double else { return }
    let entry = writer.entries[double]
    let name = text[Int(entry.offset)...].prefix(Int(entry.count))
    throw .doubleName(name, at: places[double])
  }
}

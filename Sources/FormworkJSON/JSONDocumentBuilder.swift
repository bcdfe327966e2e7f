import FormworkMessages

/// A builder of documents from another format, value by value.
package struct JSONDocumentBuilder: ~Copyable {
  private let limits: JSONDocument.Limits
  private var writer = JSONEntryWriter(capacity: 0)
  private var text: [UInt8] = []
  private var places: [JSONPlace] = []

  /// Whether the name of a member is next.
  package private(set) var isNameNext = false

  /// Creates a builder of a document with limits.
  package init(limits: JSONDocument.Limits) { self.limits = limits }

  deinit { writer.free() }

  /// The number of values and names so far, and the index of the next one.
  package var count: Int { writer.count }

  /// Returns the number of values and names in a complete value, which counts too.
  package func count(at index: Int) -> Int { writer.entries[index].end(at: index) - index }

  /// Returns the place of a value or name.
  package func place(at index: Int) -> JSONPlace { places[index] }

  /// Adds a value or the name of a member, with the text of a string or the valid literal of a number.
  package mutating func add(
    _ kind: JSONKind, _ bytes: some Sequence<UInt8> = EmptyCollection(), at place: JSONPlace
  ) throws(JSONError) {
    let offset = text.count
    try append(bytes, at: place)
    let count = text.count - offset
    if isNameNext {
      isNameNext = false
      return try refuse(
        text.withUnsafeBufferPointer { writer.appendName(offset: offset, count: count, in: $0) })
    }
    writer.append(kind, offset: offset, count: count)
    isNameNext = writer.openKind == .object
    guard kind == .number else { return }
    try text[offset...].withUnsafeBufferPointer { (literal) throws(JSONError) in
      guard let fault = limits.fault(ofNumber: literal) else { return }
      throw JSONError(place: place, fault: fault, isLimit: true)
    }
  }

  /// Begins an array, or an object, whose members are added as a name and a value each.
  package mutating func begin(_ kind: JSONKind, at place: JSONPlace) throws(JSONError) {
    try append(EmptyCollection(), at: place)
    let isTooDeep = writer.open(kind, offset: text.count, limit: limits.depth)
    guard !isTooDeep else { throw .limit("json.tooDeep", limits.depth, at: place) }
    isNameNext = kind == .object
  }

  /// Ends the innermost array or object.
  package mutating func end() throws(JSONError) {
    try refuse(text.withUnsafeBufferPointer { writer.close($0) })
    isNameNext = writer.openKind == .object
  }

  /// Adds a complete value again, at the places of the original.
  package mutating func repeatValue(at index: Int) throws(JSONError) {
    let entry = writer.entries[index]
    guard entry.kind == .array || entry.kind == .object else {
      let original = Array(text[Int(entry.offset)...].prefix(Int(entry.count)))
      return try add(entry.kind, original, at: places[index])
    }
    try begin(entry.kind, at: places[index])
    // The limit of depth ends this recursion.
    var next = index + 1
    while next < entry.link {
      try repeatValue(at: next)
      next += count(at: next)
    }
    try end()
  }

  /// Returns the document, to which a root was added; the builder is not used again.
  package mutating func finish() -> JSONDocument {
    precondition(writer.count > 0 && writer.openKind == nil, "the document is not complete")
    defer { writer = JSONEntryWriter(capacity: 0) }
    return JSONDocument(entries: writer.finish(), text: text, places: places)
  }

  /// Appends the text and the place of a value.
  private mutating func append(
    _ bytes: some Sequence<UInt8>, at place: JSONPlace
  ) throws(JSONError) {
    text += bytes
    places.append(place)
    // Each value counts, because those without a text need memory, too.
    let limit = min(limits.byteCount, Int(UInt32.max))
    guard text.count + places.count <= limit else { throw .limit("json.tooLong", limit, at: place) }
  }

  private func refuse(_ double: Int?) throws(JSONError) {
    guard let double else { return }
    let entry = writer.entries[double]
    let name = text[Int(entry.offset)...].prefix(Int(entry.count))
    throw .doubleName(name, at: places[double])
  }
}

import FormworkSystem
import Glibc

/// The kind of a JSON value.
public enum JSONKind: UInt8, Sendable {
  /// Null.
  case null

  /// False.
  case `false`

  /// True.
  case `true`

  /// A number.
  case number

  /// A text.
  case string

  /// Values in order.
  case array

  /// Named values in order.
  case object
}

/// A value in the index of a document.
///
/// The entries are in the order of the document: that of an array is followed by its elements, and that of an object
/// by a string for the name and by the value of each member.
package struct JSONEntry {
  package var kind: JSONKind

  /// The lengths of an object's names modulo 16, one bit each, to find most missing names at once.
  var lengths: UInt16 = 0

  /// The position of the text in the document's texts; of the first character, except for strings.
  package var offset: UInt32

  /// The number of bytes of a decoded string or of a number, or the number of elements or members.
  package var count: UInt32

  /// The index after the last descendant of an array or object, or the hash of a member's name.
  package var link: UInt32 = 0
}

/// A JSON document with an index of its values.
public final class JSONDocument: @unchecked Sendable {
  /// The limits of a document.
  public struct Limits: Sendable {
    /// The maximum length in bytes.
    public var byteCount = 64 << 20

    /// The maximum nesting depth of arrays and objects.
    public var depth = 500

    /// The maximum number of digits of a number.
    public var digitCount = 10_000

    /// Creates the default limits.
    public init() {}
  }

  // Nothing changes after the initializer, so that all threads may read.

  /// The entries of all values; the first is that of the root.
  package let entries: UnsafePointer<JSONEntry>

  /// The number of entries.
  package let count: Int

  /// The document as read, for the places.
  let source: UnsafeMutableRawBufferPointer

  /// The source, or a copy of it in which strings with escapes are decoded, each at its own beginning.
  let text: UnsafeMutableRawBufferPointer

  /// The places of entries whose document was not in JSON.
  let places: [JSONPlace]

  /// Whether the texts are wiped at the end.
  private let isSecret: Bool

  /// Parses a document as far as it is valid.
  init(
    partly bytes: some Collection<UInt8>, limits: Limits, isSecret: Bool = false,
    fault: inout JSONError?
  ) {
    let maximum = min(limits.byteCount, Int(UInt32.max))
    let count = bytes.count > maximum ? 0 : bytes.count
    source = .allocate(byteCount: count + JSONParser.padding, alignment: 8)
    source.copyBytes(from: bytes.prefix(count))
    UnsafeMutableRawBufferPointer(rebasing: source[count...]).wipe()
    var parser = JSONParser(UnsafeRawBufferPointer(source), limits: limits)
    do throws(JSONError) {
      guard bytes.count <= maximum else { throw .limit("json.tooLong", maximum) }
      try parser.document()
    } catch {
      fault = error
    }
    text = parser.copy ?? source
    (entries, self.count) = parser.writer.finish()
    places = []
    self.isSecret = isSecret
  }

  /// Creates a document from entries of another format.
  init(entries: (UnsafePointer<JSONEntry>, Int), text bytes: [UInt8], places: [JSONPlace]) {
    source = .allocate(byteCount: bytes.count, alignment: 1)
    source.copyBytes(from: bytes)
    text = source
    (self.entries, count) = entries
    self.places = places
    isSecret = false
  }

  /// Parses a copy of the bytes of a document.
  public convenience init(
    parsing bytes: some Collection<UInt8>, limits: Limits = Limits()
  ) throws(JSONError) {
    var fault: JSONError?
    self.init(partly: bytes, limits: limits, fault: &fault)
    if let fault { throw fault }
  }

  /// Parses a document.
  public convenience init(parsing text: String, limits: Limits = Limits()) throws(JSONError) {
    try self.init(parsing: Array(text.utf8), limits: limits)
  }

  deinit {
    for buffer in source.baseAddress == text.baseAddress ? [source] : [source, text] {
      if isSecret { buffer.wipe() }
      buffer.deallocate()
    }
    free(UnsafeMutableRawPointer(mutating: entries))
  }

  /// The value of the document.
  public var root: JSONElement { JSONElement(document: self, index: 0) }

  /// Returns the decoded text of a string, or the literal of a number.
  package func text(at index: Int) -> UnsafeBufferPointer<UInt8> {
    let entry = entries[index]
    let bytes = text[Int(entry.offset)..<Int(entry.offset) + Int(entry.count)]
    return UnsafeRawBufferPointer(rebasing: bytes).assumingMemoryBound(to: UInt8.self)
  }

  /// Returns the value of a number.
  package func decimal(at index: Int) -> ExactDecimal {
    ExactDecimal(utf8: text(at: index)) ?? .zero
  }

  /// Returns the index after a value and its descendants.
  package func index(after index: Int) -> Int { entries[index].end(at: index) }

  /// Returns the place of a value, which takes time in proportion to its offset.
  package func place(at index: Int) -> JSONPlace {
    var cursor = JSONPlaceCursor()
    return cursor.place(at: index, in: self)
  }
}

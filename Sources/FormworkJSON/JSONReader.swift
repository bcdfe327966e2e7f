import FormworkMessages

/// Reads JSON documents, strictly.
///
/// RFC 8259 without its tolerance: UTF-8 alone, no byte order mark, no comments, no trailing commas,
/// no name twice in an object, no half of a surrogate pair.
public enum JSONReader {
  /// How deep arrays and objects may be nested.
  public static let depthLimit = 128

  /// The most bytes of a document.
  public static let byteLimit = 16 << 20

  /// Takes the place of a text, which its node has, too, and the text in UTF-8, in memory that is wiped as
  /// soon as this returns.
  public typealias Secrets = (JSONPlace, UnsafeRawBufferPointer) -> Void

  /// Reads a document.
  ///
  /// - Parameters:
  ///   - document: The bytes. They are lent: the caller wipes them where they hold secrets.
  ///   - secretMembers: Names of members, of whatever object. A text that is the value of one, or stands
  ///     anywhere in it, is handed over and stays out of the result, which has an empty text in its place.
  ///     Any other value is in the result.
  ///   - secret: Takes such texts in the document's order, and before a later fault is found.
  /// - Returns: The document's value.
  /// - Throws: The first fault.
  public static func read(
    _ document: UnsafeRawBufferPointer, secretMembers: Set<String> = [],
    secret: Secrets = { _, _ in }
  ) throws(JSONError) -> JSONNode {
    guard document.count <= byteLimit else {
      throw JSONError(
        place: JSONPlace(line: 1, column: 1),
        fault: Message("json.tooLong", count: byteLimit))
    }
    var parser = JSONParser(document, secretMembers: secretMembers)
    defer { parser.end() }
    return try parser.document(secret)
  }

  /// Reads a document that holds no secrets.
  public static func read(_ document: String) throws(JSONError) -> JSONNode {
    try read(Array(document.utf8))
  }

  /// Reads a document that holds no secrets.
  public static func read(_ document: [UInt8]) throws(JSONError) -> JSONNode {
    try document.withUnsafeBytes { bytes in
      Result { () throws(JSONError) in try read(bytes) }
    }.get()
  }
}

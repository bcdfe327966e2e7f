import FormworkMessages

/// A strict parser of JSON documents.
///
/// It accepts RFC 8259 without extensions: only UTF-8, no byte order mark, no comments, no trailing commas, no
/// duplicate names in an object, no isolated surrogates.
public enum JSONReader {
  /// The maximum nesting depth of arrays and objects.
  public static let depthLimit = 128

  /// The maximum length of a document in bytes.
  public static let byteLimit = 16 << 20

  /// Receives a secret text in UTF-8, which is wiped after the call, and the place of its node.
  public typealias Secrets = (JSONPlace, UnsafeRawBufferPointer) -> Void

  /// Parses a document.
  ///
  /// A text in a secret member of any object is passed to `secret`, in the order of the document, even if a later part
  /// is invalid, and is empty in the result. The caller must wipe a document that contains secrets.
  public static func read(
    _ document: some Collection<UInt8>, secretMembers: Set<String> = [],
    secret: Secrets = { _, _ in }
  ) throws(JSONError) -> JSONNode {
    var (limits, fault) = (JSONDocument.Limits(), JSONError?.none)
    (limits.byteCount, limits.depth) = (byteLimit, depthLimit)
    let document = JSONDocument(
      partly: document, limits: limits, isSecret: !secretMembers.isEmpty, fault: &fault)
    var reader = JSONTreeReader(document, secretMembers: secretMembers)
    let root = reader.node(secret)
    if let fault { throw fault }
    guard let root else { preconditionFailure("a valid document has a root") }
    return root
  }

  /// Parses a document without secrets.
  public static func read(_ document: String) throws(JSONError) -> JSONNode {
    try read(document.utf8)
  }
}

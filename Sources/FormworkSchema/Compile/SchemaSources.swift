public import FormworkJSON
import FormworkCore
import FormworkMessages
import FormworkSystem

/// The documents that the references of a schema may reach.
///
/// None of them is fetched from a network.
public struct SchemaSources: Sendable {
  /// Documents by URI.
  public var documents: [String: JSONDocument] = [:]

  /// Folders with the documents whose URIs begin with a prefix.
  public var folders: [(prefix: String, folder: String)] = []

  /// Folders whose files may be read, with all their subfolders.
  public var allowedFolders: [String] = []

  /// The limits of the documents.
  public var limits = JSONDocument.Limits()

  /// Creates sources without documents.
  public init() {}

  /// Returns the document with a URI; `nil` if there is none.
  func document(_ uri: String) throws(Message) -> JSONDocument? {
    if let document = documents[uri] { return document }
    if let (prefix, folder) = folders.first(where: { uri.hasPrefix($0.prefix) }) {
      guard let rest = String(uri.dropFirst(prefix.count)).percentDecoded else { return nil }
      return try read("\(folder)/\(rest)", inside: [folder])
    }
    guard uri.hasPrefix("file://"), let path = String(uri.dropFirst(7)).percentDecoded else {
      return nil
    }
    return try read(path, inside: allowedFolders)
  }

  private func read(_ path: String, inside folders: [String]) throws(Message) -> JSONDocument {
    // A path with links or `..` may lead elsewhere.
    if let real = Directory.canonicalPath(of: path) {
      let isInside = folders.compactMap(Directory.canonicalPath(of:)).contains {
        real.hasPrefix($0 == "/" ? $0 : $0 + "/")
      }
      if !isInside { throw .key("schema.outside", ["path": .path(path.printable)]) }
    }
    do throws(DocumentError) {
      return try DocumentFile.read(path, limits: limits)
    } catch {
      throw error.message
    }
  }
}

extension JSONSchema {
  /// Reads and compiles a schema in JSON or YAML from a file, or from standard input if the path is `-`.
  ///
  /// References may reach the files in the folder of the schema and its subfolders.
  public init(
    readingFile path: String, options: Options = Options()
  ) throws {
    let document = try DocumentFile.read(path, limits: options.sources.limits)
    guard path != "-", let real = Directory.canonicalPath(of: path) else {
      try self.init(document, options: options)
      return
    }
    var options = options
    options.sources.allowedFolders.append(Directory.parent(of: real))
    try self.init(document, uri: "file://" + real.percentEncoded, options: options)
  }
}

extension String {
  /// The path as a part of a URI.
  fileprivate var percentEncoded: String {
    String(
      decoding: utf8.flatMap { byte -> [UInt8] in
        let isPlain =
          switch byte {
          case 0x2D...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A, 0x7E: true
          default: false
          }
        let digits = String(byte, radix: 16, uppercase: true)
        return isPlain ? [byte] : Array("%\(digits.count < 2 ? "0" : "")\(digits)".utf8)
      }, as: UTF8.self)
  }
}

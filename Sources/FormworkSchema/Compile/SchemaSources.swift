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
  ///
  /// Of several folders whose prefixes fit, the one with the longest prefix counts.
  func document(_ uri: String) throws -> JSONDocument? {
    if let document = documents[uri] { return document }
    let fitting = folders.filter { uri.hasPrefix($0.prefix) }
    if let (prefix, folder) = fitting.max(by: { $0.prefix.count < $1.prefix.count }) {
      let real = Directory.canonicalPath(of: folder) ?? folder
      return try read(uri.dropFirst(prefix.count), in: real, inside: [real])
    }
    // The files of other hosts are out of reach.
    guard let host = ["file:///", "file://localhost/"].first(where: uri.hasPrefix) else {
      return nil
    }
    return try read(uri.dropFirst(host.count), in: "", inside: allowedFolders)
  }

  private func read(
    _ rest: Substring, in folder: String, inside folders: [String]
  ) throws -> JSONDocument? {
    // The system would read a path up to its first zero.
    guard let rest = String(rest).percentDecoded, !rest.utf8.contains(0) else { return nil }
    let path = "\(folder)/\(rest)".withoutDotSegments
    let real = folders.compactMap(Directory.canonicalPath(of:))
    // Files outside are never opened, because the error would disclose whether they exist.
    guard path.isInside(folders + real),
      // A link may lead elsewhere.
      Directory.canonicalPath(of: path)?.isInside(real) ?? true
    else { throw Message.key("schema.outside", ["path": .path(path.printable)]) }
    return try DocumentFile.read(path, limits: limits)
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
      do throws(SchemaError) {
        try self.init(document, options: options)
      } catch {
        var error = error
        if error.uri.isEmpty { error.uri = path }
        throw error
      }
      return
    }
    var options = options
    options.sources.allowedFolders.append(Directory.parent(of: real))
    try self.init(document, uri: "file://" + real.percentEncoded(except: "-._~/"), options: options)
  }
}

extension String {
  /// Whether the path is one in folders or their subfolders.
  fileprivate func isInside(_ folders: [String]) -> Bool {
    folders.contains { hasPrefix($0 == "/" ? $0 : $0 + "/") }
  }
}

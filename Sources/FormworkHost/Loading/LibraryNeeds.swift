import FormworkSystem

/// The libraries that a library needs, and the directories of the loader's search: ld.so(8).
struct LibraryNeeds: Equatable {
  /// The names or paths of libraries: a name contains no slash.
  var libraries: [String] = []

  /// The directories to search for the libraries that this library needs: `DT_RUNPATH`.
  var ownFolders: [String] = []

  /// The directories to search also for the libraries that those need in turn: `DT_RPATH`.
  var inheritedFolders: [String] = []

  /// The first path that depends on the current directory.
  var relativePath: String? {
    libraries.first { Self.expansions(of: $0).contains { $0.hasSlash && !$0.isAbsolutePath } }
      ?? (inheritedFolders + ownFolders).first {
        Self.expansions(of: $0).contains { !$0.isAbsolutePath }
      }
  }

  /// Returns all paths that the loader may derive from a path, depending on the machine.
  static func expansions(of path: String, origin: String = "/") -> [String] {
    var found: [[UInt8]] = [[]]
    var rest = path.utf8[...]
    while let byte = rest.first {
      if byte == UInt8(ascii: "$"), let (values, byteCount) = token(rest.dropFirst(), origin) {
        found = found.flatMap { start in values.map { start + Array($0.utf8) } }
        rest = rest.dropFirst(byteCount + 1)
      } else {
        for index in found.indices { found[index].append(byte) }
        rest = rest.dropFirst()
      }
      // No linker writes that many tokens into one path: refuse it, as if it depended on the current
      // directory.
      if found.count > 256 { return ["./\(path)"] }
    }
    return found.map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the possible values of a token, and its length without the `$`.
  private static func token(
    _ text: Substring.UTF8View, _ origin: String
  ) -> (values: [String], byteCount: Int)? {
    let isBraced = text.first == UInt8(ascii: "{")
    let start = isBraced ? text.dropFirst() : text
    let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
    let name = start.prefix(while: "\(letters)0123456789_".utf8.contains)
    if isBraced, start.dropFirst(name.count).first != UInt8(ascii: "}") { return nil }
    let values =
      switch String(Substring(name)) {
      case "ORIGIN": [origin]
      case "LIB": ["lib", "lib64", "lib/\(ELFMachine.name)-linux-gnu"]
      case "PLATFORM": ELFMachine.platforms
      default: [] as [String]
      }
    return values.isEmpty ? nil : (values, name.count + (isBraced ? 2 : 0))
  }
}

import FormworkSystem

/// Which other libraries a library has the system's loader look for, and where, as it says it.
///
/// - SeeAlso: ld.so(8), "Dynamic string tokens".
struct LibraryNeeds: Equatable {
  /// The names of libraries, or their paths: a name has no slash.
  var libraries: [String] = []

  /// The directories where the loader looks for what this library needs: `DT_RUNPATH`.
  var ownFolders: [String] = []

  /// Those where it looks for what these need in turn, too: `DT_RPATH`.
  var inheritedFolders: [String] = []

  /// The first path that depends on where the person is: all but absolute ones and those that begin
  /// at the library itself.
  var relativePath: String? {
    libraries.first { Self.expansions(of: $0).contains { $0.hasSlash && !$0.isAbsolutePath } }
      ?? (inheritedFolders + ownFolders).first {
        Self.expansions(of: $0).contains { !$0.isAbsolutePath }
      }
  }

  /// What the loader may make of a path: all of them, where it depends on the machine.
  ///
  /// - Parameters:
  ///   - path: The path as the library says it.
  ///   - origin: The directory that the library lies in.
  /// - Returns: The paths, at least one.
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
      // No linker writes as many tokens into one path: it is refused, as one that depends on the place.
      if found.count > 256 { return ["./\(path)"] }
    }
    return found.map { String(decoding: $0, as: UTF8.self) }
  }

  /// What a token may stand for, and how long it is without its `$`.
  private static func token(
    _ text: Substring.UTF8View, _ origin: String
  ) -> (values: [String], byteCount: Int)? {
    let isBraced = text.first == UInt8(ascii: "{")
    let start = isBraced ? text.dropFirst() : text
    let name = start.prefix(while: isOfName)
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

  private static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}

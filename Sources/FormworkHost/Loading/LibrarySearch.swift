import FormworkSystem

/// Checks the directories and libraries that the system's loader would use for a front end.
///
/// The check includes the libraries that those need in turn. The loader's own settings belong to the system
/// or the user and are not checked: `/etc/ld.so.cache`, `/lib`, `LD_LIBRARY_PATH`.
struct LibrarySearch {
  /// The maximum number of libraries, and of directories in one list: more than any linker writes.
  private static let limit = 256

  /// The subdirectories that glibc searches first, at each level.
  private static let variants = [
    "glibc-hwcaps", "x86-64-v2", "x86-64-v3", "x86-64-v4", "tls", "haswell", "xeon_phi",
    "avx512_1", "x86_64", "aarch64", "atomics",
  ]

  private static let depthLimit = 4

  private let walk: PathWalk
  private var known: Set<String> = []

  /// The checked directories, with their subdirectories for some machines.
  private var checked: [String: [String]] = [:]

  init(by rule: OwnershipRule) { walk = PathWalk(rule: rule) }

  /// Checks the libraries that the loader would load for a library.
  mutating func check(
    _ needs: LibraryNeeds, of path: String, inherited: [String] = []
  ) throws(FrontEndLoadError) {
    let origin = FrontEndPlace.split(path).directory
    let own = try folders(needs.ownFolders, origin)
    let passedOn = try folders(needs.inheritedFolders, origin) + inherited
    for name in needs.libraries {
      for name in LibraryNeeds.expansions(of: name, origin: origin) {
        if name.hasSlash {
          try checkLibrary(at: name, inherited: passedOn)
        } else {
          for folder in own + passedOn {
            try checkLibrary(at: "\(folder)/\(name)", inherited: passedOn)
          }
        }
      }
    }
  }

  /// Returns the directories of a list, with the subdirectories that some machines search first.
  private mutating func folders(
    _ list: [String], _ origin: String
  ) throws(FrontEndLoadError) -> [String] {
    guard list.count <= Self.limit else { throw .damaged(.tooLarge) }
    var found: [String] = []
    for path in list {
      for path in LibraryNeeds.expansions(of: path, origin: origin) {
        found += try checkedFolders(at: path)
      }
    }
    return found
  }

  private mutating func checkedFolders(
    at path: String, depth: Int = 0
  ) throws(FrontEndLoadError) -> [String] {
    if let known = checked[path] { return known }
    var found: [String] = []
    do throws(FrontEndLoadError) {
      if let (canonical, status) = try walk.end(of: path), status.isDirectory {
        guard walk.isClosed(canonical, status) else { throw .openFolder(canonical) }
        found = [path]
      }
    } catch {
      throw .searches(path, error)
    }
    checked[path] = found
    // Only users who may write to this directory can create a missing subdirectory.
    for variant in Self.variants where !found.isEmpty && depth < Self.depthLimit {
      let subfolder = "\(path)/\(variant)"
      if FileState(ofEntryAt: subfolder) != nil {
        found += try checkedFolders(at: subfolder, depth: depth + 1)
      }
    }
    checked[path] = found
    return found
  }

  private mutating func checkLibrary(
    at path: String, inherited: [String]
  ) throws(FrontEndLoadError) {
    do throws(FrontEndLoadError) {
      guard let (canonical, status) = try walk.end(of: path), !status.isDirectory,
        known.insert(([path] + inherited).joined(separator: ":")).inserted
      else { return }
      guard known.count <= Self.limit else { throw .damaged(.tooLarge) }
      try walk.rule.check(status, at: canonical)
      guard let needs = try Self.needs(of: canonical) else { return }
      if let relative = needs.relativePath { throw .relativePath(relative) }
      try check(needs, of: path, inherited: inherited)
    } catch .searches(let path, let refusal) {
      throw .searches(path, refusal)
    } catch {
      throw .searches(path, error)
    }
  }

  /// Returns the needs of a library; `nil` if it is for another machine, as the loader skips it.
  private static func needs(of path: String) throws(FrontEndLoadError) -> LibraryNeeds? {
    do throws(FrontEndLoadError) {
      let image = try ELFImage(InspectedFile(path: path), mayBeProgram: true)
      return try ELFDynamicSection(of: image).needs(in: image)
    } catch .otherMachine {
      return nil
    }
  }
}

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

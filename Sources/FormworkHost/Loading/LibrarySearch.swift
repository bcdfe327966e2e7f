import FormworkSystem

/// Judges where the system's loader would look for the libraries that a front end needs, and those
/// that it would find there, with what they need in turn.
///
/// What only the loader's own settings lead to is the system's or the user's: `/etc/ld.so.cache`,
/// `/lib`, `LD_LIBRARY_PATH`.
struct LibrarySearch {
  /// The most libraries, and the most directories of one list: more than any linker writes.
  private static let limit = 256

  /// The subdirectories in which glibc looks first, each within each.
  private static let variants = [
    "glibc-hwcaps", "x86-64-v2", "x86-64-v3", "x86-64-v4", "tls", "haswell", "xeon_phi",
    "avx512_1", "x86_64", "aarch64", "atomics",
  ]

  /// How deep they are within each other.
  private static let depthLimit = 4

  private let walk: PathWalk

  /// The libraries that were looked into.
  private var known: Set<String> = []

  /// The directories that were judged, with their subdirectories for some machines.
  private var judged: [String: [String]] = [:]

  /// Judges by a rule; what lies beside a program is trusted as that is.
  init(by rule: OwnershipRule, beside program: String?) {
    walk = PathWalk(by: rule, beside: program)
  }

  /// Judges what a library would have loaded.
  ///
  /// - Parameters:
  ///   - needs: What it needs.
  ///   - path: The library's path.
  ///   - inherited: The directories in which those looked that need the library.
  /// - Throws: ``FrontEndRefusal/searches(_:_:)``, or that something is no sound library.
  mutating func check(
    _ needs: LibraryNeeds, of path: String, inherited: [String] = []
  ) throws(FrontEndRefusal) {
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

  /// The directories of a list, with those in them that come first on some machines.
  private mutating func folders(
    _ list: [String], _ origin: String
  ) throws(FrontEndRefusal) -> [String] {
    guard list.count <= Self.limit else { throw .damaged(.tooLarge) }
    var found: [String] = []
    for path in list {
      for path in LibraryNeeds.expansions(of: path, origin: origin) {
        found += try judgedFolders(at: path)
      }
    }
    return found
  }

  private mutating func judgedFolders(
    at path: String, depth: Int = 0
  ) throws(FrontEndRefusal) -> [String] {
    if let known = judged[path] { return known }
    var found: [String] = []
    do throws(FrontEndRefusal) {
      if let (canonical, status) = try walk.end(of: path), status.isDirectory {
        guard walk.isClosed(canonical, status) else { throw .openFolder(canonical) }
        found = [path]
      }
    } catch {
      throw .searches(path, error)
    }
    judged[path] = found
    // A subfolder that is not there can be made only by users who may write to this folder.
    for variant in Self.variants where !found.isEmpty && depth < Self.depthLimit {
      let subfolder = "\(path)/\(variant)"
      if FileState(ofEntryAt: subfolder) != nil {
        found += try judgedFolders(at: subfolder, depth: depth + 1)
      }
    }
    judged[path] = found
    return found
  }

  private mutating func checkLibrary(
    at path: String, inherited: [String]
  ) throws(FrontEndRefusal) {
    do throws(FrontEndRefusal) {
      guard let (canonical, status) = try walk.end(of: path), !status.isDirectory,
        known.insert(([path] + inherited).joined(separator: ":")).inserted
      else { return }
      guard known.count <= Self.limit else { throw .damaged(.tooLarge) }
      try walk.check(file: status, at: canonical)
      guard let needs = try Self.needs(of: canonical) else { return }
      if let relative = needs.relativePath { throw .relativePath(relative) }
      try check(needs, of: path, inherited: inherited)
    } catch .searches(let path, let refusal) {
      throw .searches(path, refusal)
    } catch {
      throw .searches(path, error)
    }
  }

  /// What a library needs; `nil` of one for another machine, which the loader passes over.
  private static func needs(of path: String) throws(FrontEndRefusal) -> LibraryNeeds? {
    do throws(FrontEndRefusal) {
      let image = try ELFImage(InspectedFile(path: path), mayBeProgram: true)
      return try ELFDynamicSection(of: image).needs(in: image)
    } catch .otherMachine {
      return nil
    }
  }
}

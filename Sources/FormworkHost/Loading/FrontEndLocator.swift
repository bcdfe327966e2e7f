import CFormworkSystem
package import FormworkCore
import FormworkSystem
import Glibc

/// The directories to search for front ends, in order.
package struct FrontEndLocator: Sendable {
  /// The canonical paths of the directories; the environment supplies none of them.
  package let directories: [String]

  /// The program whose directory is one of them.
  private let program: String?

  /// The file that the user gave by its path, with its own name.
  private var given: (name: FrontEndName, place: FrontEndPlace)?

  /// Creates a locator for directories in their order; missing directories are left out.
  package init(directories: [String]) {
    self.directories = directories.compactMap(Directory.canonicalPath)
    program = nil
  }

  /// Creates a locator that searches beside a program, in its prefix, and in a home directory.
  package init(program: String, home: String?) {
    let place = FrontEndPlace.split(program)
    var directories = [place.directory]
    // A link in `bin` leads to `libexec/formwork`, which has the front ends of the program itself.
    for installed in ["/bin", "/libexec/formwork"] where place.directory.hasSuffix(installed) {
      directories.append(place.directory.dropLast(installed.count) + "/lib/formwork")
    }
    if let home, home.isAbsolutePath {
      directories.append(home + "/.local/share/formwork/front-ends")
    }
    var seen: Set<String> = []
    self.directories = directories.compactMap(Directory.canonicalPath).filter {
      seen.insert($0).inserted
    }
    self.program = program
  }

  /// Returns the locator of installed front ends, with the home of the password database.
  package static func installed() -> FrontEndLocator {
    guard let program = runningProgram else { return FrontEndLocator(directories: []) }
    return FrontEndLocator(program: program, home: Directory.registeredHome())
  }

  /// Returns a locator with a file at any path, which takes precedence under its name.
  func giving(_ file: FrontEndFile, as name: FrontEndName) -> FrontEndLocator {
    var copy = self
    let (directory, entry) = FrontEndPlace.split(file.path)
    copy.given = (name, place(entry, in: directory))
    return copy
  }

  /// Returns the names of all front ends, sorted, whether or not they can be loaded.
  package func names() -> [FrontEndName] {
    let installed = directories.flatMap(Directory.names).compactMap(FrontEndName.init(fileName:))
    return Set([given?.name].compactMap(\.self) + installed).sorted()
  }

  /// Finds and inspects the requested file without running it; the first one counts, even if refused.
  package func file(for request: FrontEndRequest) throws(FrontEndError) -> FrontEndFile {
    switch request {
    case .name(let text):
      guard let name = FrontEndName(text) else { throw .invalidName(text, available: names()) }
      guard let place = places(of: name).first else { throw .unknown(name, available: names()) }
      do {
        return try FrontEndFile(inspecting: place, named: isGiven(place) ? nil : name)
      } catch {
        throw .refused(path: place.path, error)
      }
    case .file(let path):
      do {
        return try FrontEndFile(inspecting: place(at: path), named: nil)
      } catch {
        throw .refused(path: path, error)
      }
    }
  }

  /// Returns all entries with the name of a front end; the first one counts.
  func places(of name: FrontEndName) -> [FrontEndPlace] {
    let given = given.flatMap { $0.name == name ? $0.place : nil }
    let installed = directories.map { place(name.fileName, in: $0) }
    return ([given].compactMap(\.self) + installed.filter { $0 != given })
      .filter { FileState(ofEntryAt: $0.path) != nil }
  }

  /// Whether the place is that of a file given by its path.
  func isGiven(_ place: FrontEndPlace) -> Bool { place == given?.place }

  /// Returns the place for a path, whose directory may contain links.
  private func place(at path: String) throws(FrontEndLoadError) -> FrontEndPlace {
    let (directory, entry) = FrontEndPlace.split(path)
    guard !["", ".", ".."].contains(entry) else {
      throw path.isEmpty ? .cannotOpen(ENOENT) : .notRegularFile
    }
    guard let canonical = Directory.canonicalPath(of: directory) else { throw .cannotOpen(errno) }
    return place(entry, in: canonical)
  }

  private func place(_ entry: String, in directory: String) -> FrontEndPlace {
    let isPrograms = program.map { FrontEndPlace.split($0).directory } == directory
    return FrontEndPlace(entry, in: directory, beside: isPrograms ? program : nil)
  }
}

/// The possible place of the file of a front end.
struct FrontEndPlace: Hashable {
  /// The path of any entry in a canonical directory.
  let path: String
  let directory: String
  let entry: String

  /// The program in the same directory, if the directory is trusted as much as the program.
  let program: String?

  init(_ entry: String, in directory: String, beside program: String? = nil) {
    path = directory == "/" ? "/\(entry)" : "\(directory)/\(entry)"
    self.directory = directory
    self.entry = entry
    self.program = program
  }

  static func split(_ path: String) -> (directory: String, entry: String) {
    guard let slash = path.lastSlash else { return (".", path) }
    return (Directory.parent(of: path), String(path[path.utf8.index(after: slash)...]))
  }
}

/// The canonical path of the running program, read once.
///
/// The system does not return the path any more after a newer file has replaced the program. Without
/// `/proc` it is the path by which the program was started.
///
/// - SeeAlso: getauxval(3), `AT_EXECFN`.
let runningProgram =
  Directory.canonicalPath(of: "/proc/self/exe")
  ?? fws_program_path().flatMap { Directory.canonicalPath(of: String(systemText: $0)) }

/// The facts about an installed front end that are known without running its code.
package struct FrontEndListing: Equatable, Sendable {
  package static let promise: Message = .key("frontEnd.promise")

  package let name: FrontEndName
  package let path: String

  /// The inspected file, or the reason why it would not be loaded.
  package let inspection: Result<FrontEndFile, FrontEndLoadError>

  /// Inspects all front ends, sorted by name.
  package static func all(in locator: FrontEndLocator) -> [FrontEndListing] {
    locator.names().flatMap { name in
      // A front end that has disappeared meanwhile is not listed.
      let places = locator.places(of: name)
      return places.map { place in
        let inspection = Result { () throws(FrontEndLoadError) in
          if let first = places.first, first != place {
            throw locator.isGiven(first)
              ? .replaced(by: first.path) : .hidden(behind: first.path)
          }
          return try FrontEndFile(inspecting: place, named: name)
        }
        return FrontEndListing(name: name, path: place.path, inspection: inspection)
      }
    }
  }
}

extension FrontEndListing {
  package var message: Message {
    let path = path.systemTextShown.replacingControls()
    return switch inspection {
    case .success(let file): "\(name) \(file.version) \(path)"
    case .failure(let refusal):
      .key(
        "frontEnd.refused",
        ["path": "\(name) \(refusal.version) \(path)", "reason": refusal.message])
    }
  }
}

extension FrontEndLoadError {
  /// The version of the contract, if the file has another one.
  fileprivate var version: String {
    if case .otherContract(let version) = self { "\(version)" } else { "-" }
  }
}

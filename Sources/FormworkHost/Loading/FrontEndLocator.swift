import FormworkSystem
import Glibc

/// The directories in which front ends are looked for, the first one first.
package struct FrontEndLocator: Sendable {
  /// The directories' canonical paths, none of which comes from the environment.
  package let directories: [String]

  /// The program whose directory is one of them.
  private let program: String?

  /// The file that a person gave by its path, and what it calls itself.
  private var given: (name: FrontEndName, place: FrontEndPlace)?

  /// Looks in `directories`, in that order; those that are not there are left out.
  package init(directories: [String]) {
    self.directories = directories.compactMap(Directory.canonicalPath)
    program = nil
  }

  /// Looks beside a program, then in the `lib/formwork` of the prefix that it is installed in, then below a home.
  ///
  /// - Parameters:
  ///   - program: The program's canonical path.
  ///   - home: The home of the user; one that is no absolute path is none.
  package init(program: String, home: String?) {
    let place = FrontEndPlace.split(program)
    var directories = [place.directory]
    // What a link in `bin` leads to is in `libexec/formwork`, with the front ends that are its own.
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

  /// Looks where front ends are installed: beside the running program, in the system's directory,
  /// and in that of the user: in the home of the password database, for any program can set the variable.
  package static func installed() -> FrontEndLocator {
    guard let program = runningProgram else { return FrontEndLocator(directories: []) }
    return FrontEndLocator(program: program, home: Directory.registeredHome())
  }

  /// The same with a file that may be anywhere, and comes before all that are installed under a name.
  func giving(_ file: FrontEndFile, as name: FrontEndName) -> FrontEndLocator {
    var copy = self
    let (directory, entry) = FrontEndPlace.split(file.path)
    copy.given = (name, place(entry, in: directory))
    return copy
  }

  /// The names of all front ends that there are, sorted, whether or not they can be loaded.
  package func names() -> [FrontEndName] {
    let installed = directories.flatMap(Directory.names).compactMap(FrontEndName.init(fileName:))
    return Set([given?.name].compactMap(\.self) + installed).sorted()
  }

  /// Finds and inspects the file that a person asked for, without running any code of it.
  ///
  /// Where several directories have the name, the first one counts: a file that is refused is not
  /// passed over for another.
  ///
  /// - Throws: ``FrontEndError``: there is no such file, or the first rule that it breaks.
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

  /// All entries of a front end's name, whatever they are: the first one counts.
  func places(of name: FrontEndName) -> [FrontEndPlace] {
    let given = given.flatMap { $0.name == name ? $0.place : nil }
    let installed = directories.map { place(name.fileName, in: $0) }
    return ([given].compactMap(\.self) + installed.filter { $0 != given })
      .filter { FileState(ofEntryAt: $0.path) != nil }
  }

  /// Whether a place is that of a file that was given by its path.
  func isGiven(_ place: FrontEndPlace) -> Bool { place == given?.place }

  /// The place that a path names, whose directory may be given by links.
  private func place(at path: String) throws(FrontEndRefusal) -> FrontEndPlace {
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

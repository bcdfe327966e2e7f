import FormworkFrontEnd
import PlainFrontEnd

/// A front end that a program has to do with, and its life so far.
final class KnownFrontEnd {
  /// Where its code comes from.
  enum Source {
    case file(FrontEndFile)
    case host(CheckedFrontEnd)
  }

  let source: Source
  private var machine = FrontEndMachine()

  /// What is to be run next, or runs; `nil` before it was loaded.
  private(set) var loaded: (any LoadedFrontEnd)?

  /// Why it could not be loaded: that does not change while the program runs.
  private var failure: FrontEndError?

  init(_ file: FrontEndFile) { source = .file(file) }

  private init(partOfHost table: CheckedFrontEnd) { source = .host(table) }

  /// The front end that is part of the host itself, so that there always is one.
  static func plain() throws(FrontEndRefusal) -> KnownFrontEnd {
    let version = ContractVersion.host
    let table = PlainFrontEnd.table.pointer(major: version.major, minor: version.minor)
    return KnownFrontEnd(partOfHost: try CheckedFrontEnd(table, of: FrontEndName("plain")))
  }

  /// The file, where it is not part of the host.
  var file: FrontEndFile? {
    if case .file(let file) = source { file } else { nil }
  }

  /// What to call it: what it says of itself once it is loaded, otherwise its file's name or path.
  var name: String {
    switch source {
    case .host(let table): table.description.identifier.text
    case .file(let file): loaded?.description.identifier.text ?? file.name?.text ?? file.path
    }
  }

  /// Loads it, or takes it up again where it is loaded.
  ///
  /// - Parameters:
  ///   - runner: The runner to start for it; `nil` loads it into this process.
  ///   - hasTerminal: Whether there is a terminal that can move its cursor.
  ///   - limits: How long it may take in a process of its own.
  /// - Throws: Why it cannot be had.
  func load(
    by runner: String?, hasTerminal: Bool, limits: PatienceLimits
  ) throws(FrontEndError) {
    guard machine.apply(.attachRequested) == .start else { throw failure ?? .gone(name) }
    do throws(FrontEndError) {
      let loaded = try load(by: runner, limits)
      // One that is of no use here is let go, with its process.
      if loaded.description.needsTerminal && !hasTerminal {
        throw .needsTerminal(loaded.description.identifier.text)
      }
      self.loaded = loaded
    } catch {
      _ = machine.apply(.loadingFailed)
      failure = error
      throw error
    }
  }

  private func load(
    by runner: String?, _ limits: PatienceLimits
  ) throws(FrontEndError) -> any LoadedFrontEnd {
    switch source {
    case .host(let table): return LibraryFrontEnd(table)
    case .file(let file):
      guard let runner else { return LibraryFrontEnd(try FrontEndLibrary.load(file).table) }
      do {
        let process = try RunnerProcess(runner, for: file, isShownAgain: loaded != nil)
        return try RunnerFrontEnd(process, of: file.name, limits: limits)
      } catch {
        throw .refused(path: file.path, error)
      }
    }
  }

  /// Tells its machine what happened.
  func apply(_ event: FrontEndMachine.Event) -> FrontEndMachine.Action { machine.apply(event) }
}

import FormworkFrontEnd

/// A front end that the program has used, with its state.
final class KnownFrontEnd {
  /// The file; `nil` if the front end is part of the program.
  let file: FrontEndFile?
  private var machine = FrontEndMachine()

  /// The front end to run next, or the running one; `nil` before it is loaded.
  private(set) var loaded: (any LoadedFrontEnd)?

  /// The reason why it could not be loaded, which does not change while the program runs.
  private var failure: FrontEndError?

  init(_ file: FrontEndFile) { self.file = file }

  /// Creates the front end that is part of the program, so that one is always available.
  init(builtIn table: FrontEndTable) throws(FrontEndLoadError) {
    file = nil
    let version = ContractVersion.host
    loaded = LibraryFrontEnd(
      try CheckedFrontEnd(table.pointer(major: version.major, minor: version.minor), of: nil))
  }

  /// The name in its table after it is loaded, otherwise the name or path of its file.
  var name: String {
    loaded?.description.identifier.text ?? file?.name?.text ?? file?.path ?? ""
  }

  /// Loads the front end, or reuses it if it is loaded.
  func load(
    by runner: String?, hasTerminal: Bool, limits: ResponseTimeouts
  ) throws(FrontEndError) {
    guard machine.apply(.attachRequested) == .start else { throw failure ?? .gone(name) }
    do throws(FrontEndError) {
      var loaded = loaded
      if let file { loaded = try load(file, by: runner, limits) }
      // A front end that cannot be used here is released, with its process.
      if let description = loaded?.description, description.needsTerminal && !hasTerminal {
        throw .needsTerminal(description.identifier.text)
      }
      self.loaded = loaded
    } catch {
      _ = machine.apply(.loadingFailed)
      failure = error
      throw error
    }
  }

  private func load(
    _ file: FrontEndFile, by runner: String?, _ limits: ResponseTimeouts
  ) throws(FrontEndError) -> any LoadedFrontEnd {
    do {
      guard let runner else { return LibraryFrontEnd(try CheckedFrontEnd(loading: file)) }
      let process = try RunnerProcess(runner, for: file, isShownAgain: loaded != nil)
      return try RunnerFrontEnd(process, of: file.name, limits: limits)
    } catch {
      throw .refused(path: file.path, error)
    }
  }

  func apply(_ event: FrontEndMachine.Event) -> FrontEndMachine.Action { machine.apply(event) }
}

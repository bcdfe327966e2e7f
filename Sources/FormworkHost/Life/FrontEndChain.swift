import FormworkFrontEnd
import FormworkSystem

/// The current front end of a program, and those that replace it after a failure.
final class FrontEndChain {
  /// The names to try if the user requests no front end.
  private static let usual = ["editline", "plain"]

  /// The names that the user cycles through with one key, in order.
  private static let round = ["editline", "screen", "plain"]

  /// The installed front ends, which replace a failed one.
  private let installed: FrontEndLocator
  private let isolation: Isolation
  private let limits: ResponseTimeouts
  private let hasTerminal: Bool
  private let builtIn: KnownFrontEnd
  private var known: [KnownFrontEnd] = []

  /// The locator of front ends by name; a file given by its path takes precedence under its name.
  private(set) var locator: FrontEndLocator
  private(set) var current: KnownFrontEnd

  init(
    builtIn: FrontEndTable, _ locator: FrontEndLocator, isolation: Isolation, hasTerminal: Bool,
    limits: ResponseTimeouts
  ) throws(FrontEndLoadError) {
    (installed, self.locator) = (locator, locator)
    self.isolation = isolation
    self.limits = limits
    self.hasTerminal = hasTerminal
    self.builtIn = try KnownFrontEnd(builtIn: builtIn)
    current = self.builtIn
  }

  func switchOver(to request: FrontEndRequest) throws(FrontEndError) {
    let file: FrontEndFile
    do {
      file = try locator.file(for: request)
    } catch .unknown(let name, let available) {
      guard name.text == builtIn.name else {
        let own = [FrontEndName(builtIn.name)].compactMap(\.self)
        throw .unknown(name, available: Set(available + own).sorted())
      }
      return try show(builtIn)
    }
    try switchOver(to: file)
  }

  /// Switches to the next front end of the cycle; from any other front end, to the first.
  func switchToNext() throws(FrontEndError) {
    let place = Self.round.firstIndex(of: current.name)
    let others = place.map { Self.round[($0 + 1)...] + Self.round[..<$0] } ?? Self.round[...]
    var failure: FrontEndError?
    for name in others {
      do { return try switchOver(to: .name(name)) } catch { failure = failure ?? error }
    }
    if let failure { throw failure }
  }

  private func switchOver(to file: FrontEndFile) throws(FrontEndError) {
    let frontEnd = known.first { $0.file == file } ?? KnownFrontEnd(file)
    if !known.contains(where: { $0 === frontEnd }) { known.append(frontEnd) }
    try show(frontEnd)
    if file.name == nil, let name = frontEnd.loaded?.description.identifier {
      locator = locator.giving(file, as: name)
    }
  }

  func reload() throws(FrontEndError) { try show(current) }

  /// Switches to the next available front end; returns whether there is one.
  func fallBack(_ report: (FrontEndError) -> Void) -> Bool {
    let names = Set(installed.names().map(\.text))
    for name in Self.usual where names.contains(name) {
      // An editor is of no use without a terminal: it is skipped without a complaint.
      if name == "editline" && !hasTerminal { continue }
      do {
        try switchOver(to: installed.file(for: .name(name)))
        return true
      } catch .gone {
        continue
      } catch {
        report(error)
      }
    }
    do {
      try show(builtIn)
      return true
    } catch {
      return false
    }
  }

  private func show(_ frontEnd: KnownFrontEnd) throws(FrontEndError) {
    try frontEnd.load(by: runner(for: frontEnd), hasTerminal: hasTerminal, limits: limits)
    current = frontEnd
  }

  /// Returns the path of the runner, if the front end is to run in a separate process.
  private func runner(for frontEnd: KnownFrontEnd) -> String? {
    guard let file = frontEnd.file else { return nil }
    return isolation == .always || isolation == .foreign && !file.isOwn ? Self.runnerPath : nil
  }

  private static let runnerPath = FrontEndPlace(
    RunnerProcess.programName, in: Directory.parent(of: runningProgram ?? "/")
  ).path
}

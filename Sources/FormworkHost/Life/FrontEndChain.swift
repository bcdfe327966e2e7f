/// Knows which front end shows a session, and which is next where that one is gone: the one that was
/// asked for, then `editline`, then `plain`, which is part of the host and can always be had.
final class FrontEndChain {
  /// The names of the front ends that are tried where the person asked for no other.
  private static let usual = ["editline", "plain"]

  /// The names of the front ends that a person goes round by one key, in order.
  private static let round = ["editline", "screen", "plain"]

  /// Where those are that are tried where another one has failed.
  private let installed: FrontEndLocator
  private let isolation: Isolation
  private let limits: PatienceLimits
  private let hasTerminal: Bool
  private let plain: KnownFrontEnd
  private var known: [KnownFrontEnd] = []

  /// Where front ends are looked for by their names: a file that was given comes first under its own.
  private(set) var locator: FrontEndLocator

  /// The front end that shows the session now.
  private(set) var current: KnownFrontEnd

  /// Begins with the front end of the host itself.
  ///
  /// - Parameters:
  ///   - locator: Where the others are looked for.
  ///   - isolation: Which of them have a process of their own.
  ///   - hasTerminal: Whether there is a terminal that can move its cursor.
  ///   - limits: How long those with a process of their own may take.
  /// - Throws: What is wrong with the host's own.
  init(
    _ locator: FrontEndLocator, isolation: Isolation, hasTerminal: Bool, limits: PatienceLimits
  ) throws(FrontEndRefusal) {
    (installed, self.locator) = (locator, locator)
    self.isolation = isolation
    self.limits = limits
    self.hasTerminal = hasTerminal
    plain = try KnownFrontEnd.plain()
    current = plain
  }

  /// Loads the front end that a person asked for, and goes on with it.
  ///
  /// The host's own answers to its name where no file has it.
  ///
  /// - Throws: Why it cannot be had; then nothing has changed.
  func switchOver(to request: FrontEndRequest) throws(FrontEndError) {
    let file: FrontEndFile
    do {
      file = try locator.file(for: request)
    } catch .unknown(let name, let available) {
      guard name.text == plain.name else {
        let own = [FrontEndName(plain.name)].compactMap(\.self)
        throw .unknown(name, available: Set(available + own).sorted())
      }
      try load(plain)
      current = plain
      return
    }
    try goOn(with: file)
  }

  /// Goes on with the next of those that a person goes round; from any other front end, with the first.
  ///
  /// One that cannot be had here is passed over.
  ///
  /// - Throws: Why the first of them cannot be had, where none can; then nothing has changed.
  func switchToNext() throws(FrontEndError) {
    let place = Self.round.firstIndex(of: current.name)
    let others = place.map { Self.round[($0 + 1)...] + Self.round[..<$0] } ?? Self.round[...]
    var failure: FrontEndError?
    for name in others {
      do { return try switchOver(to: .name(name)) } catch { failure = failure ?? error }
    }
    if let failure { throw failure }
  }

  private func goOn(with file: FrontEndFile) throws(FrontEndError) {
    let frontEnd = known.first { $0.file == file } ?? KnownFrontEnd(file)
    if !known.contains(where: { $0 === frontEnd }) { known.append(frontEnd) }
    try load(frontEnd)
    current = frontEnd
    if file.name == nil, let name = frontEnd.loaded?.description.identifier {
      locator = locator.giving(file, as: name)
    }
  }

  /// Loads the current one once more, after it has left.
  ///
  /// - Throws: Why it cannot be had any more.
  func reload() throws(FrontEndError) { try load(current) }

  /// Goes on with the next one that can be had.
  ///
  /// - Parameter complain: Is told why each front end before that one cannot be had, if it is installed.
  /// - Returns: Whether there is one: the last resort may be what has failed.
  func fallBack(_ complain: (FrontEndError) -> Void) -> Bool {
    let names = Set(installed.names().map(\.text))
    for name in Self.usual where names.contains(name) {
      // An editor is of no use without a terminal: it is left out without a complaint.
      if name == "editline" && !hasTerminal { continue }
      do {
        try goOn(with: installed.file(for: .name(name)))
        return true
      } catch .gone {
        continue
      } catch {
        complain(error)
      }
    }
    do {
      try load(plain)
      current = plain
      return true
    } catch {
      return false
    }
  }

  private func load(_ frontEnd: KnownFrontEnd) throws(FrontEndError) {
    try frontEnd.load(by: runner(for: frontEnd), hasTerminal: hasTerminal, limits: limits)
  }

  /// The runner's path where a front end is to have a process of its own.
  private func runner(for frontEnd: KnownFrontEnd) -> String? {
    guard let file = frontEnd.file else { return nil }
    let isIsolated =
      switch isolation {
      case .always: true
      case .never: false
      case .foreign: !file.isOwn
      }
    return isIsolated ? Self.runnerPath : nil
  }

  private static let runnerPath: String = {
    let directory = FrontEndPlace.split(runningProgram ?? "/").directory
    return FrontEndPlace(RunnerProcess.programName, in: directory).path
  }()
}

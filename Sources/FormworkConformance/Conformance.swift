package import FormworkCore
package import FormworkHost
import FormworkTools
package import Logging

/// The checks of a front end against the contract.
package final class Conformance {
  /// All checks, each after those that it builds on.
  package static let checks: [Check] =
    Check.ofTheFile + Check.ofTheEntry + Check.ofRunning + Check.ofThePicture + Check.ofWhatIsNew
    + Check.ofTexts + Check.ofTheTerminal + Check.ofManyRuns

  /// The file, or the reason why the inspection has refused it.
  let file: Result<FrontEndFile, FrontEndLoadError>
  let seed: UInt64

  /// The path of the program that checks, which also is the probe; the runner is beside it.
  private let program: String
  private let log: Logger?
  private let writeTrace: ((String) -> Void)?

  private lazy var trace = Trace(of: "", writeTrace)
  private var deadline = ContinuousClock.now

  /// Results that several checks share: a usual run, and the remains of some and of many runs.
  private var knownRun: RecordedRun?
  var knownRemains: (early: ScriptMessage, late: ScriptMessage)?

  /// Inspects a front end without running its code; fails if there is no file to be checked.
  package init(
    of request: FrontEndRequest, in locator: FrontEndLocator, by program: String, seed: UInt64,
    log: Logger? = nil, trace: ((String) -> Void)? = nil
  ) throws(FrontEndError) {
    (self.program, self.seed, self.log, writeTrace) = (program, seed, log, trace)
    do {
      file = .success(try locator.file(for: request))
    } catch {
      guard case .refused(_, let refusal) = error else { throw error }
      if case .cannotOpen = refusal { throw error }
      file = .failure(refusal)
    }
  }

  /// Runs all checks in order, or one of them and those that it builds on, and says their lines.
  ///
  /// - Returns: Whether no check failed.
  package func run(only name: String? = nil, say: (Message) throws -> Void) rethrows -> Bool {
    let wanted = name.map(Self.needed(for:)) ?? Set(Self.checks.map(\.name))
    var passed: Set<String> = []
    var isSound = true
    for check in Self.checks where wanted.contains(check.name) {
      var result: Message = .key("check.passed")
      trace = Trace(of: check.name, writeTrace)
      deadline = .now + check.deadline
      do throws(CheckFailure) {
        if let missing = check.prerequisites.first(where: { !passed.contains($0) }) {
          throw CheckFailure(skipping: .key("check.buildsOn", ["name": .verbatim(missing)]))
        }
        try check.body(self)
        passed.insert(check.name)
      } catch {
        let reason = ["reason": error.message]
        result = error.isSkip ? .key("check.skipped", reason) : .key("check.failed", reason)
        isSound = isSound && error.isSkip
      }
      try say(.key("check.result", ["name": .verbatim(check.name), "result": result]))
      if !trace.lastLines.isEmpty { try say(.key("check.last")) }
      for line in trace.lastLines { try say("  \(line)") }
    }
    return isSound
  }

  /// Returns the names of a check and of those that it builds on, at once or through others.
  static func needed(for name: String) -> Set<String> {
    let prerequisites = checks.first { $0.name == name }?.prerequisites ?? []
    return prerequisites.reduce([name]) { $0.union(needed(for: $1)) }
  }

  /// Returns the run of the scene in usual circumstances.
  func usualRun() throws(CheckFailure) -> RecordedRun {
    if let knownRun { return knownRun }
    let run = try start().perform()
    knownRun = run
    return run
  }

  /// Starts a process for the front end, and waits until it is loaded.
  func start(
    _ screen: ScriptedScreen = .sample(), in mode: ProbeMode? = .usual
  ) throws(CheckFailure) -> SessionHost {
    let file = try file.mapError { CheckFailure($0.message) }.get()
    return try SessionHost(
      screen, file, by: program, in: mode, log: log, trace: trace, deadline: deadline)
  }
}

/// A requirement of front ends, and the way to find out whether one meets it.
package struct Check: Sendable {
  package let name: String

  /// The requirement, in one sentence.
  package let requirement: Message

  /// The names of the checks that have to pass before.
  let prerequisites: [String]
  let deadline: Duration

  /// Throws the failure, or the reason why the check cannot run.
  let body: @Sendable (Conformance) throws(CheckFailure) -> Void

  init(
    _ name: String, _ requirement: String, after prerequisites: [String] = ["run"],
    deadline: Duration = .seconds(30),
    _ body: @escaping @Sendable (Conformance) throws(CheckFailure) -> Void
  ) {
    (self.name, self.requirement) = (name, .key("requirement", of: requirement))
    (self.prerequisites, self.deadline, self.body) = (prerequisites, deadline, body)
  }
}

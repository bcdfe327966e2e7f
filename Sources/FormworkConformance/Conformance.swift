package import FormworkCore
package import FormworkHost
import FormworkTesting
package import Logging

/// The checks of a front end against the contract.
package struct Conformance {
  /// All checks, each after those that it builds on.
  package static let checks: [Check] =
    Check.ofTheFile + Check.ofTheEntry + Check.ofRunning + Check.ofThePicture + Check.ofWhatIsNew
    + Check.ofTexts + Check.ofTheTerminal + Check.ofManyRuns

  /// The file; `nil` if the inspection has refused it.
  let file: FrontEndFile?
  let refusal: FrontEndLoadError?
  let seed: UInt64

  /// The path of the program that checks, which also is the probe; the runner lies beside it.
  fileprivate let program: String
  fileprivate let log: Logger?
  private let trace: ((String) -> Void)?

  /// Inspects a front end without running its code.
  ///
  /// - Throws: ``FrontEndError`` if there is no file to be checked.
  package init(
    of request: FrontEndRequest, in locator: FrontEndLocator, by program: String,
    seed: UInt64, log: Logger? = nil, trace: ((String) -> Void)? = nil
  ) throws(FrontEndError) {
    (self.program, self.seed, self.log, self.trace) = (program, seed, log, trace)
    do {
      file = try locator.file(for: request)
      refusal = nil
    } catch {
      guard case .refused(_, let refusal) = error else { throw error }
      if case .cannotOpen = refusal { throw error }
      file = nil
      self.refusal = refusal
    }
  }

  /// Runs all checks in order, or one of them and those that it builds on.
  ///
  /// - Returns: Whether no check failed.
  package func run(
    only name: String? = nil, report: (Check, CheckResult) throws -> Void
  ) rethrows -> Bool {
    let wanted = name.map(Self.needed(for:)) ?? Set(Self.checks.map(\.name))
    let memory = CheckContext.Memory()
    var passed: Set<String> = []
    var isSound = true
    for check in Self.checks where wanted.contains(check.name) {
      let result = result(of: check, after: passed, memory)
      switch result {
      case .passed: passed.insert(check.name)
      case .failed: isSound = false
      case .skipped: break
      }
      try report(check, result)
    }
    return isSound
  }

  private func result(
    of check: Check, after passed: Set<String>, _ memory: CheckContext.Memory
  ) -> CheckResult {
    if let missing = check.prerequisites.first(where: { !passed.contains($0) }) {
      return .skipped(Message("check.buildsOn", ["name": .verbatim(missing)]))
    }
    let trace = Trace(of: check.name, trace)
    let context = CheckContext(
      conformance: self, trace: trace, memory: memory, deadline: .now + check.deadline)
    do throws(CheckFailure) {
      try check.body(context)
      return .passed
    } catch {
      return error.isSkip ? .skipped(error.message) : .failed(error.message, last: trace.ending)
    }
  }

  /// Returns the names of a check and of those that it builds on, at once or through others.
  static func needed(for name: String) -> Set<String> {
    let prerequisites = checks.first { $0.name == name }?.prerequisites ?? []
    return prerequisites.reduce([name]) { $0.union(needed(for: $1)) }
  }
}

/// A demand on front ends, and the way to find out whether one meets it.
package struct Check: Sendable {
  package let name: String

  /// The demand, in one sentence.
  package let demand: Message

  /// The names of the checks that have to pass before.
  let prerequisites: [String]

  let deadline: Duration

  /// Throws the failure, or the reason why the check cannot run.
  let body: @Sendable (CheckContext) throws(CheckFailure) -> Void

  init(
    _ name: String, _ demand: Message, after prerequisites: [String] = ["run"],
    deadline: Duration = .seconds(30),
    _ body: @escaping @Sendable (CheckContext) throws(CheckFailure) -> Void
  ) {
    (self.name, self.demand, self.prerequisites) = (name, demand, prerequisites)
    (self.deadline, self.body) = (deadline, body)
  }
}

package enum CheckResult: Equatable, Sendable {
  case passed

  /// The failure in one line, and the last messages before a crash or a hang.
  case failed(Message, last: [String] = [])

  /// The reason why the check could not run.
  case skipped(Message)

  package var message: Message {
    switch self {
    case .passed: "check.passed"
    case .failed(let reason, _): Message("check.failed", ["reason": reason])
    case .skipped(let reason): Message("check.skipped", ["reason": reason])
    }
  }

  /// The lines below the result.
  package var details: [Message] {
    guard case .failed(_, let last) = self, !last.isEmpty else { return [] }
    return ["check.last"] + last.map { .verbatim("  \($0)") }
  }
}

/// The circumstances of a check of a front end.
struct CheckContext {
  let conformance: Conformance
  let trace: Trace
  let memory: Memory
  let deadline: ContinuousClock.Instant

  /// Results that several checks share.
  final class Memory {
    fileprivate var usualRun: RecordedRun?

    /// The remains of some runs in their process, and of many.
    var manyRuns: (early: ScriptMessage, late: ScriptMessage)?
  }

  /// Returns the run of the scene in usual circumstances.
  func usualRun() throws(CheckFailure) -> RecordedRun {
    if let known = memory.usualRun { return known }
    let run = try start().perform()
    memory.usualRun = run
    return run
  }

  /// Starts a process for the front end, shows a screen, and waits until the front end waits.
  func attach(_ screen: ScriptedScreen = .harbour()) throws(CheckFailure) -> SessionHost {
    let host = try start(screen)
    try host.attach()
    return host
  }

  /// Starts a process for the front end, and waits until it is loaded.
  func start(
    _ screen: ScriptedScreen = .harbour(), in program: FrontEndProgram = .probe(.usual)
  ) throws(CheckFailure) -> SessionHost {
    guard let file = conformance.file else { throw CheckFailure(Message("deed.noFile")) }
    return try SessionHost(
      screen, file, by: conformance.program, in: program, log: conformance.log, trace: trace,
      deadline: deadline)
  }
}

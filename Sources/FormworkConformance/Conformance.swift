import FormworkCore
package import FormworkHost
package import Logging

/// Checks a front end against the contract.
package struct Conformance {
  /// All checks, each after those that it builds on.
  package static let checks: [Check] =
    Check.ofTheFile + Check.ofTheEntry + Check.ofRunning + Check.ofThePicture + Check.ofWhatIsNew
    + Check.ofMemory + Check.ofTexts + Check.ofTheTerminal + Check.ofManyRuns

  private let file: FrontEndFile?
  private let refusal: FrontEndRefusal?
  private let programs: ProgramPaths
  private let seed: UInt64
  private let log: Logger?
  private let trace: ((String) -> Void)?

  /// Inspects a front end; no code of it is run yet.
  ///
  /// - Parameters:
  ///   - request: Which one.
  ///   - locator: Where names are looked for.
  ///   - programs: The programs that run it.
  ///   - seed: What random messages are drawn from.
  ///   - log: Gets the front end's lines for a log.
  ///   - trace: Gets a line for each message, with the check that it belongs to.
  /// - Throws: ``FrontEndError`` where there is no file to be checked.
  package init(
    of request: FrontEndRequest, in locator: FrontEndLocator, by programs: ProgramPaths,
    seed: UInt64, log: Logger? = nil, trace: ((String) -> Void)? = nil
  ) throws(FrontEndError) {
    self.log = log
    self.trace = trace
    self.programs = programs
    self.seed = seed
    do {
      file = try locator.file(for: request)
      refusal = nil
    } catch .refused(_, let refusal) where !refusal.isAbsence {
      file = nil
      self.refusal = refusal
    } catch {
      throw error
    }
  }

  /// Runs checks, one after the other.
  ///
  /// - Parameters:
  ///   - name: The one to run, with those that it builds on; `nil` runs all.
  ///   - report: Told of each result.
  /// - Returns: Whether none failed.
  package func run(
    only name: String? = nil, report: (Check, CheckResult) throws -> Void
  ) rethrows -> Bool {
    let wanted = name.map(Self.needed(for:)) ?? Set(Self.checks.map(\.name))
    let memory = Examination.Memory()
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
    of check: Check, after passed: Set<String>, _ memory: Examination.Memory
  ) -> CheckResult {
    if let missing = check.prerequisites.first(where: { !passed.contains($0) }) {
      return .skipped(Message("check.buildsOn", ["name": .verbatim(missing)]))
    }
    let trace = Trace(of: check.name, trace)
    let examination = Examination(
      file: file, refusal: refusal, seed: seed, programs: programs, log: log, trace: trace,
      memory: memory, deadline: .now + check.deadline)
    do throws(Failure) {
      try check.body(examination)
      return .passed
    } catch {
      return error.isSkip ? .skipped(error.message) : .failed(error.message, last: trace.ending)
    }
  }

  private static func needed(for name: String) -> Set<String> {
    let prerequisites = checks.first { $0.name == name }?.prerequisites ?? []
    return prerequisites.reduce([name]) { $0.union(needed(for: $1)) }
  }
}

extension FrontEndRefusal {
  /// Whether there is nothing that could be checked.
  fileprivate var isAbsence: Bool {
    if case .cannotOpen = self { true } else { false }
  }
}

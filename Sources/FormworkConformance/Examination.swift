import FormworkCore
import FormworkHost
import Logging

/// One check of one front end: what it needs to start processes, and when it has to be over.
struct Examination {
  /// The file that is checked; `nil` where no file came out of the inspection.
  let file: FrontEndFile?

  /// What the inspection said against it.
  let refusal: FrontEndRefusal?

  /// What random messages are drawn from.
  let seed: UInt64

  let programs: ProgramPaths

  /// What gets the front end's lines for a log.
  let log: Logger?

  let trace: Trace

  let memory: Memory

  let deadline: ContinuousClock.Instant

  /// What the front end does where nothing is out of the ordinary.
  func usualPerformance() throws(Failure) -> Performance {
    if let known = memory.usualPerformance { return known }
    let performance = try start().perform()
    memory.usualPerformance = performance
    return performance
  }

  /// What is found out once for all checks.
  final class Memory {
    fileprivate var usualPerformance: Performance?

    /// What is left behind after some runs, and after many.
    var remains: (early: Remains, late: Remains)?
  }

  /// Starts a process for the front end, and waits until that is loaded.
  func start(
    _ program: FrontEndProcess.Program = .probe(.usual), _ form: ScriptedForm = .harbour()
  ) throws(Failure) -> ScriptedHost {
    guard let file else { throw Failure("deed.noFile") }
    let process = try FrontEndProcess(program, of: file, at: programs)
    let host = ScriptedHost(process, form, log: log, trace: trace, deadline: deadline)
    try host.awaitLoading()
    return host
  }
}

import FormworkHost

/// One check of one front end: what it needs to start processes, and when it has to be over.
struct Examination {
  /// The file that is checked; `nil` where no file came out of the inspection.
  let file: FrontEndFile?

  /// What the inspection said against it.
  let refusal: FrontEndRefusal?

  /// What random messages are drawn from.
  let seed: UInt64

  let programs: ProgramPaths
  let deadline: ContinuousClock.Instant

  /// Starts a process for the front end, and waits until that is loaded.
  func start(
    _ program: FrontEndProcess.Program = .probe(.usual), _ form: ScriptedForm = .harbour()
  ) throws(Failure) -> ScriptedHost {
    guard let file else { throw Failure("there is no file to load") }
    let process = try FrontEndProcess(program, of: file, at: programs)
    let host = ScriptedHost(process, form, deadline: deadline)
    try host.awaitLoading()
    return host
  }
}

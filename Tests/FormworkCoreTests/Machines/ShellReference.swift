import FormworkCore

/// The shell's machine as the page has it, in sentences and with flags instead of states.
struct ShellReference {
  private(set) var isTyped = false
  private(set) var isRunning = false
  private(set) var isOver = false
  private(set) var runs: UInt64 = 0

  private var run: RunID { RunID(rawValue: runs) }

  var state: ShellMachine.State {
    if isOver { return .leaving }
    if isRunning { return .running(run) }
    return isTyped ? .reading : .idle
  }

  mutating func apply(_ event: ShellMachine.Event) -> ShellMachine.Action {
    if isOver { return .nothing }
    return isRunning ? whileRunning(event) : atThePrompt(event)
  }

  private mutating func whileRunning(_ event: ShellMachine.Event) -> ShellMachine.Action {
    let ends: [ShellMachine.Event: ShellMachine.Action] = [
      .finished(run): .showResult, .failed(run): .showFailure, .interrupted: .cancel(run),
      .inputEnded: .cancel(run),
    ]
    guard let action = ends[event] else { return .nothing }
    isRunning = false
    isOver = event == .inputEnded
    return action
  }

  private mutating func atThePrompt(_ event: ShellMachine.Event) -> ShellMachine.Action {
    if case .edited(let isEmpty) = event { isTyped = !isEmpty }
    if event == .inputEnded || event == .leaveRequested && !isTyped { isOver = true }
    if event == .interrupted {
      isTyped = false
      return .dropLine
    }
    guard case .committed(let line) = event, isTyped else { return .nothing }
    isTyped = false
    isOver = line == .exit
    isRunning = line == .command
    runs += isRunning ? 1 : 0
    let actions: [ShellMachine.Line: ShellMachine.Action] = [
      .blank: .dropLine, .mistaken: .complain, .question: .answer, .command: .run(run),
    ]
    return actions[line] ?? .nothing
  }
}

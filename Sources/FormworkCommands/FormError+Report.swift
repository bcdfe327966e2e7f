import ArgumentParser
package import Formwork

extension FormError {
  /// Reports why the form has no answers and what has become of it, and ends the command.
  ///
  /// `close` closes open files before a signal ends the process, after all output.
  package func report(
    _ outcome: Message, by speaker: ProgramOutput, closing close: () -> Void = {}
  ) throws -> Never {
    switch self {
    case .cancelled, .declined, .inputEnded, .refused, .outcomeUnknown, .interrupted: break
    case .notAccepted, .failed, .badInput: complain(by: speaker)
    }
    if exitStatus != ProgramFailure.usage { speaker.complain(outcome) }
    if case .interrupted(let signal) = self {
      close()
      endProcess(by: signal)
    }
    throw ExitCode(exitStatus)
  }
}

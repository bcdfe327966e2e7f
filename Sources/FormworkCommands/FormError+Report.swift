import ArgumentParser
package import Formwork

extension FormError {
  /// Reports why the form has no answers and what has become of it, and ends the command.
  ///
  /// - Parameters:
  ///   - outcome: One line for the user, which is omitted after invalid input.
  ///   - speaker: The output of the program.
  ///   - close: Closes open files before a signal ends the process, after all output.
  /// - Throws: The exit status.
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

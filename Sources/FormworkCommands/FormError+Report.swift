import ArgumentParser
package import Formwork

extension FormError {
  /// Says why a command has not done what its form is for, and what has become of that, and ends the command.
  ///
  /// - Parameters:
  ///   - outcome: One line for the person; not said where the program was started with what is of no use.
  ///   - speaker: Says it.
  ///   - close: Closes what is open before a signal ends the process, after all is said.
  /// - Throws: The exit status.
  package func report(
    _ outcome: Message, by speaker: Speaker, closing close: () -> Void = {}
  ) throws -> Never {
    switch self {
    case .cancelled, .declined, .inputEnded, .refused, .outcomeUnknown, .interrupted: break
    case .notAccepted, .failed, .badInput: complain(by: speaker)
    }
    if exitStatus != Failure.usage { speaker.complain(outcome) }
    if case .interrupted(let signal) = self {
      close()
      endProcess(by: signal)
    }
    throw ExitCode(exitStatus)
  }
}

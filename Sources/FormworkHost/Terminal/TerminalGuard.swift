import CFormworkSystem
package import FormworkCore
import FormworkOperations
package import FormworkSession
import FormworkSystem
import Glibc

/// Gives a terminal back as it was found, whatever a front end does to it.
///
/// A process has one at a time, made before anything touches the terminal.
///
/// The first signal that asks the program to leave is only noted, and wakes the session, which
/// then ends in good order with ``end(with:)``; a second one ends the program at once. A crash, or any
/// other signal that ends a process, restores the terminal and ends the program with the signal's own
/// status. ^Z gives the terminal back while the program is stopped. At each `SIGCONT` the front end's modes
/// are set again, whatever has stopped the program. Signals that were ignored at the start stay ignored; the
/// others are unblocked. The thread that makes the guard does all of this, whichever thread a signal
/// comes to.
package final class TerminalGuard: SystemEvents, Sendable {
  let terminal: Int32
  private let wakeUp: WakeUp

  /// Notes the modes of a terminal and takes over the signals; `nil` where another guard does.
  ///
  /// - Parameters:
  ///   - terminal: The terminal. Where it is none, the signals alone are taken over.
  ///   - output: Where front ends draw; `nil` is the terminal.
  ///   - wakeUp: What is raised at the first signal to leave.
  package init?(terminal: Int32, output: Int32? = nil, wakeUp: WakeUp) {
    guard fwg_install(terminal, output ?? terminal, wakeUp.pointer) == 0 else { return nil }
    (self.terminal, self.wakeUp) = (terminal, wakeUp)
  }

  /// Restores the terminal, and the signal handlers that were there before.
  deinit { fwg_uninstall() }

  /// The signal that asked the program to leave, if one did.
  package var pendingSignal: Int32? {
    let signal = fwg_pending_signal()
    return signal == 0 ? nil : signal
  }

  /// Lets what comes after a front end take its time: where a signal asks to leave and the front end
  /// does not, the program ends after three seconds.
  package func noteLeaving() { fwg_note_leaving() }

  /// Forgets a `SIGINT` that was dealt with.
  package func dismissInterrupt() { fwg_dismiss_interrupt() }

  /// Whether the program went on after a stop since this was asked last.
  package func takeResumption() -> Bool { fwg_take_resumption() != 0 }

  /// Whether the terminal's size changed since this was asked last.
  package func takeResize() -> Bool { fwg_take_resize() != 0 }

  /// The terminal's size, where there is one: what nothing says of it is as of 80 x 24.
  package var windowSize: WindowSize? {
    guard let (columns, rows) = terminalSize(of: terminal) else { return nil }
    return WindowSize(columns: columns > 0 ? columns : 80, rows: rows > 0 ? rows : 24)
  }

  /// Says what the running front end may have switched on.
  ///
  /// A signal that strikes it has it switched off.
  ///
  /// - Parameter needs: `FrontEndDescription.modes`; `nil` where nothing is to be undone.
  package func undoes(_ needs: UInt32?) { fwg_set_uses(needs ?? 0) }

  /// Notes the terminal's modes as those of the running front end, for the next `SIGCONT`.
  func noteModes() { fwg_note_modes() }

  /// Tells that a front end runs in this process, or none any more.
  ///
  /// - Parameters:
  ///   - ended: The line to say where the program ends by exit(3); `nil` where none runs.
  ///   - silent: The line to say where it ends because ^C is not answered.
  func setInside(ended: String?, silent: String?) { fwg_set_inside(ended, silent) }

  /// Whether the terminal is a shell's: the program was stopped and has not got it back.
  var isLent: Bool { fwg_is_lent() != 0 }

  /// Names the process that draws on the terminal in place of the program, or none: it is stopped and
  /// goes on with the program.
  func setRunner(_ process: pid_t?) { fwg_set_runner(process ?? 0) }

  /// Undoes on the screen what a front end has done.
  ///
  /// - Parameter needs: What its table says; 0 of a program that has none.
  package func resetScreen(after needs: UInt32) { fwg_reset_screen(needs) }

  /// Stops the program as ^Z does, until it goes on.
  func stop() { fwg_stop() }

  /// Gives the terminal the modes that it was found with, and the standard streams their flags.
  package func restore() { fwg_restore() }

  /// The same, but what is typed is not shown, and is dropped by ``restore()``: it belongs to a secret.
  func hide() { fwg_hide() }

  /// Drops keys that a front end which failed has not taken, where it takes them one by one.
  func dropKeys() { fwg_drop_keys() }

  /// Restores the terminal and ends the program with a signal's own status.
  ///
  /// What is at work, such as the last lines of a log, is waited for, as long as the ``LastSecond`` lasts.
  package func end(with signal: Int32) -> Never {
    OperationExecutor.shared.settle(limit: LastSecond.left)
    fwg_die_of(signal)
  }
}

import CFormworkSystem
package import FormworkCore
import FormworkFrontEnd
import FormworkOperations
package import FormworkSession
import FormworkSystem
import Glibc

/// Restores the terminal to its original state, whatever a front end does to it.
///
/// A process has one guard at a time, created before anything uses the terminal. `formwork_guard.h`
/// describes the effect of each signal.
package final class TerminalGuard: SystemEvents, Sendable {
  let terminal: Int32
  private let wakeUp: WakeUp

  /// Notes the modes of a terminal and handles signals; `nil` if another guard does.
  package init?(terminal: Int32, output: Int32? = nil, wakeUp: WakeUp) {
    guard fwg_install(terminal, output ?? terminal, wakeUp.pointer) == 0 else { return nil }
    (self.terminal, self.wakeUp) = (terminal, wakeUp)
  }

  deinit { fwg_uninstall() }

  package var pendingSignal: Int32? {
    let signal = fwg_pending_signal()
    return signal == 0 ? nil : signal
  }

  /// Waits up to a second for the signal of a terminal that has hung up, and returns it.
  ///
  /// The kernel wakes those that read a terminal before it sends `SIGHUP`: pty_close in Linux's drivers/tty/pty.c.
  func signalOfHangUp() -> Int32? {
    // A pipe without a writer is in the same state, but is no terminal.
    guard TextOutput.isHungUp(terminal), isatty(terminal) == 1 || errno == EIO else { return nil }
    let end = ContinuousClock.now + .seconds(1)
    while pendingSignal == nil, wakeUp.wait(limit: ContinuousClock.now.duration(to: end)) {
      wakeUp.clear()
    }
    return pendingSignal
  }

  /// Ends the time limit of three seconds for leaving after a signal.
  package func noteLeaving() { fwg_note_leaving() }

  package func dismissInterrupt() { fwg_dismiss_interrupt() }

  package func takeResumption() -> Bool { fwg_take_resumption() != 0 }

  package func takeResize() -> Bool { fwg_take_resize() != 0 }

  /// The size of the terminal; unknown dimensions are those of 80 x 24.
  package var windowSize: WindowSize? {
    guard let (columns, rows) = terminalSize(of: terminal) else { return nil }
    return WindowSize(columns: columns > 0 ? columns : 80, rows: rows > 0 ? rows : 24)
  }

  /// Sets the modes to switch off if a signal interrupts the front end; `nil` if there are none.
  package func setModesToReset(_ needs: UInt32?) { fwg_set_uses(needs ?? 0) }

  func noteModes() { fwg_note_modes() }

  /// Sets the lines to print if a front end in this process calls exit(3), or does not answer ^C.
  func setInside(ended: String?, silent: String?) { fwg_set_inside(ended, silent) }

  /// Whether the shell owns the terminal, because the program was stopped.
  var isOwnedByShell: Bool { fwg_is_lent() != 0 }

  func setRunner(_ process: pid_t?) { fwg_set_runner(process ?? 0) }

  /// Resets the screen after a front end with these needs, or after another program, with 0.
  package func resetScreen(after needs: UInt32) { fwg_reset_screen(needs) }

  func stop() { fwg_stop() }

  package func restore() { fwg_restore() }

  /// Restores the modes, but hides the typed part of a secret, which ``restore()`` drops later.
  func hide() { fwg_hide() }

  /// Drops keys that a failed front end has not read, if it reads single keys.
  func dropKeys() { fwg_drop_keys() }

  /// Ends the program with a signal as its status, after work within the ``ShutdownDeadline``.
  package func end(with signal: Int32) -> Never {
    OperationExecutor.shared.settle(limit: ShutdownDeadline.left)
    fwg_die_of(signal)
  }
}

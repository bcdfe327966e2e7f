import CFormworkSystem
import FormworkSystem

/// The programs that run front ends.
package struct ProgramPaths: Sendable {
  /// The path of the program that checks, which also is the probe.
  let own: String

  let runner: String

  /// Creates the paths from that of the program that checks; the runner lies beside it.
  package init(own: String) {
    self.own = own
    runner = own.lastSlash.map { "\(own[...$0])formwork-runner" } ?? "formwork-runner"
  }
}

/// The process that ends the processes of front ends when the checker ends.
package enum Keeper {
  /// Continues in a child of this process, which must have one thread.
  ///
  /// If the system has no room for a child, the checker continues without a keeper.
  package static func splitOff() { _ = fws_split_off_keeper() }

  /// Ends the processes that front ends have left running.
  package static func endDescendants() { fws_end_descendants() }
}

/// Runs programs so that calls of the system are interrupted, as by a signal.
package enum Interruptions {
  /// What stands before a program and its arguments.
  ///
  /// - Parameter calls: Which of the calls fail with EINTR, of each kind by itself: `2+3` is the
  ///   second, and from there every third.
  /// - Returns: A program and its arguments.
  /// - SeeAlso: strace(1), `--inject`.
  package static func command(_ calls: String) -> [String] {
    let kinds = "read,write,poll,recvfrom,sendto,wait4,waitid"
    return [
      "strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=none", "-e",
      "inject=\(kinds):error=EINTR:when=\(calls)",
    ]
  }
}

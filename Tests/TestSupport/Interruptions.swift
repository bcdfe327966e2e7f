/// Interrupts the system calls of a program, as signals do.
package enum Interruptions {
  /// Returns a command to put before a program and its arguments.
  ///
  /// - Parameter calls: The calls that fail with EINTR, counted for each kind of call: `2+3` is the
  ///   second and every third after it.
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

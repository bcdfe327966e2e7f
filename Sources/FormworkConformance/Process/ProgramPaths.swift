/// The programs that run front ends.
package struct ProgramPaths: Sendable {
  /// The program that checks, which is started anew as ``ProbeArguments/command``.
  let own: String

  /// `formwork-runner`.
  let runner: String

  /// Names the program that checks; the runner lies beside it.
  package init(own: String) {
    self.own = own
    runner = own.lastIndex(of: "/").map { "\(own[...$0])formwork-runner" } ?? "formwork-runner"
  }
}

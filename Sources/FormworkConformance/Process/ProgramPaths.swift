import FormworkSystem

/// The programs that run front ends.
package struct ProgramPaths: Sendable {
  /// The program that checks, which is started anew as ``Lending/command``.
  let own: String

  let runner: String

  /// Names the program that checks; the runner lies beside it.
  package init(own: String) {
    self.own = own
    runner = own.lastSlash.map { "\(own[...$0])formwork-runner" } ?? "formwork-runner"
  }
}

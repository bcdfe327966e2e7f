import FormworkCore
import TestSupport
import Testing

/// A shell and a slow front end that types at random and relies on received messages alone.
///
/// Run a failed seed again to reproduce its failure.
struct ShellViewModelRandomTests {
  private static let lines = [
    "", " ", "list", "sh", "show ann", "show", "help", "help show", "lits", "a\u{301}", "x\u{7}",
  ]

  @Test(.serialized, arguments: UInt64(0)..<(isLongRun ? 200 : 50))
  func thePictureIsTheShell(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var shell = ShellStore()
    var run: UInt64 = 0
    for _ in 0..<60 {
      let revision = shell.viewModel.tree.revision
      let stale = revision - min(revision, .random(in: 0...2, using: &generator))
      let line = Self.lines.randomElement(using: &generator) ?? ""
      let id = RunID(rawValue: run - min(run, .random(in: 0...1, using: &generator)))
      switch Int.random(in: 0..<9, using: &generator) {
      case 0, 1: shell.edit(line, revision: stale)
      case 2, 3: shell.commit(line, revision: stale)
      case 4: shell.send(.commit(shell.line, nil), revision: stale)
      case 5: shell.send(.finished(id, [.verbatim(line), "more"]))
      case 6: shell.send(.failed(id, .verbatim(line)))
      case 7: shell.send(.refused(id, .verbatim(line)))
      default: shell.interrupt()
      }
      for case .run(let begun, _) in shell.takeActions() {
        try #require(begun.rawValue == run + 1)
        run = begun.rawValue
      }
      if Bool.random(using: &generator) { try expectAgreement(&shell) }
    }
    try expectAgreement(&shell)
  }

  /// Received changes and typed texts add up to the current line.
  private func expectAgreement(_ shell: inout ShellStore) throws {
    shell.flush()
    var tree = shell.viewModel.tree
    var replayed = ViewTree()
    replayed.replay(tree.snapshot())
    try #require(shell.picture == replayed)
  }
}

import ArgumentParser
import FormworkSession
import Glibc

/// What every command takes that opens the form.
struct DraftOptions: ParsableArguments {
  @Flag(help: "Keep nothing of a form that is not submitted, and resume nothing.")
  var noDrafts = false

  /// Where drafts are kept: at a terminal alone, for whom nobody attends to comes with all answers.
  func makeDrafts() -> FileDrafts? {
    noDrafts || isatty(STDIN_FILENO) != 1 ? nil : FileDrafts()
  }
}

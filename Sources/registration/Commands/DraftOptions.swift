import ArgumentParser
import FormworkSession
import Glibc

/// What every command takes that opens the form.
struct DraftOptions: ParsableArguments {
  @Flag(help: "Keep nothing of a form that is not submitted, and resume nothing.")
  var noDrafts = false

  /// Where drafts are kept, if anywhere.
  ///
  /// At a terminal alone: a pipe or a file brings all its answers again.
  func makeDrafts() -> DraftJournal? {
    noDrafts || isatty(STDIN_FILENO) != 1 ? nil : DraftJournal(FileDrafts())
  }
}

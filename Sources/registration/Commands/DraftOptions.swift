import ArgumentParser
import FormworkSession
import Glibc

/// The options of every command that opens the form.
struct DraftOptions: ParsableArguments {
  @Flag(help: "Keep nothing of a form that is not submitted, and resume nothing.")
  var noDrafts = false

  /// Returns the drafts of the form; `nil` without a terminal, since a pipe has all answers again.
  func makeDrafts() -> DraftJournal? {
    noDrafts || isatty(STDIN_FILENO) != 1 ? nil : DraftJournal(FileDrafts())
  }
}

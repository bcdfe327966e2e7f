package import FormworkCore

/// Why a program ends: one line for the person, and the status that it ends with.
package struct Failure: Explained {
  /// Wrong usage, or bad input to begin with.
  package static let usage: CInt = 2

  /// What was asked for could not be done.
  package static let failed: CInt = 1

  /// The person has declined to answer.
  package static let declined: CInt = 3

  package let status: CInt
  package let message: Message

  package init(_ message: Message, status: CInt = Failure.failed) {
    self.message = message
    self.status = status
  }
}

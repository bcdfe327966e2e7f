/// Why a program ends: one line for the person, and the status that it ends with.
package struct Failure: Error, CustomStringConvertible {
  /// Wrong usage, or bad input to begin with.
  package static let usage: CInt = 2

  /// What was asked for could not be done.
  package static let failed: CInt = 1

  package let status: CInt
  package let description: String

  package init(_ description: String, status: CInt = Failure.failed) {
    self.description = description
    self.status = status
  }
}

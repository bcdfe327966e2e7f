/// How a probe lends what the contract has lent.
package enum Lending: String, Sendable, CaseIterable {
  /// The command that starts the program anew as a probe; no person types it.
  ///
  /// A lending and the name of a file follow it.
  package static let command = "probe-front-end"

  /// In memory that stays until the front end returns.
  case usual

  /// In memory that is gone as soon as the next message is asked for.
  case withdrawn

  /// In messages larger than the header says, with garbage behind what it knows.
  case largerMessages = "larger-messages"

  /// By a host whose table is larger than the header says, with garbage behind what it knows.
  case largerHost = "larger-host"
}

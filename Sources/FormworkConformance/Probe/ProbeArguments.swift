/// How the program is started anew to run a front end that is checked.
package enum ProbeArguments {
  /// The command, which no person types; a ``Lending`` and the name of a file follow it.
  package static let command = "probe-front-end"
}

package import FormworkFrontEnd

/// Why a front end leaves whatever it is doing.
package enum Ending: Error {
  /// The host wants it to return.
  case detached
  /// The terminal cannot be used.
  case failed(SystemError)
}

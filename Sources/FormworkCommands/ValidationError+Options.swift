package import ArgumentParser
import FormworkCore
import FormworkHost

extension ValidationError {
  /// Sees whether the value of an option can be a path, where it has one.
  package static func checkPath(_ path: String?, of option: String) throws(ValidationError) {
    if let fault = ProgramArguments.fault(inPath: path, of: option) {
      throw ValidationError(Catalogue.host.spoken().text(for: fault))
    }
  }

  /// Two options are there of which one may be.
  package static func exclusive(_ option: String, _ other: String) -> ValidationError {
    let options = ["option": Message.verbatim(option), "other": .verbatim(other)]
    return ValidationError(
      Catalogue.host.spoken().text(for: Message("usage.exclusive", options)))
  }
}

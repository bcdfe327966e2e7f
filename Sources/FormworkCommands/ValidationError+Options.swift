package import ArgumentParser
import FormworkCore
import FormworkHost

extension ValidationError {
  package static func checkPath(_ path: String?, of option: String) throws(ValidationError) {
    if let fault = ProgramArguments.fault(inPath: path, of: option) {
      throw ValidationError(Catalogue.host.spoken().text(for: fault))
    }
  }

  package static func exclusive(_ option: String, _ other: String) -> ValidationError {
    let options = ["option": Message.verbatim(option), "other": .verbatim(other)]
    return ValidationError(
      Catalogue.host.spoken().text(for: Message("usage.exclusive", options)))
  }
}

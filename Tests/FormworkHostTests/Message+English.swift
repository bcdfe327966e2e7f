import FormworkCore
import FormworkHost

extension Message {
  /// The words of the English catalogue.
  var inEnglish: String { Catalogue.host.text(for: self) }
}

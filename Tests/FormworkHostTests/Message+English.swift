import FormworkCore
import FormworkHost

extension Message {
  var inEnglish: String { Catalogue.host.text(for: self) }
}

import FormworkJSON
import FormworkMessages

extension JSONError {
  var inEnglish: String { Catalogue.json.text(for: message) }
}

import FormworkJSON
import FormworkMessages

extension JSONError {
  /// The words of the English catalogue.
  var inEnglish: String { Catalogue.json.text(for: message) }
}

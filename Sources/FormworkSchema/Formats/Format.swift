import FormworkSystem

/// The formats of texts that JSON Schema defines.
///
/// Source: JSON Schema 2020-12 Validation, section 7.3, "Defined Formats".
package enum Format: String, CaseIterable, Sendable {
  case date
  case time
  case dateTime = "date-time"
  case duration
  case email
  case idnEmail = "idn-email"
  case hostname
  case idnHostname = "idn-hostname"
  case ipv4
  case ipv6
  case uri
  case uriReference = "uri-reference"
  case iri
  case iriReference = "iri-reference"
  case uriTemplate = "uri-template"
  case uuid
  case jsonPointer = "json-pointer"
  case relativeJSONPointer = "relative-json-pointer"
  case regex

  /// Whether a text, which must be valid UTF-8, has the format.
  package func accepts(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    let text: TextSlice = text[...]
    switch self {
    case .date: return text.isDate
    case .time: return text.isTime
    case .dateTime: return text.isDateTime
    case .duration: return text.isDuration
    case .email: return text.isASCII && text.isMailbox
    case .idnEmail: return text.isMailbox
    case .hostname: return text.isASCII && text.isHostName()
    case .idnHostname: return text.isHostName()
    case .ipv4: return text.string.isIPv4Address
    case .ipv6: return text.string.isIPv6Address
    case .uri: return text.isASCII && text.isIRI
    case .uriReference: return text.isASCII && text.isIRIReference
    case .iri: return text.isIRI
    case .iriReference: return text.isIRIReference
    case .uriTemplate: return text.isURITemplate
    case .uuid: return text.isUUID
    case .jsonPointer: return text.isJSONPointer
    case .relativeJSONPointer: return text.isRelativeJSONPointer
    case .regex: return (try? PatternSyntax(text.string)) != nil
    }
  }
}

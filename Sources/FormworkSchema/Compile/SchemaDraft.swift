/// A draft of JSON Schema.
public enum SchemaDraft: String, CaseIterable, Sendable {
  /// Draft 4 of 2013.
  case draft4 = "http://json-schema.org/draft-04/schema"

  /// Draft 7 of 2018.
  case draft7 = "http://json-schema.org/draft-07/schema"

  /// Draft 2020-12.
  case draft2020 = "https://json-schema.org/draft/2020-12/schema"

  /// Creates the draft of a URI; many schemas write `https` for `http`, or the reverse.
  init?(uri: String) {
    let rest = uri.drop { $0 != ":" }
    guard let draft = ["http", "https"].lazy.compactMap({ Self(rawValue: $0 + rest) }).first,
      ["http", "https"].contains(uri.prefix { $0 != ":" })
    else { return nil }
    self = draft
  }

  /// Drafts that are refused by name.
  static let unsupported = [
    "http://json-schema.org/draft-03/schema": "3",
    "http://json-schema.org/draft-05/schema": "5",
    "http://json-schema.org/draft-06/schema": "6",
    "https://json-schema.org/draft/2019-09/schema": "2019-09",
  ]

  /// The keyword that gives a schema a URI.
  var identifierKeyword: String { self == .draft4 ? "id" : "$id" }

  /// Whether `$ref` hides all other keywords beside it.
  var hidesSiblingsOfReferences: Bool { self != .draft2020 }

  /// Returns whether the draft defines a format.
  ///
  /// Source: JSON Schema Validation, draft 4 section 7.3, draft 7 section 7.3, and draft 2020-12 section 7.3.
  func defines(_ format: Format) -> Bool {
    switch format {
    case .dateTime, .email, .hostname, .ipv4, .ipv6, .uri: true
    case .duration, .uuid: self == .draft2020
    case .date, .time, .idnEmail, .idnHostname, .uriReference, .iri, .iriReference, .uriTemplate,
      .jsonPointer, .relativeJSONPointer, .regex:
      self != .draft4
    }
  }
}

/// The groups of keywords of draft 2020-12.
struct Vocabularies: OptionSet, Hashable {
  let rawValue: Int

  static let applicator = Vocabularies(rawValue: 2)
  static let unevaluated = Vocabularies(rawValue: 4)
  static let validation = Vocabularies(rawValue: 8)
  static let formatAnnotation = Vocabularies(rawValue: 32)
  static let formatAssertion = Vocabularies(rawValue: 128)

  /// The vocabularies of the draft's own metaschema: all but the last.
  static let standard = Vocabularies(rawValue: 127)

  /// The names, each with twice the raw value of the one before.
  static let names = [
    "core", "applicator", "unevaluated", "validation", "meta-data", "format-annotation", "content",
    "format-assertion",
  ]

  /// Creates the vocabulary with a URI; fails if it is unknown.
  init?(uri: String) {
    let prefix = "https://json-schema.org/draft/2020-12/vocab/"
    guard uri.hasPrefix(prefix),
      let index = Self.names.firstIndex(of: String(uri.dropFirst(prefix.count)))
    else { return nil }
    rawValue = 1 << index
  }

  init(rawValue: Int) { self.rawValue = rawValue }
}

/// The rules that a schema is written in: a draft and its vocabularies.
struct Dialect: Hashable {
  let draft: SchemaDraft
  var vocabularies = Vocabularies.standard

  /// Whether a keyword of a vocabulary has an effect.
  func includes(_ vocabulary: Vocabularies) -> Bool {
    draft != .draft2020 || vocabularies.contains(vocabulary)
  }
}

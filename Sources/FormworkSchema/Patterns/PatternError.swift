package import FormworkMessages
import FormworkVocabulary

/// The reason why a pattern cannot be used.
package enum PatternError: UserMessageError, Equatable {
  /// The pattern is no regular expression, from an offset in Unicode scalars on.
  case syntax(Fault, at: Int)

  /// A part of the pattern is valid, and PCRE2 has nothing with the same meaning.
  case untranslatable(String)

  /// The pattern is too large or too deeply nested to be compiled.
  case tooComplex

  /// The pattern has more bytes than the limit.
  case tooLong(limit: Int)

  /// A fault in the syntax of a pattern, with the end of the key of its message.
  package enum Fault: String, CaseIterable, Sendable {
    case escape, codePoint, property
    case quantifier, quantifierNumbers, quantifierOrder
    case bracket, openClass, rangeOfSets, rangeOrder
    case openGroup, group, groupName, doubleName
    case reference
  }

  /// A line with the problem and its solution.
  package var message: Message {
    switch self {
    case .syntax(let fault, let offset):
      .key(
        "schema.pattern.syntax",
        ["column": .number(offset + 1), "fault": .key("schema.pattern.syntax", of: fault.rawValue)])
    case .untranslatable(let part):
      .key("schema.pattern.untranslatable", ["part": .verbatim(part.replacingControls())])
    case .tooComplex: .key("schema.pattern.tooComplex")
    case .tooLong(let limit): .key("schema.pattern.tooLong", ["count": .number(limit)])
    }
  }
}

/// A match of a pattern that was stopped at a limit, without a verdict.
package struct PatternLimitExceeded: UserMessageError, Equatable {
  /// A line with the problem and its solution.
  package var message: Message { .key("schema.pattern.limit") }
}

extension Catalogue {
  /// The English messages about patterns.
  static let schemaPatterns = Catalogue([
    "schema.pattern.syntax": "not a regular expression at column {column}: {fault}",
    "schema.pattern.syntax.escape": "no such escape: write \\\\ for a backslash",
    "schema.pattern.syntax.codePoint": "no such character: write at most \\u{10FFFF}",
    "schema.pattern.syntax.property":
      "no such property of characters: write one such as \\p{L} or \\p{Script=Greek}",
    "schema.pattern.syntax.quantifier":
      "nothing to repeat: put a character or group before it, or a backslash to match it",
    "schema.pattern.syntax.quantifierNumbers":
      "an incomplete number of repetitions: write one such as {2} or {2,5}, or \\{ to match it",
    "schema.pattern.syntax.quantifierOrder":
      "the minimum is greater than the maximum: exchange the numbers",
    "schema.pattern.syntax.bracket": "a bracket without its counterpart: put a backslash before it",
    "schema.pattern.syntax.openClass": "']' is missing: close the class that begins here",
    "schema.pattern.syntax.rangeOfSets":
      "a range needs a character at both ends: write \\- for a hyphen",
    "schema.pattern.syntax.rangeOrder": "a range that ends before it begins: exchange its ends",
    "schema.pattern.syntax.openGroup": "')' is missing: close the group that begins here",
    "schema.pattern.syntax.group": "no such kind of group: write (?: or \\( to match it",
    "schema.pattern.syntax.groupName":
      "no name of a group: write one such as (?<year> or \\k<year>",
    "schema.pattern.syntax.doubleName": "a second group with this name: choose another name",
    "schema.pattern.syntax.reference": "no such group: add it, or remove the reference",
    "schema.pattern.untranslatable":
      "\"{part}\" is valid, but not supported here: write the pattern without it",
    "schema.pattern.tooComplex":
      "the pattern is too large or nested too deeply: make it shorter or simpler",
    "schema.pattern.tooLong": "the pattern has more than {count} bytes: shorten it",
    "schema.pattern.limit":
      "the pattern takes too many steps on this text: simplify its repetitions or shorten the text",
  ])
}

public import FormworkCore

/// The sentences of a program: one table, by keys, replaceable by language or by form.
///
/// A key is the code of a violation (`tooShort`), or one that ``english`` lists. A key with a field's
/// name behind it (`tooShort.password`), or with a parameter's (`patternMismatch.username`), goes
/// first. In a sentence `{limit}`, `{count}`, `{missing}`, `{excess}`, `{step}`, `{base}`, `{text}`,
/// `{reason}`, `{label}`, `{labels}` and `{character}` stand for what the statement carries.
public struct MessageTable: Wording, Equatable {
  private var sentences: [String: String]

  /// Makes a table of sentences by key.
  public init(_ sentences: [String: String]) { self.sentences = sentences }

  /// The table with other sentences for some keys, or with more.
  public func overriding(_ others: [String: String]) -> MessageTable {
    MessageTable(sentences.merging(others) { _, other in other })
  }

  /// The sentence for a statement; its key, where the table has none.
  public func text(for statement: Statement) -> String {
    let (keys, parameters) = statement.entry
    return text(under: keys, parameters)
  }

  /// The sentence under the first key that has one; the last key, where none has.
  func text(under keys: [String], _ parameters: [String: String]) -> String {
    guard let sentence = keys.lazy.compactMap({ sentences[$0] }).first else {
      return keys.last ?? ""
    }
    return Self.fill(sentence, parameters)
  }

  /// Puts the parameters in their places, in one pass: what they bring is never filled in again.
  private static func fill(_ sentence: String, _ parameters: [String: String]) -> String {
    guard !parameters.isEmpty else { return sentence }
    var filled = ""
    var rest = Substring(sentence)
    // A sentence is made with many a key: bytes are walked many times as fast as characters.
    while let open = rest.utf8.firstIndex(of: UInt8(ascii: "{")),
      let close = rest[open...].utf8.firstIndex(of: UInt8(ascii: "}"))
    {
      filled += rest[..<open]
      let name = String(rest[rest.utf8.index(after: open)..<close])
      filled += parameters[name] ?? "{\(name)}"
      rest = rest[rest.utf8.index(after: close)...]
    }
    return filled + rest
  }
}

extension Statement {
  /// The keys to look under, the most particular first, and what goes into the sentence.
  fileprivate var entry: (keys: [String], parameters: [String: String]) {
    switch self {
    case .violation(let violation, let field):
      let (keys, parameters) = violation.entry
      return (keys.flatMap { ["\($0).\(field)", $0] }, parameters)
    case .checking(let check, let text):
      guard let text else { return (["checking"], [:]) }
      return (["checking.\(check)", "checking"], ["text": text.echoed])
    case .unverified(let reason): return (["unverified"], reason.parameters)
    case .loading: return (["loading"], [:])
    case .loadFailed(let reason): return (["loadFailed"], reason.parameters)
    case .awaitingChecks(let labels):
      return (["awaitingChecks"], ["labels": labels.joined(separator: ", ")])
    case .submitting: return (["submitting"], [:])
    case .submissionWithdrawn: return (["submissionWithdrawn"], [:])
    case .submissionFailed(.timedOut):
      return (["submissionFailed.timedOut", "submissionFailed"], Reason.timedOut.parameters)
    case .submissionFailed(let reason): return (["submissionFailed"], reason.parameters)
    case .waitingForOutcome: return (["waitingForOutcome"], [:])
    case .refusedElsewhere(let label, let violation):
      let (keys, parameters) = violation.entry
      return (
        keys.map { "refusedElsewhere.\($0)" } + ["refusedElsewhere"],
        parameters.merging(["label": label ?? ""]) { old, _ in old }
      )
    case .leaveQuestion: return (["leaveQuestion"], [:])
    case .leaveKeepingQuestion: return (["leaveKeepingQuestion"], [:])
    case .resumeQuestion(let time): return (["resumeQuestion"], ["text": time])
    case .nothingToResume: return (["nothingToResume"], [:])
    case .draftTrouble(let line): return (["draftTrouble"], ["reason": line])
    case .button(let button): return (["button.\(button.rawValue)"], [:])
    }
  }
}

extension Reason {
  fileprivate var parameters: [String: String] {
    switch self {
    case .timedOut: ["reason": "no answer in time"]
    case .failed(let line): ["reason": line]
    }
  }
}

extension Violation {
  /// The keys to look under, the most particular first, and what goes into the sentence.
  var entry: (keys: [String], parameters: [String: String]) {
    switch self {
    case .valueMissing: ([code], [:])
    case .typeMismatch(.email): (["\(code).email", code], [:])
    case .patternMismatch(let name): (["\(code).\(name)", code], [:])
    case .tooLong(let limit, let count):
      ([code], ["limit": "\(limit)", "count": "\(count)", "excess": "\(count - limit)"])
    case .tooShort(let limit, let count):
      ([code], ["limit": "\(limit)", "count": "\(count)", "missing": "\(limit - count)"])
    case .rangeUnderflow(let limit), .rangeOverflow(let limit): ([code], ["limit": "\(limit)"])
    case .stepMismatch(let step, let base): ([code], ["step": "\(step)", "base": "\(base)"])
    case .badInput(let input):
      (["\(code).\(input.name)", code], input.parameters)
    case .customError(let name, let parameters):
      (
        ["\(code).\(name)", code],
        Dictionary(
          uniqueKeysWithValues: parameters.enumerated().map { ("\($0.offset)", $0.element) })
      )
    case .keyword(let keyword): (["keyword.\(keyword)", "keyword"], ["label": keyword])
    }
  }
}

extension Violation.BadInput {
  fileprivate var name: String {
    switch self {
    case .controlCharacter: "controlCharacter"
    case .tooLarge: "tooLarge"
    case .notANumber: "notANumber"
    case .notAWholeNumber: "notAWholeNumber"
    case .notUTF8: "notUTF8"
    case .wrongKind: "wrongKind"
    }
  }

  fileprivate var parameters: [String: String] {
    switch self {
    case .controlCharacter(let scalar): ["character": scalar.spelled]
    case .tooLarge(let limit): ["limit": "\(limit)"]
    case .notANumber, .notAWholeNumber, .notUTF8, .wrongKind: [:]
    }
  }
}

extension Unicode.Scalar {
  /// The character by number and name, such as `U+001B ESCAPE`.
  fileprivate var spelled: String {
    let digits = String(value, radix: 16, uppercase: true)
    let number = "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    let controls = Self.controls
    let control = value < controls.count ? controls[Int(value)] : value == 0x7F ? "DELETE" : nil
    guard let name = control ?? properties.name else { return number }
    return "\(number) \(name)"
  }

  /// The names of U+0000 to U+001F, which Unicode knows as aliases alone.
  ///
  /// Source: Unicode Character Database, NameAliases.txt.
  private static let controls = [
    "NULL", "START OF HEADING", "START OF TEXT", "END OF TEXT", "END OF TRANSMISSION", "ENQUIRY",
    "ACKNOWLEDGE", "ALERT", "BACKSPACE", "TAB", "LINE FEED", "LINE TABULATION", "FORM FEED",
    "CARRIAGE RETURN", "SHIFT OUT", "SHIFT IN", "DATA LINK ESCAPE", "DEVICE CONTROL ONE",
    "DEVICE CONTROL TWO", "DEVICE CONTROL THREE", "DEVICE CONTROL FOUR", "NEGATIVE ACKNOWLEDGE",
    "SYNCHRONOUS IDLE", "END OF TRANSMISSION BLOCK", "CANCEL", "END OF MEDIUM", "SUBSTITUTE",
    "ESCAPE", "INFORMATION SEPARATOR FOUR", "INFORMATION SEPARATOR THREE",
    "INFORMATION SEPARATOR TWO", "INFORMATION SEPARATOR ONE",
  ]
}

package import FormworkFrontEnd
import Interaction

/// Matches answers to options.
package enum ChoiceMatch {
  /// An option as an answer may name it.
  package struct Option: Equatable {
    package let name: String
    package let label: String
    let isYes: Bool?

    /// Makes an option of its stable name, of what a person calls it, and of whether it says yes or no.
    package init(name: String, label: String, isYes: Bool? = nil) {
      (self.name, self.label, self.isYes) = (name, label, isYes)
    }

    /// Creates an option for an option of a choice, or for a button.
    package init(_ node: PictureNode) {
      self.init(
        name: node.name, label: node.spokenName, isYes: node.number(.value).map { $0 == 1 })
    }
  }

  /// The reason for which an answer means no option.
  package enum Mismatch: Error, Equatable {
    case none, several
  }

  /// A person's answer: a number from 1, a label, yes or no where an option says that, or an unambiguous
  /// beginning of a label.
  ///
  /// - Parameters:
  ///   - answer: What was typed.
  ///   - options: What there is.
  ///   - numberCount: How many of these have a number, where not all have one.
  /// - Returns: The option's index.
  /// - Throws: Why the answer means none.
  package static func index(
    typed answer: String, among options: [Option], numberCount: Int
  ) throws(Mismatch) -> Int {
    if let index = number(answer, upTo: numberCount) { return index }
    let wanted = answer.trimmed.lowercased()
    let said = yesOrNo(answer)
    if let exact = options.firstIndex(where: { $0.label.lowercased() == wanted })
      ?? options.firstIndex(where: { $0.isYes != nil && $0.isYes == said })
    {
      return exact
    }
    let beginnings = options.indices.filter { begins(options[$0].label, with: answer) }
    let whole = beginnings.filter { options[$0].label.folded == answer.folded }
    let meant = whole.isEmpty ? beginnings : whole
    guard let first = meant.first, !answer.folded.isEmpty else { throw .none }
    guard meant.count == 1 else { throw .several }
    return first
  }

  /// The same, where all have a number.
  package static func index(typed answer: String, among options: [Option]) throws(Mismatch) -> Int {
    try index(typed: answer, among: options, numberCount: options.count)
  }

  /// Whether a label begins with what was typed, case, hyphens and blanks aside.
  package static func begins(_ label: String, with answer: String) -> Bool {
    label.folded.hasPrefix(answer.folded)
  }

  /// Whether a label is what was typed, case, hyphens and blanks aside.
  package static func isWhole(_ label: String, _ answer: String) -> Bool {
    label.folded == answer.folded
  }

  /// A program's answer: a stable name, a label, or a number from 1.
  ///
  /// No beginnings: what a form offers may grow, and the answer has to mean the same then.
  ///
  /// - Returns: The option's index.
  package static func index(written answer: String, among options: [Option]) throws(Mismatch) -> Int
  {
    let wanted = answer.trimmed
    let exact =
      options.firstIndex { $0.name == wanted }
      ?? options.firstIndex { $0.label.lowercased() == wanted.lowercased() }
      ?? number(wanted, upTo: options.count)
    guard let exact else { throw .none }
    return exact
  }

  /// Several answers with commas between them; `-`, or the word for none, means no option at all.
  ///
  /// - Parameters:
  ///   - answer: What was entered.
  ///   - options: What there is.
  ///   - match: How one answer is understood.
  /// - Returns: The options' indices.
  /// - Throws: Why one of the answers means no option.
  package static func indices(
    of answer: String, among options: [Option],
    by match: (String, [Option]) throws(Mismatch) -> Int
  ) throws(Mismatch) -> Set<Int> {
    let whole = answer.trimmed.lowercased()
    let isOption = options.contains { $0.label.lowercased() == whole || $0.name == whole }
    let isNone = whole == Words.text("answer.noOption").lowercased() && !isOption
    if whole == "-" || isNone { return [] }
    var indices: Set<Int> = []
    for part in answer.split(separator: ",", omittingEmptySubsequences: false) {
      indices.insert(try match(String(part), options))
    }
    return indices
  }

  /// Returns the first wrong one of several typed answers.
  ///
  /// - Returns: The first one that means no option for that reason; `nil` where there is just one
  ///   answer, or that one is empty.
  package static func part(
    of answer: String, among options: [Option], thatFailsBy reason: Mismatch
  ) -> String? {
    let parts = answer.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count > 1 else { return nil }
    let wrong = parts.first { part in
      do throws(Mismatch) {
        _ = try index(typed: String(part), among: options)
        return false
      } catch {
        return error == reason
      }
    }
    return wrong.map { String($0).trimmed }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Yes or no, in the person's language or as JSON has it; `nil` for anything else.
  package static func yesOrNo(_ answer: String) -> Bool? {
    let word = answer.trimmed.lowercased()
    func isOne(of keys: [String]) -> Bool { keys.contains { Words.text($0).lowercased() == word } }
    if isOne(of: ["answer.yes", "answer.yes.short"]) || word == "true" { return true }
    return isOne(of: ["answer.no", "answer.no.short"]) || word == "false" ? false : nil
  }

  /// The index that a number from 1 means.
  ///
  /// Digits alone: `+1` is no number of the list.
  package static func number(_ text: String, upTo count: Int) -> Int? {
    let digits = text.trimmed
    guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(digits),
      (1...max(count, 1)).contains(number), count > 0
    else { return nil }
    return number - 1
  }
}

extension String {
  /// The text without spaces and tabs at its ends.
  fileprivate var trimmed: String {
    let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
    guard let first = firstIndex(where: { !isBlank($0) }),
      let last = lastIndex(where: { !isBlank($0) })
    else { return "" }
    return String(self[first...last])
  }

  /// The text as answers are compared: case, hyphens and blanks are left to the person.
  fileprivate var folded: String {
    let characters = lowercased().unicodeScalars.filter {
      !$0.properties.isWhitespace && $0.properties.generalCategory != .dashPunctuation
    }
    return String(String.UnicodeScalarView(characters))
  }
}

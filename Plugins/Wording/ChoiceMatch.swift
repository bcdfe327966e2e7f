package import FormworkFrontEnd
import Interaction

/// A matcher of answers to options.
package enum ChoiceMatch {
  package struct Option: Equatable {
    package let name: String
    package let label: String
    let isYes: Bool?

    package init(name: String, label: String, isYes: Bool? = nil) {
      (self.name, self.label, self.isYes) = (name, label, isYes)
    }

    package init(_ label: String) { self.init(name: label, label: label) }

    package init(_ node: PictureNode) {
      self.init(
        name: node.name, label: node.spokenName, isYes: node.number(.value).map { $0 == 1 })
    }
  }

  /// The answer to a toggle or a choice; options are indices.
  package enum Choice: Hashable, Sendable {
    case nothing
    case isOn(Bool)
    case options(Set<Int>)
  }

  /// The reason why an answer means no option.
  package struct Mismatch: Error, Equatable {
    let isAmbiguous: Bool
    /// The wrong part of an answer with several; `nil` if there is just one, or the wrong one is empty.
    var part: String?

    package static let none = Mismatch(isAmbiguous: false)
    package static let several = Mismatch(isAmbiguous: true)
  }

  /// Returns the option that a person's answer means: a number from 1, or an option in words.
  package static func index(typed answer: String, among options: [Option]) throws(Mismatch) -> Int {
    if let index = number(answer, upTo: options.count) { return index }
    return try index(named: answer, among: options)
  }

  /// Returns the option that a person's words mean.
  ///
  /// A label, yes or no comes first, then an unambiguous beginning of a label, and then a stable name.
  package static func index(named answer: String, among options: [Option]) throws(Mismatch) -> Int {
    let wanted = answer.trimmed.lowercased()
    let said = yesOrNo(answer)
    if let exact = options.firstIndex(where: { $0.label.lowercased() == wanted })
      ?? options.firstIndex(where: { $0.isYes != nil && $0.isYes == said })
    {
      return exact
    }
    let beginnings = options.indices.filter { begins(options[$0].label, with: answer) }
    let whole = beginnings.filter { isWhole(options[$0].label, answer) }
    let meant = whole.isEmpty ? beginnings : whole
    guard !answer.folded.isEmpty,
      let first = meant.first ?? options.firstIndex(where: { $0.name == answer.trimmed })
    else { throw .none }
    guard meant.count <= 1 else { throw .several }
    return first
  }

  /// Returns whether a label begins with an answer, ignoring case, hyphens and blanks.
  package static func begins(_ label: String, with answer: String) -> Bool {
    label.folded.hasPrefix(answer.folded)
  }

  /// Returns whether a label is the answer, ignoring case, hyphens and blanks.
  package static func isWhole(_ label: String, _ answer: String) -> Bool {
    label.folded == answer.folded
  }

  /// Returns the option that a program's answer means: a stable name, a label, or a number from 1.
  ///
  /// Beginnings do not count: a form may get more options, and the answer has to keep its meaning.
  package static func index(written answer: String, among options: [Option]) throws(Mismatch) -> Int
  {
    let wanted = answer.trimmed
    let exact =
      options.firstIndex { $0.name == wanted }
      ?? options.firstIndex { $0.label.lowercased() == wanted.lowercased() }
    guard let index = exact ?? number(wanted, upTo: options.count) else { throw .none }
    return index
  }

  /// Returns the options of answers with commas between them; `-`, or the word for none, means no option.
  package static func indices(
    of answer: String, among options: [Option],
    by match: (String, [Option]) throws(Mismatch) -> Int
  ) throws(Mismatch) -> Set<Int> {
    let whole = answer.trimmed.lowercased()
    let isOption = options.contains { $0.label.lowercased() == whole || $0.name == whole }
    let isNone = whole == FrontEndMessages.text("answer.noOption").lowercased() && !isOption
    if whole == "-" || isNone { return [] }
    var indices: Set<Int> = []
    let parts = answer.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    for part in parts {
      do throws(Mismatch) { indices.insert(try match(part, options)) } catch {
        let isNamed = parts.count > 1 && !part.trimmed.isEmpty
        throw Mismatch(isAmbiguous: error.isAmbiguous, part: isNamed ? part.trimmed : nil)
      }
    }
    return indices
  }

  /// Reads yes or no, in the user's language or as JSON has it; `nil` for anything else.
  package static func yesOrNo(_ answer: String) -> Bool? {
    let word = answer.trimmed.lowercased()
    func isOne(of keys: [String]) -> Bool {
      keys.contains { FrontEndMessages.text($0).lowercased() == word }
    }
    if isOne(of: ["answer.yes", "answer.yes.short"]) || word == "true" { return true }
    return isOne(of: ["answer.no", "answer.no.short"]) || word == "false" ? false : nil
  }

  /// Returns the index that a number from 1 means; a sign, as in `+1`, is not accepted.
  package static func number(_ text: String, upTo count: Int) -> Int? {
    let digits = text.trimmed
    guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(digits),
      number > 0, number <= count
    else { return nil }
    return number - 1
  }
}

extension String {
  fileprivate var trimmed: String {
    let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
    guard let last = lastIndex(where: { !isBlank($0) }) else { return "" }
    return String(self[...last].drop(while: isBlank))
  }

  fileprivate var folded: String {
    let characters = lowercased().unicodeScalars.filter {
      !$0.properties.isWhitespace && $0.properties.generalCategory != .dashPunctuation
    }
    return String(String.UnicodeScalarView(characters))
  }
}

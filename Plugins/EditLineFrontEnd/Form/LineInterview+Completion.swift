import Conversation
import FormworkFrontEnd

extension LineInterview {
  /// Completes the line as far as there is one way to go on; else tells what there is.
  func complete(_ question: Question) throws(Ending) -> Bool {
    let line = editor.line
    let text = line.text
    let completions = try completions(for: question, text: text, cursor: line.cursor)
    try absorb()
    guard let range = completions.first?.range, completions.allSatisfy({ $0.range == range }),
      let completed = text.completing(range, by: completions.map(\.text))
    else { return false }
    if !completed.text.utf8.elementsEqual(text.utf8) {
      let index = completed.text.utf8.index(
        completed.text.startIndex, offsetBy: completed.cursor)
      editor.replaceLine(
        with: completed.text.unicodeScalars,
        cursor: completed.text.unicodeScalars[..<index].count)
      return true
    }
    guard completions.count > 1 else { return false }
    write([Remark(completions.map(\.text).joined(separator: "  "))])
    return true
  }

  private func completions(
    for question: Question, text: String, cursor: Int
  ) throws(Ending) -> [Suggestion] {
    let answers: [String]
    switch question.kind {
    case .text(let node):
      return try dialogue.suggestions(for: node, text: text, cursor: cursor)
    // Of an answer, the host is told only once it is accepted.
    case .toggle: answers = ["yes", "no"]
    case .choice(let id):
      answers = picture[id].map { picture.options(of: $0).map(\.spokenName) } ?? []
    case .buttons(let buttons): answers = buttons.map(\.spokenName)
    case .secret: answers = []
    }
    return answers.filter { $0.lowercased().hasPrefix(text.lowercased()) }
      .map { Suggestion(replacing: 0..<text.utf8.count, with: $0) }
  }
}

extension String {
  /// The text with what some texts have in common in place of a range, and the cursor behind it, in
  /// bytes; `nil` where there is no such range.
  fileprivate func completing(
    _ range: Range<Int>, by texts: [String]
  ) -> (text: String, cursor: Int)? {
    let bytes = Array(utf8)
    guard range.upperBound <= bytes.count, var common = texts.first else { return nil }
    for text in texts {
      while !text.lowercased().hasPrefix(common.lowercased()) { common.removeLast() }
    }
    // Less than was typed is no help.
    if common.utf8.count < range.count { common = String(decoding: bytes[range], as: UTF8.self) }
    guard let head = String(validating: bytes[..<range.lowerBound], as: UTF8.self),
      let tail = String(validating: bytes[range.upperBound...], as: UTF8.self)
    else { return nil }
    return (head + common + tail, head.utf8.count + common.utf8.count)
  }
}

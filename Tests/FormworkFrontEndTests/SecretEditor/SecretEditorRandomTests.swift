@testable import FormworkFrontEnd
import TestSupport
import Testing

/// Compares decoder, editor and drawing together with a slow and simple model.
@Suite struct SecretEditorRandomTests {
  private static let statuses = [
    "", "S", "weak", "very strong", "漢\u{1B}", "checking with the server",
    "15 characters at least: 7 more; on the list of common ones", "漢漢 漢漢 漢漢 漢漢 漢漢 漢漢 漢漢",
  ]
  private static let letters: [Character] = [
    "a", "b", "c", " ", "ä", "漢", "é", "e\u{301}", "👩", "👩\u{200D}🚀", "\u{200B}", "🇩",
  ]

  /// The entered text and the cursor in it.
  private struct Model {
    var head = ""
    var tail = ""
    /// If false, the text counts as one word.
    var isShown = false
    var text: String { head + tail }

    mutating func insert(_ more: String) { place(after: head + more, tail) }

    /// Places the cursor, never inside a character.
    mutating func place(after head: String, _ tail: String) {
      let cursor = head.utf8.count
      (self.head, self.tail) = ("", "")
      for character in head + tail {
        if self.head.utf8.count < cursor {
          self.head.append(character)
        } else {
          self.tail.append(character)
        }
      }
    }

    mutating func eraseWord() {
      if !isShown { return head = "" }
      while head.last?.isWhitespace == true { head.removeLast() }
      while let last = head.last, !last.isWhitespace { head.removeLast() }
    }

    mutating func move(_ key: String) {
      func goLeft() { if let last = head.popLast() { tail.insert(last, at: tail.startIndex) } }
      func goRight() { if !tail.isEmpty { head.append(tail.removeFirst()) } }
      switch key {
      case "\u{1B}[D": goLeft()
      case "\u{1B}[C": goRight()
      case "\u{1B}[1;5D" where isShown:
        while head.last?.isWhitespace == true { goLeft() }
        while let last = head.last, !last.isWhitespace { goLeft() }
      case "\u{1B}[1;3C" where isShown:
        while tail.first?.isWhitespace == true { goRight() }
        while let first = tail.first, !first.isWhitespace { goRight() }
      case "\u{1B}[H", "\u{1B}[1;5D": while !head.isEmpty { goLeft() }
      default: while !tail.isEmpty { goRight() }
      }
    }

    /// Presses a random key in the model and returns its bytes.
    mutating func press(using random: inout SeededGenerator) -> (String, SecretEditor.Outcome) {
      let before = (text: text, head: head)
      var typed = ""
      switch Int.random(in: 0..<26, using: &random) {
      case 0..<8:
        typed =
          String(letters.randomElement(using: &random) ?? "a").unicodeScalars.first.map {
            String($0)
          } ?? ""
        insert(typed)
      case 8..<11:
        typed = "\u{7F}"
        if !head.isEmpty { place(after: String(head.dropLast()), tail) }
      case 11:
        typed = "\u{1B}[3~"
        if !tail.isEmpty { place(after: head, String(tail.dropFirst())) }
      case 12:
        typed = "\u{17}"
        eraseWord()
        place(after: head, tail)
      case 13:
        typed = Int.random(in: 0..<4, using: &random) == 0 ? "\u{15}" : "\u{301}"
        if typed == "\u{15}" { (head, tail) = ("", "") } else { insert(typed) }
      case 14..<17:
        let content = String(
          (0..<Int.random(in: 0..<12, using: &random)).compactMap { _ in
            letters.randomElement(using: &random)
          })
        typed =
          "\u{1B}[200~\(content)\(["", "\n", "\r\n", "\r"].randomElement(using: &random) ?? "")\u{1B}[201~"
        insert(content)
      case 17:
        let fault = ["\u{1B}[2J", "a\nb", "\u{9B}", "\0a"].randomElement(using: &random) ?? ""
        return (
          "\u{1B}[200~漢\(fault)x\u{1B}[201~",
          .refused(fault == "a\nb" ? .severalLines : .controlCharacter)
        )
      case 18:
        return ("\r", .unhandled(.enter))
      case 19..<25:
        let keys = [
          "\u{1B}[D", "\u{1B}[D", "\u{1B}[C", "\u{1B}[1;5D", "\u{1B}[1;3C", "\u{1B}[H", "\u{1B}[4~",
        ]
        typed = keys.randomElement(using: &random) ?? ""
        move(typed)
        return (typed, head.utf8.count == before.head.utf8.count ? .unchanged : .moved)
      default:
        return ("\u{1B}[15~", .unhandled(.function(5)))
      }
      return (typed, Array(text.utf8) == Array(before.text.utf8) ? .unchanged : .changed)
    }
  }

  @Test(.serialized, arguments: UInt64(0)..<(isLongRun ? 500 : 100))
  func againstAModel(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var model = Model()
    let (decoder, editor) = (KeyDecoder(), SecretEditor())
    var columns = Int.random(in: 1...60, using: &random)
    let prompt = ["", "P: ", "漢 name: "].randomElement(using: &random) ?? ""
    let mask = Bool.random(using: &random) ? SecretLine.Mask.bullet : .asterisk
    let line = SecretLine(prompt: prompt, columns: columns, mask: mask)
    var terminal = LineTerminal(columns: columns)
    var status = ""
    for _ in 0..<80 {
      switch Int.random(in: 0..<12, using: &random) {
      case 0:
        editor.isShown.toggle()
        model.isShown = editor.isShown
      case 1: status = Self.statuses.randomElement(using: &random) ?? ""
      case 2 where Int.random(in: 0..<4, using: &random) == 0:
        columns = Int.random(in: 1...(Bool.random(using: &random) ? 30 : 1000), using: &random)
        line.columns = columns
        terminal.resize(to: columns)
      default:
        let (typed, outcome) = model.press(using: &random)
        try #require(feed(typed, to: decoder, using: &random).map(editor.press) == [outcome])
      }
      try #require(editor.withBytes { Array($0) } == Array(model.text.utf8))
      try #require(editor.characterCount == model.text.count)
      try #require(editor.cursor == model.text.count - model.tail.count)
      try #require(editor.cursorByte == model.head.utf8.count)
      if Bool.random(using: &random) { continue }
      let output = SecretBytes()
      line.draw(editor, status: status, into: output)
      try terminal.write(try #require(output.text))
      let content =
        editor.isShown
        ? model.text.map(Self.visible) : model.text.map { _ in Character(mask.rawValue) }
      let (text, cursor) = Self.layout(
        prompt, content, status, before: editor.cursor, columns: columns, mask: mask,
        step: editor.isShown ? 1 : nil)
      try #require(terminal.text.unicodeScalars.elementsEqual(text.unicodeScalars))
      try #require(terminal.cursor == cursor)
      output.wipe()
      line.draw(editor, status: status, into: output)
      try #require(output.isEmpty)
    }
  }

  /// Feeds bytes in random pieces.
  private func feed(
    _ text: String, to decoder: KeyDecoder, using random: inout SeededGenerator
  ) -> [TerminalInput] {
    var inputs: [TerminalInput] = []
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let piece = rest.prefix(Int.random(in: 1...8, using: &random))
      rest = rest.dropFirst(piece.count)
      piece.withUnsafeBytes { decoder.feed($0) }
      while let input = decoder.next() { inputs.append(input) }
    }
    return inputs
  }

  /// Returns a displayed character: U+FFFD if it is invisible.
  private static func visible(_ character: Character) -> Character {
    character.unicodeScalars.allSatisfy { LineTerminal.columnCount(of: $0) == 0 }
      ? "\u{FFFD}" : character
  }

  /// Returns the expected line and the position of the cursor.
  private static func layout(
    _ prompt: String, _ content: [Character], _ status: String, before count: Int, columns: Int,
    mask: SecretLine.Mask, step: Int?
  ) -> (String, cursor: Int) {
    func width(_ text: some Sequence<Character>) -> Int {
      text.reduce(0) { $0 + $1.unicodeScalars.reduce(0) { $0 + LineTerminal.columnCount(of: $1) } }
    }
    let ellipsis = mask == .bullet ? "…" : "..."
    var prompt = prompt
    let limit = max(columns - 9, 0)
    if width(prompt) > limit {
      let end = ellipsis.prefix(limit)
      while width(prompt) > limit - end.count { prompt.removeLast() }
      prompt += end
    }
    let room = columns - 1 - width(prompt)
    let isCut = width(content) > room
    let mark = isCut && room > 3 * ellipsis.count ? ellipsis : ""
    let step = step ?? max((room - 2 * mark.count) / 2, 1)
    var hidden = 0
    while isCut && width(content) - hidden > room - mark.count { hidden += step }
    while hidden > 0 && width(content[..<count]) <= hidden { hidden -= step }
    let left = hidden > 0 ? mark : ""
    let right = width(content) - hidden > room - left.count ? mark : ""
    let seen = content.indices.filter {
      let (start, end) = (width(content[..<$0]), width(content[...$0]))
      return room > 0 && start >= hidden && end <= hidden + room - left.count - right.count
    }
    let visible = left + String(seen.map { content[$0] }) + right
    var shown = String(status.unicodeScalars.map { $0 == "\u{1B}" ? "\u{FFFD}" : Character($0) })
    // All words that fit, or none if these would be too few.
    if width(shown) > room - width(content) - 1 {
      let words = shown.split(separator: " ")
      let cuts = words.indices.dropFirst().map {
        (words[..<$0].joined(separator: " ") + ellipsis)
          .replacing(/[,:;](?=…|\.\.\.)/, with: "")
      }
      shown = cuts.last { (16...max(16, room - width(content) - 1)).contains(width($0)) } ?? ""
      if width(shown) > room - width(content) - 1 { shown = "" }
    }
    // The cursor is in a column after the text, or else before the last one.
    let textEnd = width(prompt) + width(content)
    let column = min(
      stride(from: 59, to: 2000, by: 20).first { $0 > textEnd } ?? 0, columns - 1 - width(shown))
    let gap = column - textEnd
    let end = shown.isEmpty || gap < 1 ? "" : String(repeating: " ", count: gap) + shown
    var text = (prompt + visible + end)[...]
    while text.last == " " { text.removeLast() }
    let before = seen.filter { $0 < count }.map { content[$0] }
    return (String(text), width(prompt + left) + width(before))
  }
}

import FormworkFrontEnd
import Interaction
import Wording

/// A command that is typed at a prompt in place of an answer.
enum Command: Equatable {
  case intent(Intent)
  case frontEnd(String)
  case quit

  private static let controlX: UInt8 = 0x18

  /// The control keys that commands are made of; no answer contains one.
  private static let controls: [UInt8] =
    [controlX] + Intent.allCases.flatMap(\.controls).map { UInt8($0.value & 0x1F) }

  private static let words: [(word: Substring, command: Command)] =
    Intent.allCases.compactMap { intent in intent.word.map { (":\($0)", .intent(intent)) } }
    + [(":quit", .quit)]

  /// Finds the command of the keys on a line: ^X and one more, or a control key alone.
  init?(keys: some Collection<UInt8>) {
    guard let first = keys.first, let last = keys.dropFirst(keys.count - 1).first else {
      return nil
    }
    let intent: Intent? =
      switch keys.count {
      case 1 where first < 0x20: Intent(.control(Unicode.Scalar(first | 0x40)))
      case 2 where first == Self.controlX: Intent(chord: Unicode.Scalar(last))
      default: nil
      }
    // Other intents need a cursor.
    guard let intent, intent.word != nil else { return nil }
    self = .intent(intent)
  }

  /// The meaning of a line that was typed: a text, or a secret.
  enum Line<Answer> {
    case answer(Answer)
    case command(Command)
    /// A line that is neither, with the reason.
    case mistaken(Message)
  }

  static func parse(_ line: String) -> Line<String> {
    if let command = Command(keys: line.utf8) { return .command(command) }
    if line.utf8.contains(where: controls.contains) { return .mistaken(.key("plain.keysNotAlone")) }
    guard line.hasPrefix(":") else { return .answer(line) }
    if line.hasPrefix("::") { return .answer(String(line.dropFirst())) }
    let words = line.split(separator: " ")
    guard let first = words.first, first != ":" else {
      return .mistaken(.key("plain.namelessCommand"))
    }
    guard let (_, command) = Self.words.first(where: { $0.word == first }) else {
      let word = String(first).echo()
      return .mistaken(.key("plain.unknownCommand", ["word": .verbatim(word)]))
    }
    if words.count == 1 { return .command(command) }
    if command == .intent(.switchFrontEnd) {
      return words.count == 2
        ? .command(.frontEnd(String(words[1]))) : .mistaken(.key("plain.frontEndWords"))
    }
    return .mistaken(.key("plain.commandNotAlone", ["command": .verbatim(String(first))]))
  }

  /// Reads a line that may be a secret: only a whole command counts as one.
  static func parse(secret: SecretBytes) -> Line<SecretBytes> {
    secret.withBytes { bytes in
      if let command = Command(keys: bytes) { return .command(command) }
      if bytes.contains(where: controls.contains) { return .mistaken(.key("plain.keysNotAlone")) }
      let colons = bytes.prefix { $0 == UInt8(ascii: ":") }
      let name = bytes.dropFirst(colons.count)
      guard let first = colons.indices.first,
        let (_, command) = words.first(where: { $0.word.utf8.dropFirst().elementsEqual(name) })
      else { return .answer(secret) }
      if colons.count == 1 { return .command(command) }
      let rest = SecretBytes()
      rest.append(UnsafeRawBufferPointer(rebasing: bytes[(first + 1)...]))
      return .answer(rest)
    }
  }
}

extension Command.Line: Equatable where Answer: Equatable {}
extension Command.Line: Sendable where Answer: Sendable {}

import Conversation
import FormworkFrontEnd
import Interaction
import Wording

/// What can be typed at a prompt in place of an answer.
enum Command: Equatable {
  case next, back, section, skip, rewind, submit, clear, reload, help, quit
  /// Another front end, by its name; without one, the next.
  case frontEnd(String?)

  /// Finds the command of the keys on a line: ^X and one more, or a control key alone.
  init?(keys: some Collection<UInt8>) {
    guard let first = keys.first, let last = keys.dropFirst(keys.count - 1).first else {
      return nil
    }
    let intent: Intent? =
      switch keys.count {
      case 1 where first < 0x20: Intent(.control(Unicode.Scalar(first | 0x40)))
      case 2 where first == Self.prefix: Intent(chord: Unicode.Scalar(last))
      default: nil
      }
    guard let intent else { return nil }
    self.init(intent)
  }

  /// ^X.
  private static let prefix: UInt8 = 0x18

  /// The control keys that commands are made of; no answer contains one.
  private static let controls: [UInt8] =
    [prefix] + Intent.allCases.flatMap(\.controls).map { UInt8($0.value & 0x1F) }

  /// Creates the command for an intent; `nil` if that needs a cursor.
  init?(_ intent: Intent) {
    switch intent {
    case .next: self = .next
    case .previous: self = .back
    case .submit: self = .submit
    case .section: self = .section
    case .skip: self = .skip
    case .rewind: self = .rewind
    case .reset: self = .clear
    case .reload: self = .reload
    case .help: self = .help
    case .switchFrontEnd: self = .frontEnd(nil)
    case .reveal, .editOutside: return nil
    }
  }

  /// A line that was typed.
  enum Line: Equatable {
    /// An answer; where it began with two colons, one of them is gone.
    case answer(String)
    case command(Command)
    /// A line that begins with a colon, and is no command: why.
    case mistaken(Message)
  }

  /// The words, each with its colon, and their commands.
  private static let words: [(word: Substring, command: Command)] =
    Intent.allCases.compactMap { intent in
      intent.word.flatMap { word in Command(intent).map { (":\(word)", $0) } }
    } + [(":quit", .quit)]

  /// A line that was typed in place of a secret.
  enum SecretLine {
    /// A secret; of one that is a command's word behind two colons or more, one of them is gone.
    case secret(SecretBytes)
    case command(Command)
    /// Keys are behind something, or before it: which part is meant is not known.
    case mistaken
  }

  /// Takes a line apart that may be a secret: only what is a whole command counts as one.
  static func parse(secret: SecretBytes) -> SecretLine {
    secret.withBytes { bytes in
      if let command = Command(keys: bytes) { return .command(command) }
      if bytes.contains(where: controls.contains) { return .mistaken }
      let colons = bytes.prefix { $0 == UInt8(ascii: ":") }
      let name = bytes.dropFirst(colons.count)
      guard let first = colons.indices.first,
        let (_, command) = words.first(where: { $0.word.utf8.dropFirst().elementsEqual(name) })
      else { return .secret(secret) }
      if colons.count == 1 { return .command(command) }
      let rest = SecretBytes()
      rest.append(UnsafeRawBufferPointer(rebasing: bytes[(first + 1)...]))
      return .secret(rest)
    }
  }

  /// Takes a line apart.
  static func parse(_ line: String) -> Line {
    if let command = Command(keys: line.utf8) { return .command(command) }
    if line.utf8.contains(where: controls.contains) { return .mistaken("plain.keysNotAlone") }
    guard line.hasPrefix(":") else { return .answer(line) }
    if line.hasPrefix("::") { return .answer(String(line.dropFirst())) }
    let words = line.split(separator: " ")
    guard let first = words.first, first != ":" else { return .mistaken("plain.namelessCommand") }
    if first == ":front-end" {
      return words.count <= 2
        ? .command(.frontEnd(words.dropFirst().first.map { String($0) }))
        : .mistaken("plain.frontEndWords")
    }
    guard let (_, command) = Self.words.first(where: { $0.word == first }) else {
      let word = String(first).echo()
      return .mistaken(Message("plain.unknownCommand", ["word": .verbatim(word)]))
    }
    if words.count == 1 { return .command(command) }
    return .mistaken(Message("plain.commandNotAlone", ["command": .verbatim(String(first))]))
  }
}

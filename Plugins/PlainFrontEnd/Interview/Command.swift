import Conversation
import FormworkFrontEnd
import Interaction
import Wording

/// What can be typed at a prompt in place of an answer.
enum Command: Equatable {
  case next, back, section, skip, rewind, submit, clear, reload, help, quit
  /// Another front end, by its name; without one, the next.
  case frontEnd(String?)

  /// Finds the command that keys stand for: ^X and one more, alone on a line.
  init?(keys: some Collection<UInt8>) {
    guard keys.count == 2, keys.first == Self.prefix, let key = keys.dropFirst().first,
      let chord = Chord(key: Unicode.Scalar(key))
    else { return nil }
    self.init(chord)
  }

  /// ^X, which no answer holds.
  private static let prefix: UInt8 = 0x18

  /// Makes the command of a key; `nil` where the key is for what moves its cursor.
  init?(_ chord: Chord) {
    switch chord {
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

  /// The commands that stand alone.
  private static let words: [Substring: Command] = [
    ":next": .next, ":back": .back, ":submit": .submit, ":clear": .clear, ":help": .help,
    ":quit": .quit, ":section": .section, ":skip": .skip, ":rewind": .rewind,
    ":reload": .reload,
  ]

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
      if bytes.contains(prefix) { return .mistaken }
      let colons = bytes.prefix { $0 == UInt8(ascii: ":") }
      let name = bytes.dropFirst(colons.count)
      guard let first = colons.indices.first,
        let (_, command) = secretWords.first(where: { $0.0.elementsEqual(name) })
      else { return .secret(secret) }
      if colons.count == 1 { return .command(command) }
      let rest = SecretBytes()
      rest.append(UnsafeRawBufferPointer(rebasing: bytes[(first + 1)...]))
      return .secret(rest)
    }
  }

  /// The commands that can be typed in place of a secret, without their colons.
  private static let secretWords =
    words.map { ($0.key.utf8.dropFirst(), $0.value) }
    + [(Substring(":front-end").utf8.dropFirst(), .frontEnd(nil))]

  /// Takes a line apart.
  static func parse(_ line: String) -> Line {
    if let command = Command(keys: line.utf8) { return .command(command) }
    if line.utf8.contains(prefix) { return .mistaken("plain.keysNotAlone") }
    guard line.hasPrefix(":") else { return .answer(line) }
    if line.hasPrefix("::") { return .answer(String(line.dropFirst())) }
    let words = line.split(separator: " ")
    guard let first = words.first, first != ":" else { return .mistaken("plain.namelessCommand") }
    if first == ":front-end" {
      return words.count <= 2
        ? .command(.frontEnd(words.dropFirst().first.map { String($0) }))
        : .mistaken("plain.frontEndWords")
    }
    guard let command = Self.words[first] else {
      let word = String(first).echo()
      return .mistaken(Message("plain.unknownCommand", ["word": .verbatim(word)]))
    }
    if words.count == 1 { return .command(command) }
    return .mistaken(Message("plain.commandNotAlone", ["command": .verbatim(String(first))]))
  }
}

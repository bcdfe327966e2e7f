import Conversation
import FormworkFrontEnd

/// What can be typed at a prompt in place of an answer.
enum Command: Equatable {
  case next, back, section, skip, rewind, submit, clear, reload, help, quit
  /// Another front end, by its name; without one, the next.
  case frontEnd(String?)

  /// Finds the command that keys stand for in place of a secret, which can begin with a colon and cannot
  /// hold a control character: ^X and one more, alone on a line.
  init?(keysOf secret: SecretBytes) {
    let key = secret.withBytes { $0.count == 2 && $0[0] == 0x18 ? $0[1] : 0 }
    guard let chord = Chord(key: Unicode.Scalar(key)) else { return nil }
    self.init(chord)
  }

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

  /// Takes a line apart.
  static func parse(_ line: String) -> Line {
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

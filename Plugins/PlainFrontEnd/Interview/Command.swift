import FormworkFrontEnd

/// What can be typed at a prompt in place of an answer.
enum Command: Equatable {
  case next, back, submit, clear, help, quit
  case frontEnd(String)

  /// What the keys stand for that are typed in place of a secret, which can begin with a colon and
  /// cannot hold a control character: ^X and a letter, alone on a line.
  init?(keysOf secret: SecretBytes) {
    let keys = secret.withBytes { $0.count == 2 && $0[0] == 0x18 ? $0[1] : 0 }
    switch Unicode.Scalar(keys) {
    case "n", "\u{E}": self = .next
    case "p", "\u{10}": self = .back
    case "s": self = .submit
    case "c": self = .clear
    case "?", "h": self = .help
    default: return nil
    }
  }

  /// What a typed line is.
  enum Line: Equatable {
    /// An answer; where it began with two colons, one of them is gone.
    case answer(String)
    case command(Command)
    /// It begins with a colon, and is no command: its first word.
    case unknown(String)
    /// `:front-end` without a name.
    case unnamedFrontEnd
  }

  /// Takes a line apart.
  static func parse(_ line: String) -> Line {
    guard line.hasPrefix(":") else { return .answer(line) }
    if line.hasPrefix("::") { return .answer(String(line.dropFirst())) }
    let words = line.split(separator: " ")
    switch (words.first, words.count) {
    case (":next", 1): return .command(.next)
    case (":back", 1): return .command(.back)
    case (":submit", 1): return .command(.submit)
    case (":clear", 1): return .command(.clear)
    case (":help", 1): return .command(.help)
    case (":quit", 1): return .command(.quit)
    case (":front-end", 1): return .unnamedFrontEnd
    case (":front-end", 2): return .command(.frontEnd(String(words[1])))
    default: return .unknown(words.first.map(String.init) ?? line)
    }
  }
}

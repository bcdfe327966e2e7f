/// What can be typed at a prompt in place of an answer.
enum Command: Equatable {
  case next, back, submit, clear, help, quit
  case frontEnd(String)

  /// All of them, as people are told.
  static let all = ":next :back :submit :clear :front-end NAME :help :quit"

  /// What a typed line is.
  enum Line: Equatable {
    /// An answer; where it began with two colons, one of them is gone.
    case answer(String)
    case command(Command)
    /// It begins with a colon, and is no command.
    case unknown
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
    default: return .unknown
    }
  }
}

/// The commands of a shell, and how lines are read that name them.
struct ShellCommandTable: Sendable {
  /// What an accepted line is.
  enum Reading: Equatable {
    case blank
    /// No command, or one with the wrong arguments.
    case mistaken(Message)
    /// A question about one command, or about all.
    case help(ShellCommand?)
    case request(ShellRequest, activity: Message)
    case exit
  }

  /// What a word means where a command is expected.
  private enum Match {
    case one(ShellCommand)
    case none(Message)
  }

  let commands: [ShellCommand]

  func read(_ line: String) -> Reading {
    let words = line.unicodeScalars.split { $0.isBlank }.map { String($0) }
    guard let first = words.first else { return .blank }
    if let fault = words.lazy.compactMap({ $0.badInput(allowingLines: false) }).first {
      return .mistaken(.badLine(fault))
    }
    switch match(first) {
    case .none(let message): return .mistaken(message)
    case .one(let command): return read(words.dropFirst(), of: command)
    }
  }

  private func read(_ arguments: ArraySlice<String>, of command: ShellCommand) -> Reading {
    guard arguments.count <= (command.parameter == nil ? 0 : 1) else {
      return .mistaken(.superfluousArguments(usage: command.usage))
    }
    if let parameter = command.parameter, parameter.isRequired, arguments.isEmpty {
      return .mistaken(.missingArgument(parameter.name, usage: command.usage))
    }
    switch command.purpose {
    case .exit: return .exit
    case .work(let activity):
      return .request(
        ShellRequest(command.name, argument: arguments.first), activity: activity)
    case .help:
      guard let word = arguments.first else { return .help(nil) }
      switch match(word) {
      case .one(let command): return .help(command)
      case .none(let message): return .mistaken(message)
      }
    }
  }

  /// The command of that name, or the only one that begins like it.
  private func match(_ word: String) -> Match {
    if let exact = commands.first(where: { $0.names.contains(word) }) { return .one(exact) }
    let beginnings = commands.filter { $0.names.contains { $0.hasPrefix(word) } }
    if beginnings.count == 1 { return .one(beginnings[0]) }
    if beginnings.count > 1 {
      let candidates = beginnings.flatMap { $0.names.filter { $0.hasPrefix(word) } }
      return .none(.ambiguousCommand(word.echoed, candidates: candidates))
    }
    return .none(
      .unknownCommand(word.echoed, nearest: word.nearest(among: commands.flatMap(\.names))))
  }

  /// Whether a line that is mistaken may have been meant for a command that opens a form: so may an unknown one.
  func mayMeanForm(_ line: String) -> Bool {
    guard let word = line.unicodeScalars.split(whereSeparator: \.isBlank).first.map({ String($0) })
    else { return false }
    func means(_ isName: (String) -> Bool) -> [ShellCommand] {
      commands.filter { $0.names.contains(where: isName) }
    }
    let exact = means { $0 == word }
    let meant = exact.isEmpty ? means { $0.hasPrefix(word) } : exact
    return meant.isEmpty || meant.contains(where: \.opensForm)
  }

  /// Whether a request that opened no screen may have been meant to open a form: not without an argument that does so.
  func opensForm(_ request: ShellRequest) -> Bool {
    commands.contains {
      $0.name == request.command && $0.opensForm
        && ($0.parameter == nil || request.argument != nil)
    }
  }

  // MARK: Help

  /// What is said of all commands, a line each.
  var overview: [Message] {
    let width = commands.map(\.usage.count).max() ?? 0
    return commands.map { command in
      let gap = String(repeating: " ", count: width - command.usage.count + 2)
      return Message(
        "shell.overview", ["command": .verbatim(command.usage + gap), "summary": command.summary])
    }
  }

  func help(on command: ShellCommand) -> [Message] {
    [Message("shell.help", ["command": .verbatim(command.usage), "summary": command.summary])]
      + command.detail
  }

  // MARK: Completion

  /// What could stand in place of the word that the cursor is at.
  func completion(of text: String, at cursor: Int) -> ShellCompletion {
    let bytes = Array(text.utf8)
    let cursor = min(max(0, cursor), bytes.count)
    let start = bytes[..<cursor].lastIndex { $0.isBlank }.map { $0 + 1 } ?? 0
    let end = bytes[cursor...].firstIndex { $0.isBlank } ?? bytes.count
    let beginning = String(decoding: bytes[start..<cursor], as: UTF8.self)
    let before = bytes[..<start].split { $0.isBlank }.map { String(decoding: $0, as: UTF8.self) }
    func completion(_ candidates: [String]) -> ShellCompletion {
      ShellCompletion(range: start..<end, words: candidates.filter { $0.hasPrefix(beginning) })
    }
    guard let first = before.first else {
      // Behind a name that something stands behind, the person goes on typing: at the end of the line
      // with a blank.
      let names = completion(
        commands.map { $0.parameter == nil || end < bytes.count ? $0.name : $0.name + " " })
      // Another name for a command is completed where it is meant, and not offered beside the first.
      return names.words.isEmpty ? completion(commands.flatMap(\.aliases)) : names
    }
    guard before.count == 1, case .one(let command) = match(first) else { return completion([]) }
    switch command.parameter?.suggestions {
    case nil: return completion([])
    case .words(let words): return completion(words)
    case .commands: return completion(commands.map(\.name))
    case .found:
      return ShellCompletion(
        range: start..<end, words: [],
        lookup: ShellRequest(command.name, argument: beginning))
    }
  }
}

/// What could stand in place of a part of a line.
public struct ShellCompletion: Hashable, Sendable {
  /// The part, in bytes of UTF-8: the word that the cursor is at.
  public let range: Range<Int>

  /// What would stand there.
  public let words: [String]

  /// The command, and the beginning of its argument, of which others are to say how it goes on.
  public let lookup: ShellRequest?

  init(range: Range<Int>, words: [String], lookup: ShellRequest? = nil) {
    self.range = range
    self.words = words
    self.lookup = lookup
  }
}

extension String {
  /// Whether it could stand in a line as one word.
  package var isShellWord: Bool {
    !isEmpty && badInput(allowingLines: false) == nil && !unicodeScalars.contains(where: \.isBlank)
  }
}

extension Unicode.Scalar {
  fileprivate var isBlank: Bool { self == " " || self == "\t" }
}

extension UInt8 {
  fileprivate var isBlank: Bool { self == 0x20 || self == 0x09 }
}

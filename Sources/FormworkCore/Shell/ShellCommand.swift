/// A command of a shell.
///
/// All texts about a command are here, so that a program can create its subcommands from them.
public struct ShellCommand: Hashable, Sendable {
  /// The effect of a command.
  public enum Purpose: Hashable, Sendable {
    /// The program runs the command; the message describes the activity, as in "listing the accounts".
    case work(Message)

    /// The shell shows help.
    case help

    /// The user leaves the shell.
    case exit
  }

  /// The parameter of a command.
  public struct Parameter: Hashable, Sendable {
    /// The name in a usage line, such as `NAME`.
    public let name: String

    /// Whether the argument is required.
    public let isRequired: Bool

    /// The suggestions for the argument.
    public let suggestions: Suggestions

    /// Creates a parameter.
    public init(_ name: String, isRequired: Bool = true, suggestions: Suggestions = .words([])) {
      self.name = name
      self.isRequired = isRequired
      self.suggestions = suggestions
    }
  }

  /// The suggestions for an argument.
  public enum Suggestions: Hashable, Sendable {
    /// A list of words, which does not exclude others.
    case words([String])

    /// The names of the commands.
    case commands

    /// Words that the program finds: see ``ShellCompletion/lookup``.
    case found
  }

  /// The name of the command.
  public let name: String

  /// Alternative names.
  public let aliases: [String]

  /// A description in one line.
  public let summary: Message

  /// More lines of description.
  public let detail: [Message]

  /// The parameter; `nil` if the command takes no argument.
  public let parameter: Parameter?

  /// The effect of the command.
  public let purpose: Purpose

  /// Whether the command may open a form, whose answers follow the command in a script.
  public let opensForm: Bool

  /// Creates a command.
  public init(
    _ name: String, aliases: [String] = [], summary: Message, detail: [Message] = [],
    parameter: Parameter? = nil, purpose: Purpose, opensForm: Bool = false
  ) {
    self.name = name
    self.aliases = aliases
    self.summary = summary
    self.detail = detail
    self.parameter = parameter
    self.purpose = purpose
    self.opensForm = opensForm
  }

  /// The usage line, such as `show NAME` or `help [COMMAND]`.
  public var usage: String {
    guard let parameter else { return name }
    return parameter.isRequired ? "\(name) \(parameter.name)" : "\(name) [\(parameter.name)]"
  }

  var names: [String] { [name] + aliases }
}

/// The commands of a shell, with the parser of command lines.
struct ShellCommandTable: Sendable {
  enum Reading: Equatable {
    case blank
    /// An unknown command, or wrong arguments.
    case mistaken(Message)
    /// A request for help about one command, or about all.
    case help(ShellCommand?)
    case request(ShellRequest, activity: Message)
    case exit
  }

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

  /// Returns the command with this name, or those with names that begin with the word.
  private func commands(named word: String) -> [ShellCommand] {
    commands.first { $0.names.contains(word) }.map { [$0] }
      ?? commands.filter { $0.names.contains { $0.hasPrefix(word) } }
  }

  private func match(_ word: String) -> Match {
    let meant = commands(named: word)
    if meant.count == 1 { return .one(meant[0]) }
    if meant.count > 1 {
      let candidates = meant.flatMap { $0.names.filter { $0.hasPrefix(word) } }
      return .none(.ambiguousCommand(word.echoed, candidates: candidates))
    }
    return .none(
      .unknownCommand(word.echoed, nearest: word.nearest(among: commands.flatMap(\.names))))
  }

  /// Whether an invalid line may be meant to open a form, which includes unknown commands.
  func mayMeanForm(_ line: String) -> Bool {
    guard let word = line.unicodeScalars.split(whereSeparator: \.isBlank).first.map({ String($0) })
    else { return false }
    let meant = commands(named: word)
    return meant.isEmpty || meant.contains(where: \.opensForm)
  }

  /// Whether a request that opened no screen may have been meant to open a form.
  ///
  /// Not if it lacks an argument that the command needs for this.
  func opensForm(_ request: ShellRequest) -> Bool {
    commands.contains {
      $0.name == request.command && $0.opensForm
        && ($0.parameter == nil || request.argument != nil)
    }
  }

  // MARK: Help

  var overview: [Message] {
    let width = commands.map(\.usage.count).max() ?? 0
    return commands.map { command in
      let gap = String(repeating: " ", count: width - command.usage.count + 2)
      return .key(
        "shell.overview", ["command": .verbatim(command.usage + gap), "summary": command.summary])
    }
  }

  func help(on command: ShellCommand) -> [Message] {
    [.key("shell.help", ["command": .verbatim(command.usage), "summary": command.summary])]
      + command.detail
  }

  // MARK: Completion

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
      // If the command takes an argument, the user continues typing: add a blank at the end of the line.
      let names = completion(
        commands.map { $0.parameter == nil || end < bytes.count ? $0.name : $0.name + " " })
      // Alternative names are completed, but not offered next to the main names.
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

/// The completions of a part of a line.
public struct ShellCompletion: Hashable, Sendable {
  /// The range of the part in bytes of UTF-8: the word at the cursor.
  public let range: Range<Int>

  /// The words that can replace the part.
  public let words: [String]

  /// A command, with the beginning of an argument that the program has to complete.
  public internal(set) var lookup: ShellRequest?
}

extension String {
  /// Whether the text can be a single word of a line.
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

extension String {
  /// Returns the first of the words with the most similar spelling, ignoring the case of this word.
  package func nearest(among words: [String]) -> String? {
    let near = words.compactMap { word in
      // A short word with two mistakes could be any word.
      let limit = word.count < 6 ? min(1, word.count - 1) : 2
      return lowercased().spellingDistance(to: word, limit: limit)
        .map { (word: word, distance: $0) }
    }
    return near.min { $0.distance < $1.distance }?.word
  }

  /// Returns the number of typing mistakes between two words, or `nil` if it is above the limit.
  ///
  /// A mistake is an extra, missing or wrong character, or two swapped neighbours. This is the restricted
  /// Damerau-Levenshtein distance, in code points.
  func spellingDistance(to other: String, limit: Int) -> Int? {
    let (one, two) = (Array(unicodeScalars), Array(other.unicodeScalars))
    guard abs(one.count - two.count) <= limit else { return nil }
    var beforeLast: [Int] = []
    var last = Array(0...two.count)
    for row in one.indices {
      var current = [row + 1]
      for column in two.indices {
        let isSame = one[row] == two[column]
        var distance = Swift.min(
          last[column] + (isSame ? 0 : 1), last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, one[row] == two[column - 1], one[row - 1] == two[column] {
          distance = Swift.min(distance, beforeLast[column - 1] + 1)
        }
        current.append(distance)
      }
      (beforeLast, last) = (last, current)
    }
    return last[two.count] <= limit ? last[two.count] : nil
  }
}

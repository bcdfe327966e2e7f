/// What can be typed at the prompt of a shell.
///
/// Everything that is ever said of a command is here, so that a program can make its subcommands of
/// the same words.
public struct ShellCommand: Hashable, Sendable {
  /// What a command does.
  public enum Purpose: Hashable, Sendable {
    /// The program around the shell runs it; this says what it is doing meanwhile, as in "listing
    /// the accounts".
    case work(Message)

    /// It tells of the commands.
    case help

    /// It leaves the shell.
    case exit
  }

  /// What may stand behind the name of a command.
  public struct Parameter: Hashable, Sendable {
    /// What it is called in a usage line, such as `NAME`.
    public let name: String

    /// Whether it may not be left out.
    public let isRequired: Bool

    /// What could stand there.
    public let suggestions: Suggestions

    /// Makes a parameter.
    public init(_ name: String, isRequired: Bool = true, suggestions: Suggestions = .words([])) {
      self.name = name
      self.isRequired = isRequired
      self.suggestions = suggestions
    }
  }

  /// What could stand in place of a parameter.
  public enum Suggestions: Hashable, Sendable {
    /// One of these, or something else.
    case words([String])

    /// The name of a command.
    case commands

    /// What the program that runs the command finds: see ``ShellCompletion/lookup``.
    case found
  }

  /// What is typed.
  public let name: String

  /// What may be typed as well.
  public let aliases: [String]

  /// What it does, in one line.
  public let summary: Message

  /// More about it, in lines.
  public let detail: [Message]

  /// What stands behind the name; `nil` where nothing does.
  public let parameter: Parameter?

  /// What it does.
  public let purpose: Purpose

  /// Whether the command may open a form, whose lines follow the command in a script.
  public let opensForm: Bool

  /// Makes a command.
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

  /// How it is typed, such as `show NAME` or `help [COMMAND]`.
  public var usage: String {
    guard let parameter else { return name }
    return parameter.isRequired ? "\(name) \(parameter.name)" : "\(name) [\(parameter.name)]"
  }

  /// The name and what may be typed as well.
  var names: [String] { [name] + aliases }
}

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

extension String {
  /// The most slips by which a word still resembles another.
  private static let slips = 2

  /// The word that is spelled most like this one, whatever its case; of several the first.
  package func nearest(among words: [String]) -> String? {
    // So few letters resemble every short word.
    let near = words.compactMap { word in
      lowercased().spellingDistance(to: word, limit: min(Self.slips, word.count - 1))
        .map { (word: word, distance: $0) }
    }
    return near.min { $0.distance < $1.distance }?.word
  }

  /// How many slips of the fingers are between two words: a character too many, too few, another,
  /// or two neighbours in the wrong order.
  ///
  /// No part of the word is touched by two slips: the restricted distance of Damerau and Levenshtein,
  /// in code points.
  ///
  /// - Parameters:
  ///   - other: The other word.
  ///   - limit: The most that is of interest.
  /// - Returns: The distance; `nil` where it is above the limit.
  /// - Complexity: O(*nm*) in the lengths of the words; O(*n*) where these tell already.
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

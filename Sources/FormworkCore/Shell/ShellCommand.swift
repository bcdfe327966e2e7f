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

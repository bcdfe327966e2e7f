import Foundation
import TestSupport
import Testing

/// The options of a program and their values, as described by its parser.
struct CompletedValues {
  private let root: Command

  init(of program: String) throws {
    let description = try Child.run([Program.path(named: program), "--experimental-dump-help"])
    root = try JSONDecoder().decode(Description.self, from: Data(description.outputText.utf8))
      .command
  }

  /// The shortest clear beginnings of lines, and their completions.
  var lines: [(typed: String, completed: String)] {
    var seen: Set<String> = []
    var lines: [(String, String)] = []
    for (path, argument) in arguments {
      guard let values = argument.completionKind?.list?.values, !argument.isFlag else { continue }
      let option = argument.preferredName.map { " --\($0.name)" } ?? ""
      guard seen.insert("\(option) \(values)").inserted else { continue }
      lines += Self.lines(for: values, after: path + option)
    }
    return lines + Self.lines(for: commands, after: "\(root.commandName) help")
  }

  /// The options and arguments without completions.
  var uncompleted: Set<String> {
    Set(
      arguments.filter { !$0.argument.isFlag && $0.argument.completionKind == nil }
        .map { $0.argument.preferredName?.name ?? $0.path })
  }

  /// All long options.
  var options: Set<String> {
    Set(
      arguments.flatMap { $0.argument.names ?? [] }.filter { $0.kind == "long" }.map {
        "--\($0.name)"
      })
  }

  var fileOptions: Set<String> {
    Set(
      arguments.filter { $0.argument.completionKind?.file != nil }
        .compactMap { $0.argument.preferredName.map { "--\($0.name)" } })
  }

  private var commands: [String] {
    (root.subcommands ?? []).filter { $0.shouldDisplay != false }.map(\.commandName)
      .filter { $0 != "help" }
  }

  private var arguments: [(path: String, argument: Argument)] {
    let inner = (root.subcommands ?? []).filter { commands.contains($0.commandName) }
    return (root.arguments ?? []).map { (root.commandName, $0) }
      + inner.flatMap { command in
        (command.arguments ?? []).map { ("\(root.commandName) \(command.commandName)", $0) }
      }
  }

  /// Skips prefixes of other words, which no further letter can distinguish.
  private static func lines(
    for values: [String], after beginning: String
  ) -> [(typed: String, completed: String)] {
    values.compactMap { value in
      let others = values.filter { $0 != value }
      let length = (1..<value.count).first { length in
        !others.contains { $0.hasPrefix(value.prefix(length)) }
      }
      return length.map {
        ("\(beginning) \(value.prefix($0))", "\(beginning) \(value)")
      }
    }
  }
}

private struct Description: Decodable { let command: Command }

private struct Command: Decodable {
  let commandName: String
  let shouldDisplay: Bool?
  let subcommands: [Command]?
  let arguments: [Argument]?
}

private struct Argument: Decodable {
  struct Name: Decodable {
    let kind: String
    let name: String
  }
  struct Kind: Decodable {
    let list: Values?
    let file: File?
  }
  struct File: Decodable {}
  struct Values: Decodable { let values: [String] }

  let kind: String
  let names: [Name]?
  let preferredName: Name?
  let completionKind: Kind?

  var isFlag: Bool { kind == "flag" }
}

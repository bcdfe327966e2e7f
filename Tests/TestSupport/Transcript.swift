import Foundation

/// The fenced blocks of a documentation page, and the commands in them.
package struct Transcript: Sendable {
  /// A command and its output.
  package struct Step: Equatable, Sendable, CustomStringConvertible {
    package var command: String
    package var output: String

    package var description: String { "$ \(command)\n\(output)" }
  }

  package let steps: [Step]

  /// Reads blocks in which `$ ` starts a command and `> ` continues it.
  package init(_ blocks: [String]) {
    steps = blocks.flatMap(Self.steps)
  }

  /// Returns the contents of the fenced blocks of a language.
  package static func blocks(of page: String, language: String) -> [String] {
    page.components(separatedBy: "```\(language)\n").dropFirst().map {
      $0.components(separatedBy: "```")[0]
    }
  }

  /// Runs the commands one after the other, as in one shell, and returns them with their new output.
  ///
  /// Blocks the thread.
  package func typed(
    in directory: String, environment: [String: String], limit: Duration = defaultLimit
  ) throws(SupportError) -> [Step] {
    var status = "0"
    var shown: [Step] = []
    for step in steps {
      // Passes on the last status, as `$?` of one shell, with a usual umask.
      let script = "umask 022; (exit \(status)); \(step.command)\n"
      let outcome = try Child.run(
        ["sh", "-c", script], environment: environment, directory: directory, limit: limit)
      if case .exited(let code) = outcome.status { status = "\(code)" }
      shown.append(
        Step(command: step.command, output: outcome.outputText + outcome.errorText))
    }
    return shown
  }

  private static func steps(of block: String) -> [Step] {
    var steps: [Step] = []
    for line in block.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      if line.hasPrefix("$ ") {
        steps.append(Step(command: String(line.dropFirst(2)), output: ""))
      } else if line.hasPrefix("> "), let last = steps.indices.last {
        steps[last].command += "\n" + line.dropFirst(2)
      } else if let last = steps.indices.last {
        steps[last].output += line + "\n"
      }
    }
    return steps
  }
}

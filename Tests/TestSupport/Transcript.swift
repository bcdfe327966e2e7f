import Foundation

/// The fenced blocks of a page of documentation, and what is typed in them.
package struct Transcript: Sendable {
  /// A command, with what it prints.
  package struct Step: Equatable, Sendable, CustomStringConvertible {
    package var command: String
    package var output: String

    package var description: String { "$ \(command)\n\(output)" }
  }

  /// The commands, in order.
  package let steps: [Step]

  /// Reads blocks in which `$ ` begins a command and `> ` goes on with it.
  package init(_ blocks: [String]) {
    steps = blocks.flatMap(Self.steps)
  }

  /// The fenced blocks of a language, without their fences.
  package static func blocks(of page: String, language: String) -> [String] {
    page.components(separatedBy: "```\(language)\n").dropFirst().map {
      $0.components(separatedBy: "```")[0]
    }
  }

  /// Types the commands one after the other, as one shell would have them.
  ///
  /// Blocks the thread.
  ///
  /// - Returns: The same commands, with what they print now.
  package func typed(
    in directory: String, environment: [String: String], limit: Duration = defaultLimit
  ) throws(SupportError) -> [Step] {
    var status = "0"
    var shown: [Step] = []
    for step in steps {
      // The status of the step before, as `$?` of one shell would have it; a umask that is usual.
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

import FormworkCore
import FormworkHost
import Foundation
import TestSupport

@testable import FormworkConformance

/// The lines of the checks of a front end.
struct Report: Equatable {
  /// The lines of the checks that failed, in order.
  var failures: [String] = []

  /// The last messages before a crash or a hang, below the line of a check.
  var last: [String] = []

  /// The names of all checks, in order.
  var names: [String] = []

  /// The names of the checks that were skipped.
  var skipped: Set<String> = []

  let status: Child.Status

  init(_ outcome: Child.Outcome) {
    self.init(lines: outcome.outputText.split(separator: "\n").map(String.init), outcome.status)
  }

  private init(lines: [String], _ status: Child.Status) {
    self.status = status
    for line in lines {
      if line.hasPrefix("  ") {
        last.append(line)
        continue
      }
      let parts = line.split(separator: ": ", maxSplits: 2).map(String.init)
      names.append(parts[0])
      switch parts.dropFirst().first {
      case "failed": failures.append(line)
      case "skipped": skipped.insert(parts[0])
      default: break
      }
    }
  }

  /// Has the program check a front end.
  static func of(_ frontEnd: String, _ options: String...) async throws -> Report {
    let program = try Program.path(named: "formwork")
    let outcome = try await onThreadOfItsOwn {
      try Child.run(
        [program, "check-front-end", frontEnd] + options, limit: .seconds(240))
    }
    return Report(outcome)
  }

  /// Checks the front end in a file without the program; `nil` runs all checks.
  static func of(file: String, only check: String?) async throws -> Report {
    let program = try Program.path(named: "formwork")
    return try await onThreadOfItsOwn {
      let conformance = try Conformance(
        of: .file(file), in: .installed(), by: program, seed: 1)
      var lines: [String] = []
      let isSound = conformance.run(only: check) { lines.append($0.inEnglish) }
      return Report(lines: lines, .exited(isSound ? 0 : 1))
    }
  }
}

/// The front end of `Fixtures/front_end.c`.
enum FixtureLibrary {
  /// Writes the library into a folder under the name of a fault; returns its path.
  static func write(
    _ name: String, _ flags: [String] = [], to directory: TemporaryDirectory
  ) async throws -> String {
    let path = directory.path(of: "\(name).so")
    try await CCompiler.build(
      "Tests/ConformanceTests/Fixtures/front_end.c",
      ["-shared", "-fPIC", "-Wall", "-Werror"] + flags, to: path)
    return path
  }
}

extension Message {
  /// The words of the English catalogue.
  var inEnglish: String { Catalogue.conformance.text(for: self) }
}

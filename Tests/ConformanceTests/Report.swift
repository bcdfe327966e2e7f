import TestSupport

/// What `formwork check-front-end` has said of a front end, check by check.
struct Report: Equatable {
  /// The lines but for those of checks that were passed or skipped, in order.
  var failures: [String] = []

  /// The last messages before a crash or a hang, below the line of a check.
  var last: [String] = []

  /// The names of the checks that were passed, failed or skipped, in order.
  var names: [String] = []

  /// The reason for which each check was skipped.
  var skipped: [String: String] = [:]

  /// The program's exit status.
  let status: Child.Status

  init(_ outcome: Child.Outcome) {
    status = outcome.status
    for line in outcome.outputText.split(separator: "\n") {
      if line.hasPrefix("  ") {
        last.append(String(line))
        continue
      }
      let parts = line.split(separator: ": ", maxSplits: 2).map(String.init)
      names.append(parts[0])
      switch parts.dropFirst().first {
      case "failed": failures.append(String(line))
      case "skipped": skipped[parts[0]] = parts.last
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
}

import Foundation
import Testing

/// Counts instructions, which do not depend on the load of the machine.
///
/// - SeeAlso: Valgrind's manual, "Callgrind: a call-graph generating cache and branch prediction
///   profiler".
package struct Callgrind {
  /// The time limit for a counted program, which is some fifty times slower.
  package static let limit: Duration = .seconds(120)

  private let folder: TemporaryDirectory
  private let log: String

  /// Prepares some of the programs and plug-ins that the package builds.
  ///
  /// Copies them without their debug information, which Valgrind does not understand.
  package init(_ names: String...) throws {
    folder = try TemporaryDirectory()
    log = folder.path(of: "log")
    for name in names {
      let outcome = try Child.run([
        "strip", "-g", "-o", folder.path(of: name), Program.path(named: name),
      ])
      guard outcome.status == .exited(0) else {
        throw SupportError.missing(path: name, fix: outcome.errorText)
      }
    }
  }

  /// Returns the command that runs and counts a program, for ``Child`` or ``PseudoTerminal``.
  ///
  /// - Parameters:
  ///   - name: The name of the program.
  ///   - arguments: The arguments of the program.
  ///   - function: The name of a function to count with everything that it calls, where `*` stands
  ///     for any text. Without it, the whole program is counted.
  /// - Returns: The command.
  package func command(
    _ name: String, _ arguments: [String] = [], counting function: String? = nil
  ) -> [String] {
    ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", "--log-file=\(log)"]
      + (function.map { ["--toggle-collect=\($0)"] } ?? []) + [folder.path(of: name)] + arguments
  }

  /// Returns the command that runs a program for ``count(during:of:)``, ten times slower elsewhere.
  package func command(countingPartsOf name: String, _ arguments: [String]) -> [String] {
    var command = command(name, arguments)
    command.insert("--instr-atstart=no", at: 2)
    return command
  }

  /// Counts the instructions of a part of a program of ``command(countingPartsOf:_:)``.
  ///
  /// ``count()`` returns the number after the program has ended.
  package func count(during body: () throws -> Void, of child: Child) throws {
    func instrument(_ word: String) throws {
      let outcome = try Child.run(["callgrind_control", "-i", word, "\(child.process)"])
      try #require(outcome.status == .exited(0), "\(outcome)")
    }
    try instrument("on")
    try body()
    try instrument("off")
  }

  /// Returns the number of instructions of the last command that has ended.
  package func count() throws -> Int {
    let lines = try String(contentsOfFile: log, encoding: .utf8)
    let number = lines.split(separator: "Collected : ").last?.prefix(while: \.isNumber)
    return try #require(number.flatMap { Int($0) }, "\(lines)")
  }

  /// Returns the budget for the tested build.
  ///
  /// A release needs far fewer instructions, and its number is exact. Debug builds differ between
  /// machines: the number leaves room for that, and fails at half as much again.
  package static func budget(debug: Int, release: Int) -> Int {
    ProcessInfo.processInfo.environment["FORMWORK_TEST_PROGRAMS"] == nil ? debug : release
  }
}

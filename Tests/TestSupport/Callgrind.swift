import Foundation
import Testing

/// Counts instructions, which are the same on a quiet machine and on a busy one.
///
/// - SeeAlso: Valgrind's manual, "Callgrind: a call-graph generating cache and branch prediction
///   profiler".
package struct Callgrind {
  /// How long a program that is counted may take: it is some fifty times slower.
  package static let limit: Duration = .seconds(120)

  private let folder: TemporaryDirectory
  private let log: String

  /// Gets some of the programs and plug-ins that the package builds ready to be counted.
  ///
  /// They are copied without their debug information, which Valgrind does not understand.
  package init(_ names: String...) throws {
    folder = try TemporaryDirectory()
    log = folder.path(of: "log")
    for name in names {
      let outcome = try Child.run([
        "strip", "-g", "-o", folder.path(of: name), Program.path(named: name),
      ])
      guard outcome.status == .exited(0) else {
        throw SupportError.missing(path: name, mend: outcome.errorText)
      }
    }
  }

  /// The command that runs a program and counts.
  ///
  /// - Parameters:
  ///   - name: One of the programs.
  ///   - arguments: Its arguments.
  ///   - function: The name of the function that is counted, with all that it calls, where `*` stands
  ///     for anything; the whole program is, where there is none.
  /// - Returns: The command, for ``Child`` or ``PseudoTerminal``.
  package func command(
    _ name: String, _ arguments: [String] = [], counting function: String? = nil
  ) -> [String] {
    ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", "--log-file=\(log)"]
      + (function.map { ["--toggle-collect=\($0)"] } ?? []) + [folder.path(of: name)] + arguments
  }

  /// The command that runs a program, of which ``count(during:of:)`` counts a part; the rest is a tenth as slow.
  package func command(countingPartsOf name: String, _ arguments: [String]) -> [String] {
    var command = command(name, arguments)
    command.insert("--instr-atstart=no", at: 2)
    return command
  }

  /// Has the instructions counted that a program of ``command(countingPartsOf:_:)`` takes for something.
  ///
  /// ``count()`` has the number once the program has ended.
  package func count(during body: () throws -> Void, of child: Child) throws {
    func instrument(_ word: String) throws {
      let outcome = try Child.run(["callgrind_control", "-i", word, "\(child.process)"])
      try #require(outcome.status == .exited(0), "\(outcome)")
    }
    try instrument("on")
    try body()
    try instrument("off")
  }

  /// How many instructions were counted by the command that has ended last.
  package func count() throws -> Int {
    let lines = try String(contentsOfFile: log, encoding: .utf8)
    let number = lines.split(separator: "Collected : ").last?.prefix(while: \.isNumber)
    return try #require(number.flatMap { Int($0) }, "\(lines)")
  }

  /// What is right for the build that is tested.
  ///
  /// A release does the same with far fewer, and its number is the budget. What a debug build takes differs from one
  /// machine to the next: its number has room for that, and is passed by what costs half as much again.
  package static func budget(debug: Int, release: Int) -> Int {
    ProcessInfo.processInfo.environment["FORMWORK_TEST_PROGRAMS"] == nil ? debug : release
  }
}

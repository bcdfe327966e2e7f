import Foundation

/// The C compiler of this machine, for fixtures and files that tests inspect.
package enum CCompiler {
  /// The first of `clang` and `cc` on the path.
  package static let path: String? = {
    let directories = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    return ["clang", "cc"].lazy
      .flatMap { name in directories.map { "\($0)/\(name)" } }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }()

  /// The reason to skip a test without a compiler.
  package static let reason = "needs clang or cc on the path"

  /// The C sources of the terminal guard, and the option for the headers.
  package static let guardSources: [String] = {
    let files = ["editor.c", "guard.c", "system.c", "wake_up.c"]
      .map { "CFormworkSystem/\($0)" }
    return (files + ["CFormworkTerminal/terminal.c"]).map { "\(root)/Sources/\($0)" }
      + ["CFormworkSystem", "CFormworkTerminal"].map { "-I\(root)/Sources/\($0)/include" }
      + ["-pthread"]
  }()

  private static let root: String = {
    let support = URL(filePath: #filePath).deletingLastPathComponent()
    return support.path(percentEncoded: false) + "../.."
  }()

  /// The messages of a compiler that rejected a fixture.
  package struct Failure: Error {
    let command: [String]
    let outcome: Child.Outcome
  }

  /// Compiles a source to a file, but each library with the same arguments only once.
  ///
  /// A program is written by the linker itself: one that this process has open cannot be started.
  ///
  /// - Parameters:
  ///   - fixture: The source's path in the package, or the name of a fixture of the host.
  ///   - arguments: Additional arguments for the compiler.
  ///   - output: The path of the result.
  /// - Throws: ``Failure``.
  package static func build(_ fixture: String, _ arguments: [String], to output: String)
    async throws
  {
    let source = fixture.contains("/") ? fixture : "Tests/FormworkHostTests/Fixtures/\(fixture)"
    let command =
      [
        path ?? "cc", "-O1", "\(root)/\(source)", "-I\(root)/Sources/CFormwork/include",
        "-I\(root)/Sources/CFormworkWire/include",
      ] + arguments
    guard arguments.contains("-shared") else { return try await run(command, to: output) }
    // Each test has a path of its own for the macro MARKER: the library is compiled with one as long.
    let marker = arguments.lazy.compactMap { $0.wholeMatch(of: /-DMARKER="(.+)"/)?.1 }.first ?? ""
    let common = String(repeating: "#", count: marker.utf8.count)
    var bytes = try await libraries.bytes(
      of: marker.isEmpty ? command : command.map { $0.replacing(marker, with: common) })
    while !marker.isEmpty, let range = bytes.range(of: Data(common.utf8)) {
      bytes.replaceSubrange(range, with: Data(marker.utf8))
    }
    try bytes.write(to: URL(filePath: output))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: output)
  }

  private static let libraries = Libraries()

  /// The libraries that were compiled, by their commands.
  private actor Libraries {
    private var builds: [[String]: Task<Data, any Error>] = [:]

    func bytes(of command: [String]) async throws -> Data {
      let build =
        builds[command]
        ?? Task {
          let directory = try TemporaryDirectory()
          let path = directory.path(of: "library.so")
          try await CCompiler.run(command, to: path)
          return try Data(contentsOf: URL(filePath: path))
        }
      builds[command] = build
      return try await build.value
    }
  }

  private static func run(_ command: [String], to output: String) async throws {
    let command = command + ["-o", output]
    let outcome = try await onThreadOfItsOwn { try Child.run(command) }
    guard outcome.status == .exited(0) else { throw Failure(command: command, outcome: outcome) }
  }
}

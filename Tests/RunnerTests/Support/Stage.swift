import TestSupport

/// A folder with front ends that a test has compiled.
struct Stage {
  let puppet: String

  private let directory: TemporaryDirectory

  init() async throws {
    directory = try TemporaryDirectory()
    puppet = directory.path(of: "puppet.so")
    try await build("puppet.c", ["-shared", "-fPIC"], to: puppet)
  }

  /// Compiles a fixture and returns the path of the result.
  func build(_ fixture: String, _ arguments: [String], as name: String) async throws -> String {
    let path = directory.path(of: name)
    try await build(fixture, arguments, to: path)
    return path
  }

  func path(of name: String) -> String { directory.path(of: name) }

  private func build(_ fixture: String, _ arguments: [String], to output: String) async throws {
    let warnings = ["-Wall", "-Wextra", "-Werror"]
    let source = "Tests/RunnerTests/Fixtures/\(fixture)"
    try await CCompiler.build(source, warnings + arguments, to: output)
  }
}

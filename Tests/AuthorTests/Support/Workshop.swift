import Foundation
import TestSupport
import Testing

/// A copy of the package in which the commands of the pages were run.
///
/// The copy consists of links, except the examples and the folder of the programs, so that
/// everything that the pages build and install is removed with it. Only a long run builds the Swift
/// examples, and with them all of Formwork; others take them from the build of the tests.
final class Workshop: Sendable {
  /// The commands of the pages, with their output.
  let shown: [Transcript.Step]

  private let copy: TemporaryDirectory

  init() async throws {
    copy = try TemporaryDirectory()
    let programs = copy.path(of: ".build-release/release")
    try Self.copyPackage(to: copy.path)
    try Self.copyPrograms(in: programs)
    let tools = copy.path(of: "tools")
    if !isLongRun { try Self.writeQuickSwift(in: tools) }
    let transcript = try Page.transcript
    let environment = Child.environment.merging([
      "HOME": copy.path(of: "home"),
      "PATH": "\(tools):\(programs):\(Child.environment["PATH"] ?? "/usr/bin:/bin")",
      "XDG_CACHE_HOME": Self.caches,
    ]) { $1 }
    shown = try await onThreadOfItsOwn { [copy] in
      // Builds a package, which takes time beside other builds.
      try transcript.typed(in: copy.path, environment: environment, limit: .seconds(500))
    }
    try await Self.buildLaterVersion(in: programs)
  }

  static var current: Workshop {
    get throws { try #require(shared, "the test is in no suite with the trait `.workshop`") }
  }

  @TaskLocal fileprivate static var shared: Workshop?

  /// Returns the path of a program, beside which the examples are installed.
  func program(_ name: String) -> String { copy.path(of: ".build-release/release/\(name)") }

  /// The folder in which the Swift examples were built.
  var examples: String { copy.path(of: "Tests/FrontEnds/Swift/.build") }

  /// The caches of the user who builds the tests, with all dependencies: no network is needed.
  static let caches: String = {
    let own = ProcessInfo.processInfo.environment
    return own["XDG_CACHE_HOME"] ?? "\(NSHomeDirectory())/.cache"
  }()

  private static func copyPackage(to copy: String) throws {
    let files = FileManager.default
    let package = PackageFile("").path
    try files.createDirectory(atPath: copy + "/Tests", withIntermediateDirectories: true)
    for (folder, apart) in [
      ("", ["Tests", ".build", ".build-release"]), ("Tests/", ["FrontEnds"]),
    ] {
      for entry in try files.contentsOfDirectory(atPath: package + folder) {
        if apart.contains(entry) { continue }
        try files.createSymbolicLink(
          atPath: "\(copy)/\(folder)\(entry)", withDestinationPath: package + folder + entry)
      }
    }
    for file in Page.files {
      let path = "\(copy)/\(file)"
      try files.createDirectory(
        at: URL(filePath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
      try files.copyItem(atPath: PackageFile(file).path, toPath: path)
    }
  }

  /// The example in C with the header of the next minor version: its structs are longer.
  private static func buildLaterVersion(in folder: String) async throws {
    let sources = try TemporaryDirectory()
    var header = try PackageFile("Sources/CFormwork/include/formwork.h").text()
    for (today, later) in [
      ("#define FORMWORK_ABI_MINOR 0u", "#define FORMWORK_ABI_MINOR 1u"),
      ("  uint64_t byte_count;\n", "  uint64_t byte_count;\n  uint64_t later[4];\n"),
      (
        "  int32_t (*run)(const struct formwork_host *host);\n",
        "  int32_t (*run)(const struct formwork_host *host);\n  const void *later;\n"
      ),
    ] {
      #expect(header.contains(today))
      header = header.replacingOccurrences(of: today, with: later)
    }
    _ = try sources.write(header, to: "formwork.h")
    let example = try PackageFile("Tests/FrontEnds/C/example.c").text()
      .replacingOccurrences(of: Example.c.rawValue, with: Example.later.rawValue)
    _ = try sources.write(example, to: "example.c")
    let outcome = try await onThreadOfItsOwn {
      try Child.run([
        "clang", "-shared", "-fPIC", "-O2", "-I", sources.path,
        "-o", "\(folder)/libformwork-front-end-\(Example.later.rawValue).so",
        sources.path(of: "example.c"),
      ])
    }
    #expect(outcome == Child.Outcome(.exited(0)))
  }

  /// Writes a command `swift` that takes the products of the examples' package from this build.
  private static func writeQuickSwift(in folder: String) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let path = "\(folder)/swift"
    let program = URL(filePath: try Program.path(named: "visit"))
    let build = program.deletingLastPathComponent().path(percentEncoded: false)
    let script = """
      #!/bin/sh
      # The last argument is the product.
      for product do :; done
      case $product in
        *example*) from=lib${product#formwork-front-end-}.so to=lib$product.so ;;
        *front-end*) from=lib$product.so to=$from ;;
        *) from=$product to=$product ;;
      esac
      folder=Tests/FrontEnds/Swift/.build/release
      mkdir -p $folder && cp "\(build)$from" $folder/$to && echo 'Build complete!'

      """
    try Data(script.utf8).write(to: URL(filePath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
  }

  // Copies the programs of this build. A front end is found beside the path of its program.
  private static func copyPrograms(in folder: String) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for name in [
      "registration", "formwork", "formwork-runner", "FormFixture",
      "libformwork-front-end-plain.so", "libformwork-front-end-editline.so",
    ] {
      // A link would change the file's status, which a program that loads it meanwhile refuses.
      try Program.copy(Program.path(named: name), to: "\(folder)/\(name)")
    }
  }
}

/// Provides a workshop for a suite, and removes it after the last test.
struct WorkshopTrait: SuiteTrait, TestScoping {
  func provideScope(
    for test: Test, testCase: Test.Case?,
    performing body: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await Workshop.$shared.withValue(Workshop(), operation: body)
  }
}

extension Trait where Self == WorkshopTrait {
  /// A workshop in which the pages' commands were run.
  static var workshop: Self { WorkshopTrait() }
}

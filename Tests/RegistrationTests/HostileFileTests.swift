import FormworkCore
import Foundation
import Glibc
import TestSupport
import Testing

@testable import FormworkHost
@testable import registration

/// Files that violate a rule for front ends: the program names it, exits with 2, and runs no code.
@Suite(.enabled(if: CCompiler.path != nil, Comment(rawValue: CCompiler.reason)))
struct HostileFileTests {
  /// A way to make such a file, and the message about it.
  struct Hostile: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// The line after the path, where `@` stands for the directory.
    let line: String
    let make: @Sendable (_ directory: TemporaryDirectory, _ path: String) async throws -> Void
  }

  private static func hostile(
    _ name: String, _ line: String,
    _ make: @escaping @Sendable (TemporaryDirectory, String) async throws -> Void
  ) -> Hostile {
    Hostile(testDescription: name, line: line, make: make)
  }

  /// Returns a valid file with changed bytes.
  private static func corrupted(
    _ name: String, _ line: String,
    _ corrupt: @escaping @Sendable (inout SpecimenFile) throws -> Void
  ) -> Hostile {
    hostile(name, line) { directory, path in
      var file = try await SpecimenFile.sound(in: directory)
      try corrupt(&file)
      try write(file, to: path)
    }
  }

  /// Returns a valid file in a place to which others may write.
  private static func open(_ place: String, _ mode: mode_t) -> Hostile {
    let line = "others can write to @\(place): run chmod go-w on it"
    return hostile("\(place) has mode \(String(mode, radix: 8))", line) { directory, path in
      try write(try await SpecimenFile.sound(in: directory), to: path)
      try #require(chmod(directory.path + place, mode) == 0)
    }
  }

  private static func write(_ file: SpecimenFile, to path: String) throws {
    let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o700)
    defer { close(descriptor) }
    let count = Glibc.write(descriptor, file.bytes, file.bytes.count)
    try #require(count == file.bytes.count)
  }

  static let files = [
    hostile("an empty file", "not an ELF file: build it as a shared library") { _, path in
      close(Glibc.open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o700))
    },
    hostile("a pipe", "not a regular file: put the library itself there") { _, path in
      try #require(mkfifo(path, 0o700) == 0)
    },
    hostile(
      "a link", "a symbolic link, which is not followed: put the library itself there"
    ) { directory, path in
      let file = try await SpecimenFile.sound(in: directory)
      try write(file, to: directory.path(of: "target"))
      try #require(symlink(directory.path(of: "target"), path) == 0)
    },
    open("/place/file", 0o757), open("/place/file", 0o770), open("/place", 0o777), open("", 0o777),
    corrupted("cut short in its header", "damaged, it ends too early: build or copy it again") {
      $0.bytes.removeLast($0.bytes.count - 40)
    },
    corrupted(
      "code that is writable", "has a segment both writable and executable: link it without -N"
    ) { file in
      for header in file.headers(1) where file[header + 4, UInt32.self] & 1 != 0 {
        file[header + 4, UInt32.self] |= 2
      }
    },
    corrupted(
      "silent about its stack", "asks for an executable stack: link it with -z noexecstack"
    ) { $0[try #require($0.headers(0x6474_E551).first), UInt32.self] = 0 },
  ]

  /// Faults that the tests of the host find in files.
  @Test(
    arguments: [
      (.otherMachine, "made for another kind of processor: build it for \(machine)"),
      (.damaged(.tooLarge), "damaged, one of its tables is too large: build or copy it again"),
      (.damaged(.note), "damaged, a note is longer than its place: build or copy it again"),
      (.textRelocations, "its code would be rewritten (TEXTREL): compile it with -fPIC"),
      (
        .noEntry,
        "does not export the function formwork_front_end: write FORMWORK_EXPORT before its definition"
      ), (.notLibrary, "not a shared library: link it with -shared"),
    ] as [(FrontEndLoadError, String)])
  func eachFaultHasALine(_ refusal: FrontEndLoadError, _ line: String) {
    let error = FrontEndError.refused(path: "/x.so", refusal)
    #expect(Catalogue.registration.text(for: error.message) == "/x.so: \(line)")
  }

  #if arch(x86_64)
  private static let machine = "x86_64"
  #elseif arch(arm64)
  private static let machine = "aarch64"
  #endif

  /// Runs the program with a file and empty input.
  private func run(_ arguments: [String], program: String? = nil) async throws -> Child.Outcome {
    let command = try RegistrationBench().command(arguments + ["register"], program: program)
    return try await onThreadOfItsOwn { try Child.run(command) }
  }

  @Test(arguments: files)
  func isRefusedUnrun(_ hostile: Hostile) async throws {
    let directory = try TemporaryDirectory()
    try #require(mkdir(directory.path(of: "place"), 0o700) == 0)
    let path = directory.path(of: "place/file")
    try await hostile.make(directory, path)
    let outcome = try await run(["--front-end-file", path])
    let line = hostile.line.replacing("@", with: directory.path)
    #expect(outcome == .failure("registration: \(path): \(line)\n", status: 2))
    #expect(!directory.contains("marker"))
  }

  /// Without this test, a missing mark would prove nothing.
  @Test func theSameFileInOrderIsRun() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path(of: "file")
    try Self.write(try await SpecimenFile.sound(in: directory), to: path)
    #expect(!directory.contains("marker"))
    let outcome = try await run(["--front-end-file", path])
    #expect(
      outcome.errorText.hasPrefix(
        "front end \"specimen\" needs a terminal, and TERM to name one that can move its cursor: "
          + "using plain instead\n"),
      "\(outcome)")
    #expect(directory.contains("marker"))
  }

  @Test(.enabled(if: getuid() == 0, "only root may give a file away"))
  func whatIsAnothersIsRefusedUnrun() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path(of: "file")
    try Self.write(try await SpecimenFile.sound(in: directory), to: path)
    #expect(chown(path, 12345, 0) == 0)
    let outcome = try await run(["--front-end-file", path])
    let complaint =
      "belongs to another user (12345): put the library where only you and root may write"
    #expect(outcome == .failure("registration: \(path): \(path) \(complaint)\n", status: 2))
    #expect(!directory.contains("marker"))
  }

  /// In the system's directory, too, places that others may write to are refused.
  @Test func theSystemsDirectoryIsChecked() async throws {
    let directory = try TemporaryDirectory()
    for name in ["usr", "usr/bin", "usr/lib", "usr/lib/formwork"] {
      try #require(mkdir(directory.path(of: name), 0o755) == 0)
    }
    let place = directory.path(of: "usr/lib/formwork")
    let path = "\(place)/libformwork-front-end-specimen.so"
    try Self.write(try await SpecimenFile.sound(in: directory), to: path)
    let program = directory.path(of: "usr/bin/registration")
    try Program.copy(Program.path(named: "registration"), to: program)

    let named = ["--front-end", "specimen"]
    let complaint = "\(path): others can write to \(place): run chmod go-w on it\n"
    #expect(chmod(place, 0o775) == 0)
    let refused = try await run(named, program: program)
    #expect(refused == .failure("registration: " + complaint, status: 2))
    let listed = try await onThreadOfItsOwn { try Child.run([program, "front-ends"]) }
    #expect(listed == .success("specimen - " + complaint))
    #expect(!directory.contains("marker"))

    #expect(chmod(place, 0o755) == 0)
    let sound = try await onThreadOfItsOwn { try Child.run([program, "front-ends"]) }
    #expect(sound == .success("specimen 1.0 \(path)\n"))
    #expect(!directory.contains("marker"))
    _ = try await run(["--isolate", "never"] + named, program: program)
    #expect(directory.contains("marker"))
  }

  /// A user who requested no front end learns why the default one is not used.
  @Test func inPlaceOfTheUsualOneThereIsAnother() async throws {
    let bench = try RegistrationBench()
    let program = try bench.copies("registration")
    let path = bench.path(of: "libformwork-front-end-editline.so")
    close(Glibc.open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o700))
    try await onThreadOfItsOwn {
      let terminal = try bench.terminal(program: program, "register", frontEnd: "")
      try terminal.expect(
        line: "\(path): not an ELF file: build it as a shared library: using another instead")
      try terminal.expect("Username (required): ")
    }
  }

  /// Any program can set the home in the environment.
  @Test func theEnvironmentNamesNoDirectory() async throws {
    let directory = try TemporaryDirectory()
    var place = directory.path
    for name in [".local", "share", "formwork", "front-ends"] {
      place += "/" + name
      try #require(mkdir(place, 0o700) == 0)
    }
    try Self.write(
      try await SpecimenFile.sound(in: directory),
      to: "\(place)/libformwork-front-end-specimen.so")
    let home = directory.path
    let outcome = try await RegistrationBench().run(
      "--front-end", "specimen", "register",
      environment: ["HOME": home, "XDG_DATA_HOME": home + "/.local/share"])
    let complaint =
      "unknown front end \"specimen\": there are editline, lines, plain, screen, web\n"
    #expect(outcome == .failure("registration: " + complaint, status: 2))
  }

  /// Returns a copy of the program that runs with a group the user does not belong to.
  private static func raised(
    _ program: String, in directory: TemporaryDirectory
  ) async throws -> String {
    let copy = directory.path(of: "raised")
    try Program.copy(program, to: copy)
    try #require(chown(copy, 0, 12345) == 0 && chmod(copy, 0o2755) == 0)
    return copy
  }

  /// Whether the system raises privileges here, which some containers and mounts forbid.
  private static func canRaisePrivileges() async throws -> Bool {
    guard getuid() == 0 else { return false }
    let directory = try TemporaryDirectory()
    let program = try await raised("/usr/bin/id", in: directory)
    return try await onThreadOfItsOwn { try Child.run([program, "-g"]).outputText == "12345\n" }
  }

  @Test(
    .enabled("only root may give a file away") { try await canRaisePrivileges() },
    arguments: [
      ("registration", 2, ["list", "front-ends", "register", "--help"]),
      ("formwork", 2, ["front-ends", "check-front-end", "probe-front-end", "--help"]),
      ("formwork-runner", 77, ["--help"]),
    ])
  func withRaisedPrivilegesNothingIsDone(
    _ name: String, _ status: Int32, _ commands: [String]
  ) async throws {
    let directory = try TemporaryDirectory()
    let program = try await Self.raised(try Program.path(named: name), in: directory)
    for command in commands {
      let outcome = try await onThreadOfItsOwn { try Child.run([program, command, "plain"]) }
      let complaint =
        "\(name): running with raised privileges: front ends are code of the user who starts the "
        + "program; remove set-user-ID, set-group-ID and capabilities\n"
      #expect(outcome == .failure(complaint, status: status))
    }
  }
}

import FormworkCore
import Glibc
import TestSupport
import Testing

@testable import FormworkHost

@Suite(.enabled(if: CCompiler.path != nil, Comment(rawValue: CCompiler.reason)))
struct FrontEndLibraryTests {
  private static let fileName = "libformwork-front-end-specimen.so"

  /// A way to build a file, and the expected result.
  struct Specimen: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let arguments: [String]
    let refusal: FrontEndLoadError?

    init(_ name: String, _ arguments: [String], _ refusal: FrontEndLoadError? = nil) {
      testDescription = name
      self.arguments = arguments
      self.refusal = refusal
    }
  }

  /// Compiles a specimen whose code leaves a mark when any of it runs.
  private func compile(_ arguments: [String], in directory: TemporaryDirectory) async throws {
    try await CCompiler.build(
      "front_end.c", ["-DMARKER=\"\(directory.path(of: "marker"))\""] + arguments,
      to: directory.path(of: Self.fileName))
  }

  /// Finds, inspects and loads a front end in a directory by name.
  private func load(
    _ name: String = "specimen", in directory: TemporaryDirectory
  ) throws -> CheckedFrontEnd {
    let file = try FrontEndLocator(directories: [directory.path]).file(for: .name(name))
    return try CheckedFrontEnd(loading: file)
  }

  @Test(arguments: [
    Specimen("with a GNU hash table", ["-shared", "-fPIC", "-Wl,--hash-style=gnu"]),
    Specimen("with a System V hash table", ["-shared", "-fPIC", "-Wl,--hash-style=sysv"]),
    Specimen("with both hash tables", ["-shared", "-fPIC", "-Wl,--hash-style=both"]),
    Specimen("without symbols and debugging information", ["-shared", "-fPIC", "-s"]),
    Specimen("with a build identifier", ["-shared", "-fPIC", "-Wl,--build-id"]),
    Specimen(
      "that looks beside itself and at absolute paths",
      ["-shared", "-fPIC", "-Wl,-rpath,$ORIGIN:${ORIGIN}/lib:/nowhere/$LIB"]),
    Specimen("with the same note twice", ["-shared", "-fPIC", "-DSECOND_MAJOR=1"]),
  ])
  func whatIsLoaded(_ specimen: Specimen) async throws {
    let directory = try TemporaryDirectory()
    try await compile(specimen.arguments, in: directory)
    let locator = FrontEndLocator(directories: [directory.path])
    let name = try #require(FrontEndName("specimen"))
    let path = directory.path(of: Self.fileName)
    let file = try locator.file(for: .name("specimen"))
    let state = try #require(FileState(ofEntryAt: path))
    #expect(
      file
        == FrontEndFile(
          path: path, name: name, version: .host, isOwn: false, state: state,
          folder: try InspectedFolder(directory.path)))
    let listing = FrontEndListing.all(in: locator)
    #expect(listing == [FrontEndListing(name: name, path: path, inspection: .success(file))])
    #expect(listing.map(\.message.inEnglish) == ["specimen 1.0 \(path)"])
    #expect(!directory.contains("marker"))

    let library = try CheckedFrontEnd(loading: file)
    #expect(directory.contains("marker"))
    #expect(library.description.identifier == name)
    #expect(library.description.name == "Specimen")
    #expect(library.description.version == "2.1")
    #expect(library.description.needsTerminal)
    #expect(library.run(nil) == 7)
  }

  /// In C and C++, with everything else hidden by the compiler.
  @Test(arguments: ["front_end.c", "front_end.cc"])
  func theEntryIsSeen(_ fixture: String) async throws {
    let directory = try TemporaryDirectory()
    try await CCompiler.build(
      fixture, ["-shared", "-fPIC", "-fvisibility=hidden", "-Wall", "-Wextra", "-Werror"],
      to: directory.path(of: Self.fileName))
    #expect(try load(in: directory).run(nil) == 7)
  }

  @Test func aLaterMinorVersionIsLoaded() async throws {
    let directory = try TemporaryDirectory()
    try await compile(["-shared", "-fPIC", "-DNOTE_MINOR=7"], in: directory)
    let file = try FrontEndLocator(directories: [directory.path]).file(for: .name("specimen"))
    #expect(file.version == ContractVersion(major: 1, minor: 7))
    #expect(try CheckedFrontEnd(loading: file).run(nil) == 7)
  }

  @Test(arguments: [
    Specimen("without a note", ["-shared", "-fPIC", "-DWITHOUT_NOTE"], .noNote),
    Specimen(
      "for a later contract", ["-shared", "-fPIC", "-DNOTE_MAJOR=2", "-DNOTE_MINOR=3"],
      .otherContract(ContractVersion(major: 2, minor: 3))),
    Specimen(
      "with two notes that differ", ["-shared", "-fPIC", "-DSECOND_MAJOR=2"], .damaged(.note)),
    Specimen("without the entry", ["-shared", "-fPIC", "-DWITHOUT_ENTRY"], .noEntry),
    Specimen(
      "without the entry, System V",
      ["-shared", "-fPIC", "-DWITHOUT_ENTRY", "-Wl,--hash-style=sysv"], .noEntry),
    Specimen("with the entry left open", ["-shared", "-fPIC", "-DENTRY_UNDEFINED"], .noEntry),
    Specimen(
      "with the entry left open, System V",
      ["-shared", "-fPIC", "-DENTRY_UNDEFINED", "-Wl,--hash-style=sysv"], .noEntry),
    Specimen("with a hidden entry", ["-shared", "-fPIC", "-DENTRY_HIDDEN"], .noEntry),
    Specimen("with data for an entry", ["-shared", "-fPIC", "-DENTRY_AS_DATA"], .noEntry),
    Specimen(
      "with an executable stack", ["-shared", "-fPIC", "-Wl,-z,execstack"], .executableStack),
    Specimen(
      "with text relocations", ["-shared", "-fPIC", "-DTEXT_RELOCATION", "-Wl,-z,notext"],
      .textRelocations),
    Specimen(
      "that looks where the person is", ["-shared", "-fPIC", "-Wl,-rpath,$ORIGIN:lib"],
      .relativePath("lib")),
    Specimen(
      "that looks in the current directory, unsaid", ["-shared", "-fPIC", "-Wl,-rpath,/a::/b"],
      .relativePath("")),
    Specimen(
      "that looks where the person is, as of old",
      ["-shared", "-fPIC", "-Wl,--disable-new-dtags,-rpath,../lib"], .relativePath("../lib")),
    Specimen(
      "that looks in something like its own place", ["-shared", "-fPIC", "-Wl,-rpath,$ORIGINAL/a"],
      .relativePath("$ORIGINAL/a")),
    Specimen(
      "that brings a library along by a relative path",
      ["-shared", "-fPIC", "-Wl,-f,./libother.so"], .relativePath("./libother.so")),
    Specimen("a program", ["-fPIE", "-pie", "-rdynamic", "-DPROGRAM"], .notLibrary),
    Specimen("a program at a fixed place", ["-no-pie", "-DPROGRAM"], .notLibrary),
    Specimen("an object file", ["-c", "-fPIC"], .notLibrary),
  ])
  func whatIsRefusedBeforeItRuns(_ specimen: Specimen) async throws {
    let directory = try TemporaryDirectory()
    try await compile(specimen.arguments, in: directory)
    let locator = FrontEndLocator(directories: [directory.path])
    let refusal = try #require(specimen.refusal)
    let path = directory.path(of: Self.fileName)
    #expect(throws: FrontEndError.refused(path: path, refusal)) {
      try locator.file(for: .name("specimen"))
    }
    #expect(FrontEndListing.all(in: locator).map(\.inspection) == [.failure(refusal)])
    #expect(!directory.contains("marker"))
  }

  @Test(arguments: [
    Specimen(
      "with a missing symbol", ["-DMISSING_SYMBOL"],
      .notLoadable("undefined symbol: formwork_missing_symbol")),
    Specimen("declining", ["-DDECLINES"], .declined),
    Specimen("under another name", ["-DNAME=\"other\""], .otherName("other")),
  ])
  func whatIsRefusedOnceLoaded(_ specimen: Specimen) async throws {
    let directory = try TemporaryDirectory()
    try await compile(["-shared", "-fPIC"] + specimen.arguments, in: directory)
    let refusal = try #require(specimen.refusal)
    #expect(throws: refusal) { try load(in: directory) }
  }

  @Test func anExplicitFileMayBeCalledAnything() async throws {
    let directory = try TemporaryDirectory()
    try await compile(["-shared", "-fPIC", "-DNAME=\"other\""], in: directory)
    let path = directory.path(of: "anything")
    #expect(rename(directory.path(of: Self.fileName), path) == 0)
    #expect(mkdir(directory.path(of: "below"), 0o700) == 0)
    let file = try FrontEndLocator(directories: []).file(
      for: .file(directory.path(of: "below/../anything")))
    #expect(file.path == path)
    #expect(file.name == nil)
    #expect(!directory.contains("marker"))
    #expect(try CheckedFrontEnd(loading: file).description.identifier.text == "other")
    #expect(directory.contains("marker"))
  }

  @Test(arguments: [
    ("", FrontEndLoadError.cannotOpen(ENOENT)), ("nothing/here", .cannotOpen(ENOENT)),
    ("/nothing", .cannotOpen(ENOENT)), ("/", .notRegularFile), ("..", .notRegularFile),
    ("/tmp/", .notRegularFile), ("/dev/null", .notRegularFile),
  ])
  func aPathThatIsNoFile(_ path: String, _ refusal: FrontEndLoadError) {
    #expect(throws: FrontEndError.refused(path: path, refusal)) {
      try FrontEndLocator(directories: []).file(for: .file(path))
    }
  }

  /// Changes of a file between inspection and loading.
  enum Mishap: CaseIterable, Sendable {
    case removed, replaced, replacedByLink, written, statusChanged

    func befall(_ path: String) throws {
      let other = path + ".new"
      switch self {
      case .removed: try #require(unlink(path) == 0)
      case .replaced: try #require(rename(other, path) == 0)
      case .replacedByLink: try #require(unlink(path) == 0 && symlink(other, path) == 0)
      case .written:
        let descriptor = open(path, O_WRONLY | O_APPEND | O_CLOEXEC)
        defer { close(descriptor) }
        try #require(Glibc.write(descriptor, "x", 1) == 1)
      case .statusChanged: try #require(chmod(path, 0o755) == 0)
      }
    }
  }

  @Test(arguments: Mishap.allCases)
  func aFileThatChangesBeforeItIsLoadedIsNotRun(_ mishap: Mishap) async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path(of: Self.fileName)
    try await compile(["-shared", "-fPIC"], in: directory)
    #expect(rename(path, path + ".new") == 0)
    try await compile(["-shared", "-fPIC"], in: directory)
    let file = try FrontEndLocator(directories: []).file(for: .file(path))
    #expect(file.isUnchanged)
    // The clock for dates of changes advances in steps of a few milliseconds.
    try waitForNextTick(after: file.state, in: directory)
    try mishap.befall(path)
    #expect(!file.isUnchanged)
    #expect(throws: FrontEndLoadError.changed) { try CheckedFrontEnd(loading: file) }
    #expect(!directory.contains("marker"))
  }

  /// Waits until a change would have a later date than an earlier one.
  private func waitForNextTick(
    after state: FileState, in directory: TemporaryDirectory
  ) throws {
    for _ in 0..<1_000_000 {
      let now = try #require(FileState(ofEntryAt: try directory.write([], to: "clock")))
      if now.changeNanoseconds != state.changeNanoseconds { return }
    }
    Issue.record("the clock stands still")
  }

  @Test func aFileThatChangesWhileItIsLoaded() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path(of: Self.fileName)
    try await compile(["-shared", "-fPIC", "-DCHANGES=\"\(path)\""], in: directory)
    #expect(throws: FrontEndLoadError.changed) { try load(in: directory) }
  }

  @Test func aNameThatIsNotThere() throws {
    let directory = try TemporaryDirectory()
    try directory.write([], to: "libformwork-front-end-plain.so")
    let plain = try #require(FrontEndName("plain"))
    let absent = try #require(FrontEndName("absent"))
    #expect(throws: FrontEndError.unknown(absent, available: [plain])) {
      try load("absent", in: directory)
    }
    #expect(throws: FrontEndError.invalidName("../plain", available: [plain])) {
      try load("../plain", in: directory)
    }
  }
}

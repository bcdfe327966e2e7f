import Foundation
import Glibc
import TestSupport
import Testing

@testable import FormworkHost

@Suite(.enabled(if: CCompiler.path != nil, Comment(rawValue: CCompiler.reason)))
struct LibrarySearchTests {
  /// A front end in `front`, and libraries for it in `lib` and `deep`.
  struct Place {
    let root: TemporaryDirectory

    /// The folder for marks of running code, which never moves.
    private let marks: TemporaryDirectory
    let front: String
    let lib: String
    let deep: String

    /// The name of the library: the loader takes two libraries with the same name for the same.
    let library: String

    init(library: String? = nil) throws {
      (root, marks) = try (TemporaryDirectory(), TemporaryDirectory())
      self.library = library ?? "lib\(FrontEndPlace.split(root.path).entry).so"
      front = root.path(of: "front")
      lib = root.path(of: "lib")
      deep = root.path(of: "deep")
      for folder in [front, lib, deep] { try #require(mkdir(folder, 0o755) == 0) }
    }

    var file: String { front + "/libformwork-front-end-specimen.so" }
    var needed: String { lib + "/" + library }

    /// Builds a library that is required by name, and whose code leaves a mark.
    func makeLibrary(_ path: String, _ arguments: [String] = []) async throws {
      let name = FrontEndPlace.split(path).entry
      try await CCompiler.build(
        "library.c",
        ["-shared", "-fPIC", "-DMARKER=\"\(marks.path(of: name + "-ran"))\""]
          + ["-Wl,-soname,\(name)", "-Wl,--no-as-needed"] + arguments, to: path)
    }

    /// Builds a front end that requires a library, and searches a path for it.
    func makeFrontEnd(searching path: String?, _ arguments: [String] = []) async throws {
      let search = path.map { ["-Wl,-rpath,\($0)"] } ?? []
      try await CCompiler.build(
        "front_end.c",
        ["-shared", "-fPIC", "-Wl,--enable-new-dtags", "-Wl,--no-as-needed", needed] + search
          + arguments, to: file)
    }

    /// Copies the files, which are not loaded yet, with separate marks.
    ///
    /// The names have the same length, so that they can be changed in the compiled files.
    func copy(library: String? = nil) throws -> Place {
      let copy = try Place(library: library)
      for (from, to) in [(file, copy.file), (needed, copy.needed)] {
        var bytes = try Data(contentsOf: URL(filePath: from))
        for (old, new) in [(marks.path, copy.marks.path), (self.library, copy.library)] {
          while let range = bytes.range(of: Data(old.utf8)) {
            bytes.replaceSubrange(range, with: Data(new.utf8))
          }
        }
        try bytes.write(to: URL(filePath: to))
      }
      return copy
    }

    func inspect(
      beside program: String? = nil, by rule: OwnershipRule = OwnershipRule()
    ) throws(FrontEndLoadError) -> FrontEndFile {
      try FrontEndFile(
        inspecting: FrontEndPlace(FrontEndPlace.split(file).entry, in: front, beside: program),
        named: nil, by: rule)
    }

    func refusal(beside program: String? = nil) -> FrontEndLoadError? {
      do throws(FrontEndLoadError) {
        _ = try inspect(beside: program)
        return nil
      } catch { return error }
    }

    var hasRunLibrary: Bool { marks.contains(library + "-ran") }
  }

  /// A way for others to replace a library, and the expected refusal.
  struct Way: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let search: String?
    let arguments: [String]
    let prepare: @Sendable (Place) async throws -> Void
    let refusal: @Sendable (Place) -> FrontEndLoadError?

    init(
      _ name: String, _ search: String?, _ arguments: [String] = [],
      _ prepare: @escaping @Sendable (Place) async throws -> Void = { _ in },
      _ refusal: @escaping @Sendable (Place) -> FrontEndLoadError?
    ) {
      testDescription = name
      self.search = search
      self.arguments = arguments
      self.prepare = prepare
      self.refusal = refusal
    }
  }

  private static let beside = "$ORIGIN/../lib"

  static let ways: [Way] = [
    Way("no other", beside) { _ in nil },
    Way("no other, and a folder that is not there", "${ORIGIN}/none:" + beside) { _ in nil },
    Way(
      "no other, and a place that is no folder",
      "$ORIGIN/libformwork-front-end-specimen.so/x:" + beside
    ) { _ in
      nil
    },
    Way("a folder that others may write to", beside) {
      try change($0.lib, 0o777)
    } _: {
      .searches($0.front + "/../lib", .writableByOthers($0.lib))
    },
    Way("the same as of old", beside, ["-Wl,--disable-new-dtags"]) {
      try change($0.lib, 0o775)
    } _: {
      .searches($0.front + "/../lib", .writableByOthers($0.lib))
    },
    Way("a folder on the way", "$ORIGIN/../lib/below/x") {
      try #require(mkdir($0.lib + "/below", 0o755) == 0)
      try change($0.lib, 0o777)
    } _: {
      .searches($0.front + "/../lib/below/x", .writableByOthers($0.lib))
    },
    Way("a folder with room for libraries of other machines", beside) {
      try #require(mkdir($0.lib + "/glibc-hwcaps", 0o755) == 0)
      try #require(mkdir($0.lib + "/glibc-hwcaps/x86-64-v2", 0o755) == 0)
      try change($0.lib + "/glibc-hwcaps/x86-64-v2", 0o777)
    } _: {
      .searches(
        $0.front + "/../lib/glibc-hwcaps/x86-64-v2",
        .writableByOthers($0.lib + "/glibc-hwcaps/x86-64-v2"))
    },
    Way("a folder that is named after the system", "$ORIGIN/../$LIB") {
      try change($0.lib, 0o777)
    } _: {
      .searches($0.front + "/../lib", .writableByOthers($0.lib))
    },
    Way("a folder that is named after the machine", "$ORIGIN/${PLATFORM}") {
      try #require(mkdir($0.front + "/" + ELFMachine.name, 0o755) == 0)
      try change($0.front + "/" + ELFMachine.name, 0o777)
    } _: {
      .searches(
        $0.front + "/" + ELFMachine.name, .writableByOthers($0.front + "/" + ELFMachine.name))
    },
    Way("a link to a folder that others may write to", "$ORIGIN/link") {
      try #require(symlink("../lib", $0.front + "/link") == 0)
      try change($0.lib, 0o777)
    } _: {
      .searches($0.front + "/link", .writableByOthers($0.lib))
    },
    Way("a link to itself", "$ORIGIN/link") {
      try #require(symlink("link", $0.front + "/link") == 0)
    } _: {
      .searches($0.front + "/link", .cannotOpen(ELOOP))
    },
    Way("a library that others may write to", beside) {
      try change($0.needed, 0o666)
    } _: {
      .searches($0.front + "/../lib/" + $0.library, .writableByOthers($0.needed))
    },
    Way("a library that is a link", beside) {
      try #require(rename($0.needed, $0.deep + "/real.so") == 0)
      try #require(symlink($0.deep + "/real.so", $0.needed) == 0)
      try change($0.deep, 0o777)
    } _: {
      .searches($0.front + "/../lib/" + $0.library, .writableByOthers($0.deep))
    },
    Way("a library that is damaged", beside) {
      try $0.root.write([1, 2, 3], to: "lib/" + $0.library)
    } _: {
      .searches($0.front + "/../lib/" + $0.library, .notELF)
    },
    Way("a library that looks where the person is", beside) {
      try await $0.makeLibrary($0.needed, ["-Wl,-rpath,."])
    } _: {
      .searches($0.front + "/../lib/" + $0.library, .relativePath("."))
    },
    Way("a library that looks in a folder that others may write to", beside) {
      try await $0.makeLibrary($0.needed, ["-Wl,-rpath,$ORIGIN/../deep"])
      try change($0.deep, 0o777)
    } _: {
      .searches($0.front + "/../lib/../deep", .writableByOthers($0.deep))
    },
    Way(
      "a library of a library, as of old", beside + ":$ORIGIN/../deep", ["-Wl,--disable-new-dtags"]
    ) {
      try await $0.makeLibrary($0.deep + "/libdeep.so")
      try await $0.makeLibrary($0.needed, [$0.deep + "/libdeep.so"])
      try change($0.deep + "/libdeep.so", 0o666)
    } _: {
      .searches($0.front + "/../deep/libdeep.so", .writableByOthers($0.deep + "/libdeep.so"))
    },
  ]

  private static func change(_ path: String, _ mode: mode_t) throws {
    try #require(chmod(path, mode) == 0)
  }

  @Test(arguments: ways)
  func whoElseCouldHaveTheirsLoaded(_ way: Way) async throws {
    let place = try Place()
    try await place.makeLibrary(place.needed)
    try await place.makeFrontEnd(searching: way.search, way.arguments)
    try await way.prepare(place)
    #expect(place.refusal() == way.refusal(place))
    #expect(!place.hasRunLibrary)
    if way.refusal(place) == nil {
      #expect(try CheckedFrontEnd(loading: place.inspect()).run(nil) == 7)
      #expect(place.hasRunLibrary)
    }
  }

  /// Cases that only root can create: folders such as `/tmp`, and files of another user.
  @Test(.enabled(if: getuid() == 0, "only root may give a file away"))
  func whatBelongsToAnother() async throws {
    let place = try Place()
    try await place.makeLibrary(place.needed)
    try await place.makeFrontEnd(searching: "$ORIGIN")
    // In a sticky folder the front end belongs to its owner, but any user can add a library.
    try Self.change(place.front, 0o1777)
    #expect(place.refusal() == .searches(place.front, .openFolder(place.front)))
    try await place.makeFrontEnd(searching: "$ORIGIN/none")
    #expect(place.refusal() == .searches(place.front + "/none", .openFolder(place.front)))
    try Self.change(place.front, 0o755)
    try await place.makeFrontEnd(searching: "$ORIGIN/../lib")
    #expect(chown(place.needed, 12345, 0) == 0)
    let found = place.front + "/../lib/" + place.library
    #expect(place.refusal() == .searches(found, .otherOwner(place.needed, 12345)))
    #expect(chown(place.lib, 12345, 0) == 0)
    #expect(
      place.refusal() == .searches(place.front + "/../lib", .otherOwner(place.lib, 12345)))
    #expect(symlink(place.deep, place.front + "/link") == 0)
    #expect(lchown(place.front + "/link", 12345, 0) == 0)
    try await place.makeFrontEnd(searching: "$ORIGIN/link")
    let link = place.front + "/link"
    #expect(place.refusal() == .searches(link, .otherOwner(link, 12345)))
    #expect(!place.hasRunLibrary)
  }

  /// The folder is trusted like the program, but not a library of another user in it.
  @Test(.enabled(if: getuid() == 0, "only root may give a file away"))
  func besideTheProgram() async throws {
    let place = try Place()
    try await place.makeLibrary(place.needed)
    try await place.makeFrontEnd(searching: "$ORIGIN:$ORIGIN/below")
    let program = try place.root.write([], to: "front/program")
    try Self.change(place.front, 0o1777)
    #expect(place.refusal(beside: program) == nil)
    let planted = place.front + "/" + place.library
    try await place.makeLibrary(planted)
    #expect(place.refusal(beside: program) == nil)
    #expect(chown(planted, 12345, 0) == 0)
    #expect(place.refusal(beside: program) == .searches(planted, .otherOwner(planted, 12345)))
    #expect(!place.hasRunLibrary)
  }

  /// Required libraries, filters and auditors, by their paths.
  @Test(arguments: [1, 0x7FFF_FFFD, 0x7FFF_FFFF, 0x6FFF_FEFB, 0x6FFF_FEFC] as [Int64])
  func aLibraryThatIsNamedByAPath(_ tag: Int64) async throws {
    let place = try Place()
    // A library without a name is required by the path that the linker was given.
    try await CCompiler.build(
      "library.c", ["-shared", "-fPIC", "-DMARKER=\"\""], to: place.needed)
    try await place.makeFrontEnd(searching: nil)
    var file = try SpecimenFile(at: place.file)
    file[file.dynamic(1) - 8, Int64.self] = tag
    try place.root.write(file.bytes, to: "front/libformwork-front-end-specimen.so")
    #expect(place.refusal() == nil)
    try Self.change(place.needed, 0o666)
    #expect(place.refusal() == .searches(place.needed, .writableByOthers(place.needed)))
  }

  @Test(arguments: [
    ("/a/b", ["/a/b"]), ("$ORIGIN", ["/o"]), ("${ORIGIN}x", ["/ox"]), ("$ORIGIN-x", ["/o-x"]),
    ("$ORIGINAL", ["$ORIGINAL"]), ("${ORIGIN", ["${ORIGIN"]), ("$", ["$"]), ("", [""]),
    ("/a$ORIGIN/$ORIGIN", ["/a/o//o"]),
    ("/x/$LIB", ["/x/lib", "/x/lib64", "/x/lib/\(ELFMachine.name)-linux-gnu"]),
    (String(repeating: "/$LIB", count: 6), ["./" + String(repeating: "/$LIB", count: 6)]),
    ("/x/${PLATFORM}/y", ELFMachine.platforms.map { "/x/\($0)/y" }),
  ])
  func whatTheLoaderMayMakeOfAPath(_ path: String, _ expansions: [String]) {
    #expect(LibraryNeeds.expansions(of: path, origin: "/o") == expansions)
  }
}

import Foundation
import TestSupport
import Testing

@testable import FormworkHost

@Suite struct FrontEndLocatorTests {
  @Test func namesOfAllDirectoriesAreSorted() throws {
    let first = try TemporaryDirectory()
    let second = try TemporaryDirectory()
    try first.write([], to: "libformwork-front-end-plain.so")
    try first.write([], to: "libformwork-front-end-Plain.so")
    try first.write([], to: "registration")
    try second.write([], to: "libformwork-front-end-plain.so")
    try second.write([], to: "libformwork-front-end-editline.so")
    let locator = FrontEndLocator(directories: [first.path, "/nowhere", second.path])
    #expect(locator.directories == [first.path, second.path])
    #expect(locator.names().map(\.text) == ["editline", "plain"])
  }

  @Test func theFirstDirectoryWins() throws {
    let first = try TemporaryDirectory()
    let second = try TemporaryDirectory()
    let file = try second.write([], to: "libformwork-front-end-plain.so")
    let locator = FrontEndLocator(directories: [first.path, second.path])
    let name = try #require(FrontEndName("plain"))
    #expect(locator.places(of: name).map(\.path) == [file])
    // A broken link is found, so that it is refused by name instead of skipped.
    let link = first.path(of: "libformwork-front-end-plain.so")
    #expect(symlink("/nowhere", link) == 0)
    #expect(locator.places(of: name).map(\.path) == [link, file])
    #expect(throws: FrontEndError.refused(path: link, .symbolicLink)) {
      try locator.file(for: .name("plain"))
    }
  }

  @Test func directoriesAreCanonical() throws {
    let directory = try TemporaryDirectory()
    #expect(symlink(directory.path, directory.path(of: "link")) == 0)
    let locator = FrontEndLocator(directories: [directory.path(of: "link/./")])
    #expect(locator.directories == [directory.path])
  }

  @Test func besideTheProgram() throws {
    let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let slash = try #require(program.lastIndex(of: "/"))
    #expect(FrontEndLocator.installed().directories.first == String(program[..<slash]))
  }

  @Test(.enabled(if: CCompiler.path != nil, Comment(rawValue: CCompiler.reason)))
  func whatLiesBesideTheProgramIsItsOwn() async throws {
    let directory = try TemporaryDirectory()
    for name in ["bin", "elsewhere"] {
      try #require(mkdir(directory.path(of: name), 0o755) == 0)
    }
    let sound = try await SpecimenFile.sound(in: directory)
    let name = try #require(FrontEndName("specimen"))
    let own = try directory.write(sound.bytes, to: "bin/\(name.fileName)")
    let other = try directory.write(sound.bytes, to: "elsewhere/\(name.fileName)")
    let program = try directory.write([], to: "bin/registration")
    let locator = FrontEndLocator(program: program, home: nil)
    let files = try [.name("specimen"), .file(own), .file(other)].map { try locator.file(for: $0) }
    #expect(files.map(\.isOwn) == [true, true, false])
    #expect(files.map(\.path) == [own, own, other])
    #expect(files.map(\.name) == [name, nil, nil])
    #expect(!directory.contains("marker"))
  }

  @Test func threePlacesInOrder() throws {
    let directory = try TemporaryDirectory()
    let places = ["usr/bin", "usr/lib/formwork", "home/.local/share/formwork/front-ends"].map {
      directory.path(of: $0)
    }
    for place in places {
      try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    }
    let home = directory.path(of: "home")
    let program = places[0] + "/registration"
    #expect(FrontEndLocator(program: program, home: home).directories == places)
    #expect(FrontEndLocator(program: program, home: nil).directories == Array(places[..<2]))
    // A home that is relative or missing does not count.
    for home in ["home", "", ".", directory.path(of: "absent")] {
      #expect(FrontEndLocator(program: program, home: home).directories == Array(places[..<2]))
    }
    // A directory that is listed twice counts once.
    #expect(FrontEndLocator(program: places[2] + "/it", home: home).directories == [places[2]])
    // A linked program in `bin` has its own front ends beside it, then the same places.
    let own = directory.path(of: "usr/libexec/formwork")
    try FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: true)
    #expect(
      FrontEndLocator(program: own + "/registration", home: home).directories
        == [own, places[1], places[2]])
    // Only a program in one of these directories has a `lib` beside it.
    #expect(
      FrontEndLocator(program: directory.path(of: "usr/registration"), home: home).directories
        == [directory.path(of: "usr"), places[2]])
  }
}

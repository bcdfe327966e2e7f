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
    #expect(try locator.file(of: name).path == file)
    // Even a broken link is found, so that it is refused by name and not passed over.
    let link = first.path(of: "libformwork-front-end-plain.so")
    #expect(symlink("/nowhere", link) == 0)
    #expect(try locator.file(of: name).path == link)
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
    // A home that depends on where the person is, or is missing, is none.
    for home in ["home", "", ".", directory.path(of: "absent")] {
      #expect(FrontEndLocator(program: program, home: home).directories == Array(places[..<2]))
    }
    // Only what is installed in a `bin` has a `lib` of its own beside it.
    #expect(
      FrontEndLocator(program: directory.path(of: "usr/registration"), home: home).directories
        == [directory.path(of: "usr"), places[2]])
  }
}

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
    #expect(try locator.path(of: name) == file)
    // Even a broken link is found, so that it is refused by name and not passed over.
    let link = first.path(of: "libformwork-front-end-plain.so")
    #expect(symlink("/nowhere", link) == 0)
    #expect(try locator.path(of: name) == link)
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
    #expect(FrontEndLocator.besideProgram().directories == [String(program[..<slash])])
  }
}

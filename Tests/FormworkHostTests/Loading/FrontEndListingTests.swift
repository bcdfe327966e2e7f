import TestSupport
import Testing

@testable import FormworkHost

@Suite struct FrontEndListingTests {
  @Test func eachIsOneLine() throws {
    let name = try #require(FrontEndName("specimen"))
    let later = ContractVersion(major: 2, minor: 3)
    let path = "/a\u{1B}b/x.so"
    let state = try #require(FileState(ofEntryAt: "/"))
    let file = FrontEndFile(
      path: path, name: name, version: .host, isOwn: true, state: state,
      folder: try InspectedFolder("/"))
    let listings: [FrontEndListing] = [
      FrontEndListing(name: name, path: path, inspection: .success(file)),
      FrontEndListing(name: name, path: "/x.so", inspection: .failure(.otherContract(later))),
      FrontEndListing(name: name, path: "/x.so", inspection: .failure(.executableStack)),
    ]
    #expect(
      listings.map(\.message.inEnglish) == [
        "specimen 1.0 /a\u{FFFD}b/x.so",
        "specimen 2.3 /x.so: made for version 2.3 of the contract, this host has 1.0: build it "
          + "with this host's formwork.h",
        "specimen - /x.so: asks for an executable stack: link it with -z noexecstack",
      ])
  }

  @Test func allThatThereAreSorted() throws {
    let directory = try TemporaryDirectory()
    let second = try directory.write([], to: "libformwork-front-end-b.so")
    let first = try directory.write(Array("text".utf8), to: "libformwork-front-end-a.so")
    try directory.write([], to: "libformwork-front-end-.so")
    let names = ["a", "b"].compactMap { FrontEndName($0) }
    #expect(
      FrontEndListing.all(in: FrontEndLocator(directories: [directory.path])) == [
        FrontEndListing(name: names[0], path: first, inspection: .failure(.notELF)),
        FrontEndListing(name: names[1], path: second, inspection: .failure(.notELF)),
      ])
  }

  @Test func whatIsHiddenIsListedToo() throws {
    let directories = try [TemporaryDirectory(), TemporaryDirectory()]
    let fileName = "libformwork-front-end-a.so"
    let paths = try directories.map { try $0.write([], to: fileName) }
    let listings = FrontEndListing.all(in: FrontEndLocator(directories: directories.map(\.path)))
    #expect(
      listings.map(\.message.inEnglish) == [
        "a - \(paths[0]): not an ELF file: build it as a shared library",
        "a - \(paths[1]): hidden by \(paths[0]): remove one of them",
      ])
  }
}

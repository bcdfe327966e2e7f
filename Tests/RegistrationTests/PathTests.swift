import Glibc
import TestSupport
import Testing

/// Paths that options and variables name.
@Suite struct PathTests {
  /// A command for each option that names a file to read, with a directory in its place.
  @Test(arguments: [
    ("register --no-input --answers DIR", "answers file DIR"),
    ("profile --as ann --password-file FILE --answers DIR", "answers file DIR"),
    ("members --as ann --password-file DIR", "password from DIR"),
    ("password --as ann --password-file FILE --new-password-file DIR", "password from DIR"),
    ("policy --as ann --password-file FILE --terms DIR", "terms file DIR"),
  ])
  func aDirectoryIsNoFileToRead(_ words: String, _ beginning: String) async throws {
    let office = try Office()
    let folder = office.path(of: "folder")
    try #require(mkdir(folder, 0o755) == 0)
    let outcomes = try await onThreadOfItsOwn {
      let file = try office.passwordFile()
      let made = try office.run("register", input: Office.lines())
      let arguments = words.split(separator: " ")
        .map { ["DIR": folder, "FILE": file][$0] ?? String($0) }
      return [made, try Child.run(office.command(arguments))]
    }
    #expect(outcomes[0].status == .exited(0))
    #expect(
      outcomes[1]
        == Child.Outcome(
          .exited(2),
          errors: "registration: \(beginning.replacing("DIR", with: folder)): is a directory: "
            + "name a file that can be read\n"))
  }
}

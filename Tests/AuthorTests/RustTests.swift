import Foundation
import TestSupport
import Testing

/// The page about other languages, and its front end in Rust.
struct RustTests {
  private static let package = "Tests/FrontEnds/Rust"

  private func blocks(_ language: String) throws -> [String] {
    let page = "Sources/FormworkFrontEnd/FormworkFrontEnd.docc/InOtherLanguages.md"
    return Transcript.blocks(of: try PackageFile(page).text(), language: language)
  }

  private func source(_ name: String) throws -> String {
    try PackageFile("\(Self.package)/\(name)").text()
  }

  @Test func theCodeIsThatOfTheExample() throws {
    #expect(try blocks("toml") == [source("Cargo.toml")])
    #expect(try blocks("rust") == [source("src/formwork.rs"), source("src/lib.rs")])
  }

  /// The numbers of the example are those of the header, where these have the same names.
  @Test func theNumbersAreThoseOfTheHeader() throws {
    let header = try PackageFile("Sources/CFormwork/include/formwork.h").text()
    let known = Self.numbers(in: header, of: /FORMWORK_([A-Z_]+)(?: =)? ([0-9u< ]+)/)
    // The last is the number of the others, and what follows is of the C library.
    let example = try source("src/formwork.rs").components(separatedBy: "// The C library")[0]
    var own = Self.numbers(in: example, of: /pub const ([A-Z_]+): [a-z0-9]+ = ([0-9< ]+);/)
    #expect(own.removeValue(forKey: "PROPERTY_COUNT") == "12")
    #expect(own.count > 40)
    for (name, number) in own { #expect(known[name] == number, "\(name)") }
  }

  private static func numbers(
    in text: String, of pattern: Regex<(Substring, Substring, Substring)>
  ) -> [String: String] {
    text.matches(of: pattern).reduce(into: [:]) { numbers, match in
      let number = match.2.replacing("u", with: "").trimmingCharacters(in: .whitespaces)
      numbers[String(match.1)] = number
    }
  }

  private static let hasCargo = Child.environment["PATH"]?.split(separator: ":").contains {
    FileManager.default.isExecutableFile(atPath: "\($0)/cargo")
  }

  /// The commands build the example in a copy, and it passes all checks.
  @Test(.enabled(if: hasCargo == true, "needs cargo on the path"))
  func theCommandsDoWhatIsWritten() async throws {
    let copy = try TemporaryDirectory()
    let package = URL(filePath: copy.path(of: Self.package))
    for name in ["Cargo.toml", "src/formwork.rs", "src/lib.rs"] {
      let file = package.appending(path: name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(source(name).utf8).write(to: file)
    }
    let programs = URL(filePath: try Program.path(named: "formwork")).deletingLastPathComponent()
    let environment = Child.environment.merging([
      "PATH": "\(programs.path(percentEncoded: false)):\(Child.environment["PATH"] ?? "")",
      "CARGO_HOME": copy.path(of: "cargo"),
      // The toolchains of the user who builds the tests.
      "RUSTUP_HOME": ProcessInfo.processInfo.environment["RUSTUP_HOME"]
        ?? "\(NSHomeDirectory())/.rustup",
    ]) { $1 }
    let written = Transcript(try blocks("console"))
    #expect(written.steps.count == 5)
    let shown = try await onThreadOfItsOwn {
      try written.typed(in: copy.path, environment: environment, limit: .seconds(240))
    }
    #expect(shown == written.steps)
  }
}

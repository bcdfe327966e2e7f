import TestSupport

/// The page for authors of front ends.
enum Page {
  /// Where it is in the package.
  static let path = "Sources/FormworkFrontEnd/FormworkFrontEnd.docc/WritingAFrontEnd.md"

  /// The files that it shows, by the language of their blocks, in its order.
  static let filesByLanguage = [
    ("c", ["Tests/FrontEnds/C/example.c"]),
    (
      "swift",
      [
        "Tests/FrontEnds/Swift/Package.swift",
        "Tests/FrontEnds/Swift/Sources/Example/Example.swift",
        "Tests/FrontEnds/Swift/Sources/Example/Interview.swift",
      ]
    ),
    ("ld", ["Tests/FrontEnds/Swift/exports.map"]),
  ]

  /// All files that it shows.
  static let files = filesByLanguage.flatMap(\.1)

  /// The blocks of a language.
  static func blocks(_ language: String) throws -> [String] {
    Transcript.blocks(of: try PackageFile(path).text(), language: language)
  }

  /// The commands of the page.
  static var transcript: Transcript {
    get throws { Transcript(try blocks("console")) }
  }
}

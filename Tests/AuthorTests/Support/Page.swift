import TestSupport

/// The pages for authors: what they show is what there is, and what they have typed happens.
enum Page: String, CaseIterable, Sendable {
  case frontEnd = "Sources/FormworkFrontEnd/FormworkFrontEnd.docc/WritingAFrontEnd.md"
  case program = "Sources/Formwork/Formwork.docc/RunningAForm.md"
  case canvas = "Sources/FormworkCanvas/FormworkCanvas.docc/FormworkCanvas.md"

  /// The page that begins with an empty folder, of which the first example is a manifest, and the second the program.
  static let first = "Sources/Formwork/Formwork.docc/YourFirstForm.md"

  /// The manifest of the examples in Swift, of which the page of the program shows a part.
  static let manifest = "Tests/FrontEnds/Swift/Package.swift"

  /// The files that the page of a front end shows whole, by the language of their blocks, in its order.
  static let filesByLanguage = [
    ("c", ["Tests/FrontEnds/C/example.c"]),
    (
      "swift",
      [
        manifest, "Tests/FrontEnds/Swift/Sources/Example/Example.swift",
        "Tests/FrontEnds/Swift/Sources/Example/Interview.swift",
      ]
    ),
  ]

  /// The front end that the page of the canvas shows whole, behind a first listing.
  static let sheet = ["Sheet", "Page", "Page+Drawing", "Page+Typing"].map {
    "Tests/FrontEnds/Swift/Sources/Sheet/\($0).swift"
  }

  /// The program that the other page shows in pieces.
  static let visit = "Tests/FrontEnds/Swift/Sources/Visit/Visit.swift"

  /// The program of ten lines.
  static let visitor = "Tests/FrontEnds/Swift/Sources/Visitor/main.swift"

  /// All files that pages show.
  static let files = filesByLanguage.flatMap(\.1) + sheet + [visit, visitor]

  /// The blocks of a language.
  func blocks(_ language: String) throws -> [String] {
    Transcript.blocks(of: try PackageFile(rawValue).text(), language: language)
  }

  /// The commands of all pages, one page after the other.
  static var transcript: Transcript {
    get throws { Transcript(try allCases.flatMap { try $0.blocks("console") }) }
  }
}

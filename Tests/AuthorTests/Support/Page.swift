import TestSupport

/// The pages for authors, with files and commands.
enum Page: String, CaseIterable, Sendable {
  case frontEnd = "Sources/FormworkFrontEnd/FormworkFrontEnd.docc/WritingAFrontEnd.md"
  case program = "Sources/Formwork/Formwork.docc/RunningAForm.md"
  case canvas = "Sources/FormworkCanvas/FormworkCanvas.docc/FormworkCanvas.md"
  case testing = "Sources/FormworkTesting/FormworkTesting.docc/FormworkTesting.md"

  // The page that starts with an empty folder. Its examples are a manifest and a program.
  static let first = "Sources/Formwork/Formwork.docc/YourFirstForm.md"

  // The page whose code is one file, which the tests of the Swift examples build and use.
  static let fields = "Sources/Formwork/Formwork.docc/FieldsRulesAndChoices.md"

  /// The manifest of the Swift examples, which the pages about programs and tests show in part.
  static let manifest = "Tests/FrontEnds/Swift/Package.swift"

  /// The whole files on a front end's page, by the language of their blocks, in order.
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

  /// The files of the front end on the page of the canvas, after a first listing.
  static let sheet = ["Sheet", "Page", "Page+Drawing", "Page+Typing"].map {
    "Tests/FrontEnds/Swift/Sources/Sheet/\($0).swift"
  }

  /// The form and the program on the other page.
  static let visit = ["VisitKit/VisitForm", "Visit/Visit"].map {
    "Tests/FrontEnds/Swift/Sources/\($0).swift"
  }

  static let visitor = "Tests/FrontEnds/Swift/Sources/Visitor/main.swift"

  /// The tests of a program, after the listing of another test and a part of the manifest.
  static let programTests = "Tests/FrontEnds/Swift/Tests/FormTests/ProgramTests.swift"

  /// The page of commands with options: its examples are a manifest and three programs.
  static let arguments = "Sources/FormworkArguments/FormworkArguments.docc/FormworkArguments.md"

  static let tools = ["Setup/Setup", "Publish/Publish", "Kit/Kit"].map {
    "Tests/FrontEnds/Tools/\($0).swift"
  }

  static let fieldTests = ["Fields", "FieldsTests"].map {
    "Tests/FrontEnds/Swift/Tests/FormTests/\($0).swift"
  }

  static let files =
    filesByLanguage.flatMap(\.1) + sheet + visit + [visitor, programTests] + tools + fieldTests

  func blocks(_ language: String) throws -> [String] {
    Transcript.blocks(of: try PackageFile(rawValue).text(), language: language)
  }

  /// The commands of all pages, in order.
  ///
  /// The tests of the examples run with those of this package, except in a long run.
  static var transcript: Transcript {
    get throws {
      let pages = isLongRun ? allCases : allCases.filter { $0 != .testing }
      return Transcript(try pages.flatMap { try $0.blocks("console") })
    }
  }
}

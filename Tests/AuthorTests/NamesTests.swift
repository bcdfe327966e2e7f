import Foundation
import TestSupport
import Testing

/// The names that `import Formwork` brings.
///
/// Each new one is a decision.
struct NamesTests {
  private static let names: Set = [
    "AllowedCharacters", "Alternative", "Answers", "Catalogue", "CheckRequest", "ClosureOperations",
    "Condition", "DeferredBody", "DefinitionError", "DraftResumption", "DraftWriter",
    "ExactDecimal", "Field", "FieldContent", "FieldID", "FieldKind", "FileDrafts", "Form",
    "FormBuilder", "FormDefinition", "FormError", "FormIssue", "FormItem", "FormOperations",
    "FormOptions", "FormResultRecorder", "FrontEndRequest", "Isolation", "JSONValue", "Message",
    "PartHandle", "RemoteCheck", "Secret", "Section", "Submission", "SubmissionOutcome",
    "UserMessageError", "Value", "Violation",
    "!", "!=", "&&", "/", "==", "||",
  ]

  @Test func theModuleHasTheseNames() throws {
    let folder = PackageFile("Sources/Formwork").path
    let files = try #require(FileManager.default.enumerator(atPath: folder))
    var names: Set<String> = []
    for case let file as String in files where file.hasSuffix(".swift") {
      for line in try PackageFile("Sources/Formwork/\(file)").text().split(separator: "\n") {
        if let match = line.wholeMatch(of: /@_exported public import \w+ \w+ ?\. ?(\S+)/) {
          names.insert(String(match.1))
        } else if line.contains("@_exported") {
          // A whole module has names that no line lists.
          names.insert(String(line))
        } else if let match = line.firstMatch(
          of: /^public (?:final )?(?:actor|class|enum|func|let|protocol|struct|typealias|var) (\w+)/
        ) {
          names.insert(String(match.1))
        }
      }
    }
    #expect(names == Self.names)
  }

  @Test func thePageListsThem() throws {
    let page = try PackageFile("Sources/Formwork/Formwork.docc/Formwork.md").text()
    let table = try #require(page.components(separatedBy: "### The names\n").last)
    let names = table.split(separator: "\n").filter { $0.hasPrefix("| ") }.flatMap { row in
      row.replacing("<code>&#124;&#124;</code>", with: "`||`").matches(of: /`+([^` ]+)`+/)
        .map { String($0.1) }
    }
    #expect(names.sorted() == Self.names.sorted())
  }
}

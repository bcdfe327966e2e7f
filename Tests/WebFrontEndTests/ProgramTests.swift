import Foundation
import TestSupport
import Testing

@testable import WebFrontEnd

/// The front end with the program `formwork`.
struct ProgramTests {
  /// Fills in a form by the protocol of the page, at a terminal that only shows the address.
  @Test(arguments: ["never", "always"]) func aFormIsAnsweredInABrowser(isolation: String) async throws {
    try await onThreadOfItsOwn {
      let directory = try TemporaryDirectory()
      let schema = #"{"properties": {"name": {"type": "string"}}, "required": ["name"]}"#
      try directory.write(Array(schema.utf8), to: "s.json")
      let child = try Child(
        [
          Program.path(named: "formwork"), "ask", "s.json", "--front-end", "web", "--isolate",
          isolation,
        ], environment: Child.environment.merging(["HOME": directory.path]) { $1 },
        directory: directory.path)
      let shown = try child.expect("The form is at ", after: /#[A-Za-z0-9_-]{24}\n/)
      let link = try #require(shown.firstMatch(of: #/http://127\.0\.0\.1:(\d+)/#(\S+)\n/#))
      _ = link
      child.send(SIGINT)
      _ = try child.wait()
    }
  }
}

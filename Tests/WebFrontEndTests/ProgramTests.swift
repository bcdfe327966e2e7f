import Foundation
import TestSupport
import Testing

/// The front end with the program `formwork`.
struct ProgramTests {
  /// Fills in a form by the protocol of the page.
  @Test(arguments: ["never", "always"])
  func aFormIsAnsweredInABrowser(isolation: String) async throws {
    try await onThreadOfItsOwn {
      let (child, page, directory) = try Self.start(isolation)
      defer { withExtendedLifetime(directory) {} }
      #expect(try page.enter() == 200)
      let events = try page.events()
      var (revision, nodes): (Int, [String: Int]) = (0, [:])
      // The fields may come after the first picture.
      while nodes["submit"] == nil {
        let event = try Self.object(events.next())
        revision = try #require(event["revision"] as? Int)
        let changes = event["changes"] as? [[Any]] ?? []
        let inserted = changes.filter { $0[0] as? String == "insert" }.map { $0.dropFirst() }
        for node in (event["nodes"] as? [[Any]] ?? []).map({ $0[...] }) + inserted {
          let values = Array(node)
          if let id = values[0] as? Int, let name = values[2] as? String { nodes[name] = id }
        }
      }
      let (name, submit) = try (#require(nodes["name"]), #require(nodes["submit"]))
      let edit = "kind=edit&n=1&revision=\(revision)&node=\(name)&cursor=3"
      #expect(try page.input(edit, "Ann") == 204)
      revision = try #require(try Self.object(events.next())["revision"] as? Int)
      #expect(try page.input("kind=activate&n=2&revision=\(revision)&node=\(submit)") == 204)
      while let event = events.next(), !event.contains(#""type":"end""#) {}
      let outcome = try child.wait()
      #expect(outcome.status == .exited(0))
      #expect(outcome.outputText == "{\n  \"name\": \"Ann\"\n}\n")
    }
  }

  @Test func anInterruptEndsThePage() async throws {
    try await onThreadOfItsOwn {
      let (child, page, directory) = try Self.start("never")
      defer { withExtendedLifetime(directory) {} }
      try page.enter()
      let events = try page.events()
      #expect(events.next()?.contains("picture") == true)
      child.send(SIGINT)
      #expect(events.next() == #"{"type":"end","reason":"signal","texts":[]}"#)
      #expect(try child.wait().status == .signalled(SIGINT))
    }
  }

  /// Starts a form, and follows the address that it shows.
  private static func start(_ isolation: String) throws -> (Child, PageClient, TemporaryDirectory) {
    let directory = try TemporaryDirectory()
    let schema = #"{"properties": {"name": {"type": "string"}}, "required": ["name"]}"#
    try directory.write(Array(schema.utf8), to: "s.json")
    let home = ["HOME": directory.path, "FORMWORK_FRONT_END_BROWSER": "none"]
    let command = ["ask", directory.path(of: "s.json"), "--front-end", "web"]
    let child = try Child(
      [Program.path(named: "formwork")] + command + ["--isolate", isolation],
      environment: Child.environment.merging(home) { $1 })
    let page = PageClient()
    try child.expect("The form is at ", from: .errors)
    try page.follow(child.expect("\n", from: .errors))
    return (child, page, directory)
  }

  private static func object(_ event: String?) throws -> [String: Any] {
    let event = try JSONSerialization.jsonObject(with: Data((event ?? "").utf8))
    return try #require(event as? [String: Any])
  }
}

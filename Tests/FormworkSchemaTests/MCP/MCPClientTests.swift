import Foundation
import TestSupport
import Testing

/// The server with the client of the official SDK.
@Suite(.timeLimit(.minutes(20))) struct MCPClientTests {
  private static let python = PackageFile(".build/test-peers/bin/python3").path
  private static let isInstalled = FileManager.default.isExecutableFile(
    atPath: PackageFile(".build/test-peers/bin/mcp").path)

  private static let results = """
    {'action': 'accept', 'content': {'name': 'Ann', 'age': 30}}
    {'action': 'decline'}
    {'action': 'cancel'}
    cancelled
    {'action': 'decline'}
    {'action': 'accept', 'content': {'name': 'Eve'}}
    the schema asks for a secret (writeOnly or format password), which this server does not pass on: leave it out
    line 1, column 9: #/type: must be one of: "array", "boolean", "integer", "null", "number", "object", "string"
    {'action': 'accept', 'content': {'name': 'Ann'}}
    {"name":"Ann","token":"s3cret"} 0o600
    {'action': 'accept', 'content': {'name': 'Ann'}}
    {"name":"Ann","token":"s3cret"}
    the person has answered, but the answer could not be stored: the standard error of the server says why

    """

  @Test(
    .enabled(if: isInstalled, "mcp, of PyPI, is not installed in .build/test-peers"),
    arguments: [("legacy", "2025-11-25"), ("auto", "2026-07-28")])
  func anAgentAsksAPerson(_ mode: String, version: String) async throws {
    let directory = try TemporaryDirectory()
    let outcome = try await onThreadOfItsOwn {
      try Child.run(
        [
          Self.python, PackageFile("Tests/FormworkSchemaTests/Fixtures/mcp_client.py").path,
          Program.path(named: "formwork"), mode,
        ],
        environment: Child.environment.merging([
          "XDG_STATE_HOME": directory.path, "XDG_RUNTIME_DIR": directory.path,
          "TMPDIR": directory.path, "LC_ALL": "C.UTF-8",
        ]) { $1 }, limit: .seconds(100))
    }
    #expect(outcome.outputText == "\(version)\n\(Self.results)", "\(outcome)")
  }

  @Test(arguments: [
    (
      ["--front-end", "nosuch"],
      "formwork: unknown front end \"nosuch\": there are editline, lines, plain, screen, web\n"
    ),
    (
      ["--allow-secrets", "/none/s"],
      "formwork: --allow-secrets /none/s: No such file or directory\n"
    ),
    (
      ["--front-end", "editline"],
      "formwork: --front-end editline needs a terminal: name one by --tty\n"
    ),
    (
      ["--tty", "/dev/null"],
      "formwork: --tty /dev/null is no terminal: name one, such as /dev/pts/3\n"
    ),
    (
      ["--tty", "/dev/none"],
      "formwork: --tty /dev/none is no terminal: name one, such as /dev/pts/3\n"
    ),
  ]) func aWrongOptionIsOneLine(_ arguments: [String], _ line: String) async throws {
    let outcome = try await onThreadOfItsOwn {
      try Child.run([Program.path(named: "formwork"), "mcp"] + arguments)
    }
    #expect(outcome.status == .exited(2))
    #expect(outcome.errorText == line)
  }

  /// The end of the input while a person is asked closes the form, and the question is answered.
  @Test func anEndInMidFormCancels() async throws {
    let directory = try TemporaryDirectory()
    try await onThreadOfItsOwn {
      let child = try Child(
        [Program.path(named: "formwork"), "mcp"],
        environment: Child.environment.merging([
          "TMPDIR": directory.path, "HOME": directory.path, "FORMWORK_FRONT_END_BROWSER": "none",
        ]) { $1 }, input: .pipe)
      try child.write(
        """
        \0
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2025-11-25", \
        "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}}
        {"jsonrpc": "2.0", "method": "notifications/initialized"}
        {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "ask_person", "arguments": \
        {"message": "Who?", "schema": {"properties": {"name": {"type": "string"}}}}}}

        """)
      try child.expect("The form is at ", from: .errors)
      // Nothing stays if the program is killed.
      let files = try FileManager.default.contentsOfDirectory(atPath: directory.path)
      #expect(files.filter { $0.hasPrefix("formwork-mcp") } == [])
      try child.closeInput()
      let outcome = try child.wait()
      #expect(outcome.status == .exited(0))
      let answers = outcome.outputText.split(separator: "\n").map(String.init)
      #expect(answers.count == 3)
      #expect(answers.first?.contains(#""code":-32700"#) == true, "a line of NUL")
      #expect(answers.last?.contains(#""id":2"#) == true)
      #expect(answers.last?.contains(#""action":"cancel""#) == true, "\(outcome.outputText)")
    }
  }

  /// A client that reads nothing, but keeps its end of the pipe, does not keep the server alive.
  @Test func anEndWithoutAReaderIsAnEnd() async throws {
    let directory = try TemporaryDirectory()
    let script = """
      mkfifo answers; exec 3<>answers
      yes '{"jsonrpc": "2.0", "id": 1, "method": "server/discover", "params": {"_meta": \
      {"io.modelcontextprotocol/protocolVersion": "2026-07-28", \
      "io.modelcontextprotocol/clientCapabilities": {}}}}' | head -n 1000 | "$0" mcp >answers
      echo ended $?
      """
    let outcome = try await onThreadOfItsOwn {
      try Child.run(
        ["sh", "-c", script, Program.path(named: "formwork")], directory: directory.path)
    }
    #expect(outcome == Child.Outcome(.exited(0), output: "ended 0\n"))
  }
}

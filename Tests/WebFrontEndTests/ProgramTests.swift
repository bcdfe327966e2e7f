import Foundation
import TestSupport
import Testing

/// The front end with the program `formwork`.
struct ProgramTests {
  /// Fills in a form by the protocol of the page.
  @Test(arguments: ["never", "always"])
  func aFormIsAnsweredInABrowser(isolation: String) async throws {
    try await onThreadOfItsOwn {
      let directory = try TemporaryDirectory()
      let child = try Self.ask(in: directory, ["--isolate", isolation])
      let page = try FormPage(of: child)
      try page.edit("name", "Ann")
      try page.submit()
      let outcome = try child.wait()
      #expect(outcome.status == .exited(0))
      #expect(outcome.outputText == "{\n  \"name\": \"Ann\"\n}\n")
    }
  }

  /// In a session of ssh, the command that makes the page reachable follows the address.
  @Test(arguments: ["never", "always"])
  func theTunnelIsShown(isolation: String) async throws {
    try await onThreadOfItsOwn {
      let directory = try TemporaryDirectory()
      let child = try Self.ask(
        in: directory, ["--isolate", isolation], ["SSH_CONNECTION": "192.0.2.7 40000 192.0.2.9 22"])
      let page = PageClient()
      try page.follow(child.expect("\n", from: .errors))
      let port = page.port
      try child.expect(
        "From your own machine: ssh -L \(port):127.0.0.1:\(port) 192.0.2.9, and open", from: .errors
      )
      child.send(SIGTERM)
      _ = try child.wait()
    }
  }

  /// At a display, a browser opens a private file with the address, which is gone once it has the page.
  @Test func theBrowserIsOpened() async throws {
    try await onThreadOfItsOwn {
      let directory = try TemporaryDirectory()
      let script = #"{ stat -c %a "$1"; cat "$1"; echo "$1"; } >"$HOME/opened""#
      try directory.write("#!/bin/sh\n\(script)\n", to: "xdg-open")
      try #require(chmod(directory.path(of: "xdg-open"), 0o700) == 0)
      try #require(mkfifo(directory.path(of: "opened"), 0o600) == 0)
      let opened = try Child(["cat", directory.path(of: "opened")])
      let child = try Self.ask(
        in: directory, [],
        [
          "DISPLAY": ":0", "FORMWORK_FRONT_END_BROWSER": "", "TMPDIR": directory.path,
          "PATH": "\(directory.path):/usr/bin:/bin",
        ])
      try child.expect("The form is at ", from: .errors)
      let link = try String(child.expect("\n", from: .errors).dropLast())
      let lines = try opened.wait().outputText.split(separator: "\n").map(String.init)
      let file = try #require(lines.last)
      #expect(
        lines == [
          "600", #"<!doctype html><meta charset="utf-8"><title>Formwork</title>"#,
          #"<meta http-equiv="refresh" content="0;url=\#(link)"><a href="\#(link)">Formwork</a>"#,
          file,
        ])
      #expect(FileManager.default.fileExists(atPath: file))
      let page = PageClient()
      try page.follow(link)
      #expect(try page.enter() == 200)
      #expect(!FileManager.default.fileExists(atPath: file))
      child.send(SIGTERM)
      _ = try child.wait()
    }
  }

  /// Nobody sees a form whose page cannot be served: its start data are not submitted.
  @Test(arguments: [
    ("FORMWORK_FRONT_END_PORT=xx", "", "gave up (Invalid argument)"),
    (
      "FORMWORK_FRONT_END_LISTEN=192.0.2.1 FORMWORK_FRONT_END_LISTEN_UNENCRYPTED=yes", "", "gave up"
    ),
    ("", " 2>/dev/full", ""), ("", " 2>&-", ""),
  ])
  func nothingIsSubmittedUnseen(_ variables: String, _ output: String, _ fault: String)
    async throws
  {
    try await onThreadOfItsOwn {
      let directory = try TemporaryDirectory()
      let schema = try directory.write(
        #"{"properties": {"name": {"type": "string"}}}"#, to: "schema.json")
      let data = try directory.write(#"{"name": "Ann"}"#, to: "data.json")
      let outcome = try Child.run(
        [
          "sh", "-c",
          variables + #" "$0" ask "$1" --data "$2" --front-end web </dev/null"# + output,
          Program.path(named: "formwork"), schema, data,
        ], environment: Self.environment(in: directory))
      #expect(outcome.status == .exited(1))
      #expect(outcome.outputText == "")
      #expect(fault.isEmpty || outcome.errorText.contains(fault), "\(outcome.errorText)")
    }
  }

  @Test func anInterruptEndsThePage() async throws {
    try await onThreadOfItsOwn {
      let directory = try TemporaryDirectory()
      let child = try Self.ask(in: directory)
      let page = try FormPage(of: child)
      child.send(SIGINT)
      #expect(page.events.next() == #"{"type":"end","reason":"signal","texts":[]}"#)
      #expect(try child.wait().status == .signalled(SIGINT))
    }
  }

  /// A form that was begun at a terminal is finished on the page, with its draft.
  @Test(arguments: ["plain", "editline"])
  func aFormOfATerminalIsFinished(_ frontEnd: String) async throws {
    try await onThreadOfItsOwn {
      let directory = try TemporaryDirectory()
      let begun = try Self.askAtTerminal(in: directory, ["--front-end", frontEnd])
      try begun.expect("Name")
      try begun.type("Ann\r")
      try begun.expect("Town")
      begun.child.send(SIGTERM)
      _ = try begun.child.wait()
      let finished = try Self.askAtTerminal(
        in: directory, ["--front-end", "web", "--resume"] + Self.output(in: directory))
      let page = try FormPage(of: finished.child, from: .terminal)
      try page.expect("name", "Ann")
      try page.edit("town", "Bern")
      try page.submit()
      #expect(try finished.expectEnd() == .exited(0))
      #expect(try Self.answer(in: directory) == Self.answer)
    }
  }

  /// A form that was begun on the page is finished at a terminal.
  @Test(arguments: ["plain", "editline"])
  func aFormIsFinishedAtATerminal(_ frontEnd: String) async throws {
    try await onThreadOfItsOwn {
      let directory = try TemporaryDirectory()
      let begun = try Self.askAtTerminal(in: directory, ["--front-end", "web"])
      let page = try FormPage(of: begun.child, from: .terminal)
      try page.edit("name", "Ann")
      begun.child.send(SIGTERM)
      _ = try begun.child.wait()
      let finished = try Self.askAtTerminal(
        in: directory, ["--resume", "--front-end", frontEnd] + Self.output(in: directory))
      try finished.expect("Town")
      try finished.type("Bern\r")
      try finished.expect("Submit")
      try finished.type("\r")
      #expect(try finished.expectEnd() == .exited(0))
      #expect(try Self.answer(in: directory) == Self.answer)
    }
  }

  /// The form of an agent, which has no terminal, keeps a draft on the page, too.
  @Test func aFormOfAnAgentIsFinished() async throws {
    try await onThreadOfItsOwn {
      let directory = try TemporaryDirectory()
      let begun = try Self.ask(in: directory, ["--drafts-of", "question"])
      try FormPage(of: begun).edit("name", "Ann")
      begun.send(SIGTERM)
      _ = try begun.wait()
      let finished = try Self.ask(in: directory, ["--drafts-of", "question", "--resume"])
      let page = try FormPage(of: finished)
      try page.expect("name", "Ann")
      try page.edit("town", "Bern")
      try page.submit()
      #expect(try finished.wait().outputText == Self.answer)
    }
  }

  /// Floods by a client without a pass fill no memory, and the page is served meanwhile.
  @Test(.enabled(if: isLongRun, "FORMWORK_TEST_LONG is not set"), arguments: floods)
  func aFloodIsBounded(_ name: String, _ script: String) async throws {
    try await onThreadOfItsOwn {
      let directory = try TemporaryDirectory()
      let child = try Self.ask(in: directory)
      let page = try FormPage(of: child)
      let before = try Self.peakMemory(of: child)
      let flood = try Child(["python3", "-c", "\(Self.floodBeginning)\n\(script)", "\(page.port)"])
      try flood.expect("sent\n", limit: .seconds(60))
      try page.edit("name", "Ann")
      #expect(try Self.peakMemory(of: child) - before < 2_000_000)
      flood.send(SIGKILL)
      _ = try flood.wait()
      try page.edit("town", "Bern")
      try page.submit()
      #expect(try child.wait().outputText == Self.answer)
    }
  }

  private static let floodBeginning = """
    import resource, socket, sys, time
    resource.setrlimit(resource.RLIMIT_NOFILE, (11_000, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    address = ("127.0.0.1", int(sys.argv[1]))
    def send(head, part, count):
        client = socket.create_connection(address)
        try:
            client.sendall(head.replace("@", "Host: %s:%d\\r\\nOrigin: http://%s:%d" % (address * 2)).encode())
            for _ in range(count): client.sendall(part)
        except OSError:
            pass
    def end():
        print("sent", flush=True)
        time.sleep(600)
    """

  private static let floods = [
    (
      "10,000 connections",
      """
      clients = [socket.socket() for _ in range(10_000)]
      for client in clients:
          client.setblocking(False)
          client.connect_ex(address)
      end()
      """
    ),
    (
      "a body of 1 GB",
      """
      send("POST /open HTTP/1.1\\r\\n@\\r\\nContent-Type: application/octet-stream\\r\\n"
           "Content-Length: %d\\r\\n\\r\\n" % (1 << 30), bytes(1 << 20), 1024)
      end()
      """
    ),
    (
      "more than a body of 24 bytes",
      """
      send("POST /open HTTP/1.1\\r\\n@\\r\\nContent-Type: application/octet-stream\\r\\n"
           "Content-Length: 24\\r\\n\\r\\n", bytes(1 << 20), 1024)
      end()
      """
    ),
    (
      "headers of 1 GB",
      """
      send("GET / HTTP/1.1\\r\\n@\\r\\n", b"X: " + b"x" * 1000 + b"\\r\\n", 1 << 20)
      end()
      """
    ),
    (
      "chunks of 1 GB",
      """
      send("POST /open HTTP/1.1\\r\\n@\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n",
           b"100000\\r\\n" + bytes(1 << 20) + b"\\r\\n", 1024)
      end()
      """
    ),
  ]

  private static func peakMemory(of child: Child) throws -> Int {
    let status = try String(contentsOfFile: "/proc/\(child.process)/status", encoding: .utf8)
    let size = try #require(status.firstMatch(of: /VmHWM:\s+(\d+) kB/)?.1)
    return try 1024 * #require(Int(size))
  }

  private static func output(in directory: TemporaryDirectory) -> [String] {
    ["--output", directory.path(of: "answer.json")]
  }

  private static func answer(in directory: TemporaryDirectory) throws -> String {
    try String(contentsOfFile: directory.path(of: "answer.json"), encoding: .utf8)
  }

  private static let answer = "{\n  \"name\": \"Ann\",\n  \"town\": \"Bern\"\n}\n"

  /// Starts a form without a terminal.
  private static func ask(
    in directory: TemporaryDirectory, _ options: [String] = [], _ variables: [String: String] = [:]
  ) throws -> Child {
    try Child(
      command(in: directory) + ["--front-end", "web"] + options,
      environment: environment(in: directory).merging(variables) { $1 })
  }

  private static func askAtTerminal(
    in directory: TemporaryDirectory, _ options: [String]
  ) throws -> PseudoTerminal {
    try PseudoTerminal(
      command(in: directory) + options, environment: environment(in: directory))
  }

  private static func environment(in directory: TemporaryDirectory) -> [String: String] {
    Child.environment.merging(["HOME": directory.path, "FORMWORK_FRONT_END_BROWSER": "none"]) { $1 }
  }

  private static func command(in directory: TemporaryDirectory) throws -> [String] {
    let schema = """
      {"properties": {"name": {"type": "string"}, "town": {"type": "string"}}, "required": ["name"]}
      """
    return try [Program.path(named: "formwork"), "ask", directory.write(schema, to: "s.json")]
  }
}

/// A form of a program, as its page has it.
private final class FormPage {
  let events: EventReader
  private let page = PageClient()
  var port: UInt16 { page.port }
  private var nodes: [String: Int] = [:]
  private var values: [Int: String] = [:]
  private var revision = 0
  private var number = 0

  /// The number of the last input that the form has answered.
  private var answeredNumber = 0

  /// Follows the address that a program shows, and waits for the form.
  init(of child: Child, from source: Child.Source = .errors) throws {
    try child.expect("The form is at ", from: source)
    try page.follow(child.expect("\n", from: source).filter { $0 != "\r" })
    #expect(try page.enter() == 200)
    events = try page.events()
    // The fields may come after the first picture.
    while nodes["submit"] == nil { try readEvent() }
  }

  private func readEvent() throws {
    let data = try Data(#require(events.next()).utf8)
    let event = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    revision = try #require(event["revision"] as? Int)
    answeredNumber = event["n"] as? Int ?? answeredNumber
    let changes = event["changes"] as? [[Any]] ?? []
    let inserted = changes.filter { $0[0] as? String == "insert" }.map { Array($0.dropFirst()) }
    for node in (event["nodes"] as? [[Any]] ?? []) + inserted {
      guard let id = node[0] as? Int, let name = node[2] as? String else { continue }
      nodes[name] = id
      values[id] = (node.last as? [String: Any])?["value"] as? String
    }
    for change in changes where change[0] as? String == "set" && change[2] as? String == "value" {
      if let id = change[1] as? Int { values[id] = change[3] as? String }
    }
  }

  /// Waits until a field has a value.
  func expect(_ name: String, _ value: String) throws {
    while nodes[name].flatMap({ values[$0] }) != value { try readEvent() }
  }

  func edit(_ name: String, _ text: String) throws {
    let node = try #require(nodes[name])
    try post("kind=edit&node=\(node)&cursor=\(text.utf8.count)", text)
    while answeredNumber < number { try readEvent() }
  }

  /// Submits the form, and reads to the end of the page.
  func submit() throws {
    try post("kind=activate&node=\(#require(nodes["submit"]))")
    while let event = events.next(), !event.contains(#""type":"end""#) {}
  }

  private func post(_ query: String, _ text: String = "") throws {
    number += 1
    #expect(try page.input("\(query)&n=\(number)&revision=\(revision)", text) == 204)
  }
}

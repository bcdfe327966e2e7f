import TestSupport
import Testing

/// A line with a fault gets one complaint with its number, and the form continues.
@Suite struct BadLineTests {
  /// Each line of input, and what is wrong with it; `nil` if nothing is.
  private static let lines: [(line: [UInt8], complaint: String?)] =
    [
      ("garbage", #""not_json","column":1"#),
      ("", #""not_json","column":1"#),
      (#"{"message":"edit","node":2"#, #""not_json","column":27"#),
      (#"{"message":"edit","node":2,"text":"a\#0b"}"#, #""not_json","column":37"#),
      (#"{"message":"edit","node":2,"text":"\ud800"}"#, #""not_json","column":36"#),
      (#"{"message":"reload","message":"quit"}"#, #""not_json","column":21"#),
      ("[1]", #""not_message""#),
      ("{}", #""not_message""#),
      (#"{"message":7}"#, #""not_message""#),
      (#"{"message":"flush","revision":1}"#, #""not_message""#),
      (#"{"message":"edit","node":2}"#, #""missing","member":"text""#),
      (#"{"message":"choose","node":2}"#, #""missing","member":"on""#),
      (#"{"message":"go"}"#, #""missing","member":"node""#),
      (#"{"message":"go","next":true,"previous":true}"#, #""surplus","member":"previous""#),
      (#"{"message":"go","node":2,"next":true}"#, #""surplus","member":"node""#),
      (#"{"message":"activate","node":4,"text":""}"#, #""surplus","member":"text","column":32"#),
      (#"{"message":"reload","hunter2":1}"#, #""surplus","column":21"#),
      (#"{"message":"edit","node":"2","text":""}"#, #""bad_value","member":"node""#),
      (#"{"message":"edit","node":-2,"text":""}"#, #""bad_value","member":"node""#),
      (#"{"message":"edit","node":0,"text":""}"#, #""bad_value","member":"node""#),
      (#"{"message":"edit","node":2.5,"text":""}"#, #""bad_value","member":"node""#),
      (#"{"message":"edit","node":4294967296,"text":""}"#, #""bad_value","member":"node""#),
      (#"{"message":"edit","node":2,"text":["a"]}"#, #""bad_value","member":"text""#),
      (#"{"message":"edit","node":2,"text":null}"#, #""bad_value","member":"text""#),
      (#"{"message":"edit","node":2,"text":"é","cursor":1}"#, #""bad_value","member":"cursor""#),
      (#"{"message":"edit","node":2,"text":"a","cursor":2}"#, #""bad_value","member":"cursor""#),
      (#"{"message":"reload","revision":1e99}"#, #""bad_value","member":"revision""#),
      (#"{"message":"reload","revision":99}"#, #""not_seen","member":"revision""#),
      (#"{"message":"edit","node":99,"text":""}"#, #""no_node","member":"node""#),
      (#"{"message":"edit","node":4,"text":""}"#, #""wrong_kind","member":"node""#),
      (#"{"message":"choose","node":2,"on":true}"#, #""wrong_kind","member":"node""#),
      (#"{"message":"window","node":2,"first":0,"count":9}"#, #""wrong_kind","member":"node""#),
      (#"{"message":"complete","node":3,"text":"hunter2"}"#, #""secret","member":"node""#),
      (#"{"message":"edit_outside","node":3}"#, #""secret","member":"node""#),
    ].map { (Array($0.utf8), $1) }
    + [
      (Array(#"{"message":"log","text":""#.utf8) + [0xFF, 0x22, 0x7D], #""not_json","column":26"#),
      (.init(repeating: 0x5B, count: 300_000), #""not_json","column":129"#),
      (
        Array(#"{"message":"edit","node":2,"text":""#.utf8)
          + .init(repeating: 0x61, count: 65_537) + [0x22, 0x7D], #""no_text","member":"text""#
      ),
      (.init(repeating: 0x61, count: 10 << 20), #""too_long""#),
      (Array(#"{"message":"commit","node":3,"text":"hunter2"}"#.utf8), nil),
      (Array(#"{"message":"quit""#.utf8), #""not_json","column":18"#),
    ]

  /// The answer to the line without a fault.
  private static let accepted = """
    {"message":"set","node":3,"property":"status","value":"valid"}
    {"message":"set","node":1,"property":"answered","value":1}
    {"message":"flush","revision":0,"line":39}

    """

  @Test(arguments: ["never", "always"])
  func eachGetsOneComplaint(_ isolation: String) async throws {
    let directory = try TemporaryDirectory()
    let schema = try directory.write(
      #"{"properties": {"name": {"type": "string"}, "pin": {"type": "string", "writeOnly": true}}}"#,
      to: "schema.json")
    let outcome = try await onThreadOfItsOwn {
      let client = try LinesClient(
        [
          Program.path(named: "formwork"), "ask", schema, "--output",
          directory.path(of: "answer.json"),
        ], isolation: isolation)
      try client.flush(after: #""focus","node":2"#)
      // The last line has no newline.
      try client.child.write(Self.lines.map(\.line).joined(separator: [0x0A]))
      return try client.end()
    }
    let output = outcome.outputText
    let picture = try #require(output.firstRange(of: "{\"message\":\"complaint")).lowerBound
    var expected = ""
    for (index, (_, complaint)) in Self.lines.enumerated() {
      guard let complaint else {
        expected += Self.accepted
        continue
      }
      expected += #"{"message":"complaint","line":\#(index + 1),"fault":\#(complaint)}"# + "\n"
    }
    expected += #"{"message":"detach","reason":"done"}"# + "\n"
    #expect(output[picture...].replacing(/"revision":\d+/, with: #""revision":0"#) == expected)
    #expect(!output.contains("hunter2"))
    #expect(outcome.status == .exited(1))
    #expect(
      outcome.errorText == "formwork: input ended before the form was submitted\n")
  }

  /// If nobody reads the output, the form ends, and nobody else reads the lines.
  @Test(arguments: ["never", "always"], ["exec true); wait $!", "exec grep -qm1 flush)"])
  func aClosedOutputEndsTheForm(_ isolation: String, _ reader: String) async throws {
    let program = try Program.path(named: "formwork")
    let outcome = try await onThreadOfItsOwn {
      let script =
        #"exec 4> >(\#(reader); FORMWORK_FRONT_END_LINES=0,4 exec "$@" --front-end lines"#
      let child = try Child(
        ["bash", "-c", script, "bash", program, "demo", "form", "--isolate", isolation],
        input: .pipe)
      // The input stays open.
      return try child.wait()
    }
    #expect(outcome == Child.Outcome(.exited(1), errors: "Nothing was submitted.\n"))
  }

  /// A connection that breaks ends the form, without a submission.
  @Test(arguments: ["never", "always"])
  func aBrokenConnectionEndsTheForm(_ isolation: String) async throws {
    let directory = try TemporaryDirectory()
    let schema = try directory.write(
      #"{"properties": {"name": {"type": "string"}}}"#, to: "schema.json")
    let client = """
      import os, select, socket, subprocess, sys
      client, program = socket.socketpair()
      number = program.fileno()
      environment = os.environ | {"FORMWORK_FRONT_END_LINES": f"{number},{number}"}
      process = subprocess.Popen(sys.argv[1:], env=environment, pass_fds=[number], stdin=subprocess.DEVNULL)
      program.close()
      lines = client.makefile()
      while '"focus"' not in lines.readline(): pass
      lines.readline()
      client.send(b'{"message":"commit","node":2,"text":"half"}\\n')
      select.select([client], [], [])
      # With unread output, this resets the connection.
      lines.close()
      client.close()
      sys.exit(process.wait())
      """
    let outcome = try await onThreadOfItsOwn {
      try Child.run([
        "python3", "-c", client, Program.path(named: "formwork"), "ask", schema, "--front-end",
        "lines", "--output", directory.path(of: "answer.json"), "--isolate", isolation,
      ])
    }
    #expect(outcome.status == .exited(1))
    #expect(
      outcome.errorText == """
        front end "lines" gave up (Connection reset by peer)
        formwork: input ended before the form was submitted

        """)
    #expect(!directory.contains("answer.json"))
  }

  /// Descriptors that the program was not started with are refused.
  @Test(arguments: ["7,8", "0,", "0", "a,b", "0,1,2", "-1,1", "+0,1", "00,01", "0,1,", "1,0"])
  func otherDescriptorsAreRefused(_ named: String) async throws {
    let program = try Program.path(named: "formwork")
    let environment = Child.environment.merging(["FORMWORK_FRONT_END_LINES": named]) { $1 }
    let outcome = try await onThreadOfItsOwn {
      try Child.run(
        [program, "demo", "form", "--front-end", "lines"], environment: environment)
    }
    #expect(outcome.status == .exited(1))
    let line = "FORMWORK_FRONT_END_LINES: \(named) does not name two descriptors of this program\n"
    #expect(outcome.errorText == line + "Nothing was submitted.\n")
  }
}

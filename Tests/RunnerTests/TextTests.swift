import CFormwork
import CFormworkWire
import TestSupport
import Testing

@Suite struct TextTests {
  private static let longest = String(repeating: "t", count: Int(FORMWORK_TEXT_LIMIT))

  private static func tooLong() -> Packet {
    var packet = Packet(FORMWORK_EDIT)
    packet.byteCount = FORMWORK_TEXT_LIMIT + 1
    return packet
  }

  @Test func displayed() async throws {
    let stage = try await Stage()
    try await onThreadOfItsOwn {
      let runner = try Runner(stage.puppet)
      try runner.run()
      for text in ["", "a", "a\0b\0", "Zoë\n\t\u{1F600}", Self.longest] {
        try runner.send(Packet(FORMWORK_SET, text))
        var answer = Packet(FORMWORK_SET, text)
        answer.kind += 256
        #expect(try runner.hear() == answer)
      }
    }
  }

  @Test func posted() async throws {
    let stage = try await Stage()
    try await onThreadOfItsOwn {
      let runner = try Runner(stage.puppet)
      try runner.run()
      let texts = ["", "", "a\0b", Self.longest].map { Packet(FORMWORK_EDIT, $0) }
      #expect(
        try runner.execute("lengths")
          == texts + [Self.tooLong(), Self.tooLong(), Self.tooLong()])
    }
  }

  @Test func kindsThatAreNotPosted() async throws {
    let stage = try await Stage()
    try await onThreadOfItsOwn {
      let runner = try Runner(stage.puppet)
      try runner.run()
      #expect(
        try runner.execute("kinds") == [257, 269, 270, 511].map { Packet(kind: $0, text: [0x78]) })
    }
  }

  @Test func structsOfOtherVersions() async throws {
    let stage = try await Stage()
    try await onThreadOfItsOwn {
      let runner = try Runner(stage.puppet)
      try runner.run()
      var newer = Packet(FORMWORK_EDIT, "new")
      newer.node = 7
      newer.number = 2
      newer.count = 9
      let tooSmall = [0, 4, 7].map { Packet(FORMWORK_WIRE_TOO_SMALL, number: $0) }
      let kindAlone = Packet(FORMWORK_EDIT)
      var withoutCount = Packet(FORMWORK_EDIT)
      withoutCount.node = 7
      withoutCount.number = 2
      var withoutText = withoutCount
      withoutText.count = 9
      #expect(
        try runner.execute("sizes")
          == [newer] + tooSmall + [kindAlone, kindAlone, withoutCount, withoutText])
    }
  }

  @Test func whatIsLentIsKeptUntilTheNext() async throws {
    let stage = try await Stage()
    try await onThreadOfItsOwn {
      let runner = try Runner(stage.puppet)
      try runner.run()
      try runner.send(Packet(FORMWORK_ATTACH, "keep"))
      try runner.send(Packet(FORMWORK_SET, String(repeating: "s", count: 5000)))
      #expect(try runner.hear() == Packet(FORMWORK_LOG, "held 5000"))
      try runner.send(Packet(FORMWORK_SET, "next"))
      let lines = [
        "message unchanged", "text unchanged", "lent at the same place", "text now next",
        "rest wiped", "done",
      ]
      for line in lines { #expect(try runner.hear() == Packet(FORMWORK_LOG, line)) }
    }
  }

  @Test func aFullSocketIsWaitedFor() async throws {
    let stage = try await Stage()
    try await onThreadOfItsOwn {
      let runner = try Runner(stage.puppet)
      try runner.run()
      #expect(try runner.lines("many") == (0..<3000).map(String.init))
    }
  }

  @Test func aHostThatTakesNothingAndGoes() async throws {
    let stage = try await Stage()
    try await onThreadOfItsOwn {
      let runner = try Runner(stage.puppet, ["RETURN": "7"])
      try runner.run()
      try runner.send(Packet(FORMWORK_ATTACH, "many"))
      runner.leave()
      #expect(try runner.awaitEnd() == .exited(0))
    }
  }
}

import CFormwork
import CFormworkWire
import Glibc
import TestSupport
import Testing

@Suite struct LifeTests {
  /// Returns a message with a different number in each field.
  private static func full(_ kind: UInt32, _ text: [UInt8]) -> Packet {
    var packet = Packet(kind: kind, text: text)
    packet.node = 0xFFFF_FFF1
    packet.revision = 0xFFFF_FFFF_FFFF_FFF2
    packet.parent = 0xFFFF_FFF3
    packet.position = 0xFFFF_FFF4
    packet.nodeKind = 0xFFFF_FFF5
    packet.property = 0xFFFF_FFF6
    packet.flags = 0xFFFF_FFF7
    packet.number = .min
    packet.count = .max
    return packet
  }

  /// Returns the answer of the test front end to a message.
  private static func answer(to packet: Packet) -> Packet {
    var answer = packet
    answer.kind += 256
    return answer
  }

  /// Returns a FLUSH that was sent after the host had read a number of messages.
  private static func flush(after count: Int64) -> Packet {
    var packet = Packet(FORMWORK_FLUSH)
    packet.number = count
    return packet
  }

  /// Returns the message to a front end whose host has ended.
  private static var hangUp: Packet {
    var packet = Packet(FORMWORK_DETACH)
    packet.number = Int64(FORMWORK_REASON_SIGNAL.rawValue)
    return packet
  }

  @Test func fromTheFirstWordToTheLast() async throws {
    let stage = try await Stage()
    try await onThreadOfItsOwn {
      let runner = try Runner(stage.puppet, ["RETURN": "25"])
      #expect(
        try runner.hear()
          == Packet(FORMWORK_WIRE_LOADED, "puppet\0Puppet\02.1", number: 0xFFFF_FFFE))
      try runner.send(Packet(FORMWORK_WIRE_RUN, number: 0, count: 1))
      #expect(try runner.hear() == Packet(FORMWORK_WIRE_DRAINED))
      for kind: UInt32 in [2, 3, 11, 12, 255] {
        let packet = Self.full(kind, Array("täxt".utf8))
        try runner.send(packet)
        #expect(try runner.hear() == Self.answer(to: packet))
      }
      try runner.send(Packet(FORMWORK_DETACH))
      #expect(
        try runner.hearAll()
          == [Self.answer(to: Packet(FORMWORK_DETACH)), Packet(FORMWORK_WIRE_RETURNED, number: 25)])
      #expect(try runner.awaitEnd() == .exited(0))
    }
  }

  @Test func drainedIsSaidOnceWhereMessagesCameBefore() async throws {
    let stage = try await Stage()
    try await onThreadOfItsOwn {
      let runner = try Runner(stage.puppet)
      #expect(try runner.hear()?.kind == FORMWORK_WIRE_LOADED.rawValue)
      // The process is stopped, so that all three have arrived at its first request.
      runner.send(SIGSTOP)
      try runner.send(Packet(FORMWORK_WIRE_RUN, number: 0, count: 1))
      try runner.send(Packet(FORMWORK_FLUSH))
      try runner.send(Packet(FORMWORK_FOCUS))
      runner.send(SIGCONT)
      let flush = Self.answer(to: Packet(FORMWORK_FLUSH))
      let focus = Self.answer(to: Packet(FORMWORK_FOCUS))
      #expect(try runner.hear() == flush)
      #expect(try runner.hear() == focus)
      #expect(try runner.hear() == Packet(FORMWORK_WIRE_DRAINED))
      try runner.send(Packet(FORMWORK_FOCUS))
      #expect(try runner.hear() == focus)
      try runner.send(Self.flush(after: 3))
      #expect(try runner.hear() == flush)
    }
  }

  /// The first view tree belongs to RUN: nothing is drained before it has arrived.
  @Test func whoAsksEarlyWaitsForThePicture() async throws {
    let stage = try await Stage()
    try await onThreadOfItsOwn {
      for _ in 0..<20 {
        let runner = try Runner(stage.puppet)
        #expect(try runner.hear()?.kind == FORMWORK_WIRE_LOADED.rawValue)
        var run = Packet(FORMWORK_WIRE_RUN, number: 0, count: 1)
        run.isFollowed = 1
        try runner.send(run)
        try runner.send(Packet(FORMWORK_FOCUS))
        #expect(try runner.hear() == Self.answer(to: Packet(FORMWORK_FOCUS)))
        #expect(try runner.hear() == Packet(FORMWORK_WIRE_DRAINED))
      }
    }
  }

  /// The host asks whether a front end listens, which does not notice.
  @Test func aQuestionIsKeptBack() async throws {
    let stage = try await Stage()
    try await onThreadOfItsOwn {
      let runner = try Runner(stage.puppet)
      try runner.run()
      try runner.send(Self.flush(after: .min))
      try runner.send(Packet(FORMWORK_FOCUS))
      #expect(try runner.hear() == Self.answer(to: Packet(FORMWORK_FOCUS)))
    }
  }

  @Test func aFlushThatIsNoAnswerIsKeptBack() async throws {
    let stage = try await Stage()
    try await onThreadOfItsOwn {
      let runner = try Runner(stage.puppet)
      try runner.run()
      let flush = Self.answer(to: Packet(FORMWORK_FLUSH))
      // After ATTACH the test front end posts an EDIT, for which no FLUSH is held back.
      let edit = Self.answer(to: Packet(FORMWORK_ATTACH))
      try runner.send(Packet(FORMWORK_ATTACH))
      #expect(try runner.hear() == edit)
      try runner.send(Self.flush(after: 0))
      #expect(try runner.hear() == flush)
      // The answer to FOCUS is BACK, the third post, which no FLUSH for an earlier post answers.
      try runner.send(Packet(FORMWORK_FOCUS))
      #expect(try runner.hear() == Self.answer(to: Packet(FORMWORK_FOCUS)))
      for count: Int64 in [.min, 0, 2] { try runner.send(Self.flush(after: count)) }
      try runner.send(Packet(FORMWORK_ATTACH))
      #expect(try runner.hear() == edit)
      try runner.send(Self.flush(after: 3))
      #expect(try runner.hear() == flush)
      // The answer to FLUSH, the fifth post, needs one as well.
      try runner.send(Self.flush(after: 4))
      try runner.send(Packet(FORMWORK_ATTACH))
      #expect(try runner.hear() == edit)
      try runner.send(Self.flush(after: .max))
      #expect(try runner.hear() == flush)
    }
  }

  @Test func aFrontEndThatLeavesWithoutReadingAll() async throws {
    let stage = try await Stage()
    try await onThreadOfItsOwn {
      let runner = try Runner(stage.puppet)
      try runner.run()
      runner.send(SIGSTOP)
      try runner.send(Packet(FORMWORK_ATTACH, "leave"))
      for _ in 0..<20 { try runner.send(Packet(FORMWORK_FLUSH)) }
      runner.send(SIGCONT)
      // With unread data, the system would report a reset connection first.
      #expect(
        try runner.hearAll() == [Packet(FORMWORK_LOG, "done"), Packet(FORMWORK_WIRE_RETURNED)])
      #expect(try runner.awaitEnd() == .exited(0))
    }
  }

  @Test func closedInsteadOfRun() async throws {
    let stage = try await Stage()
    try await onThreadOfItsOwn {
      let runner = try Runner(stage.puppet)
      #expect(try runner.hear()?.kind == FORMWORK_WIRE_LOADED.rawValue)
      runner.fallSilent()
      #expect(try runner.hearAll() == [])
      #expect(try runner.awaitEnd() == .exited(0))
    }
  }

  @Test func anEndOfTheSocketIsDetach() async throws {
    let stage = try await Stage()
    try await onThreadOfItsOwn {
      let runner = try Runner(stage.puppet)
      try runner.run()
      runner.fallSilent()
      #expect(
        try runner.hearAll()
          == [Self.answer(to: Self.hangUp), Packet(FORMWORK_WIRE_RETURNED)])
      #expect(try runner.awaitEnd() == .exited(0))
    }
  }

  @Test func whoAsksUntilThereIsNothingComesToAnEnd() async throws {
    let stage = try await Stage()
    try await onThreadOfItsOwn {
      let runner = try Runner(stage.puppet)
      try runner.run()
      try runner.send(Packet(FORMWORK_ATTACH, "end"))
      runner.fallSilent()
      #expect(try runner.hear() == Packet(FORMWORK_LOG, "end: detach none detach none detach"))
    }
  }

  @Test(arguments: [
    ("exit", Child.Status.exited(3)), ("crash", .signalled(SIGSEGV)),
  ])
  func aFrontEndThatEndsTheProcess(_ command: String, _ status: Child.Status) async throws {
    let stage = try await Stage()
    try await onThreadOfItsOwn {
      let runner = try Runner(stage.puppet)
      try runner.run()
      try runner.send(Packet(FORMWORK_ATTACH, command))
      #expect(try runner.hearAll() == [])
      #expect(try runner.awaitEnd() == status)
    }
  }

  @Test func whatTheFrontEndKnowsOfTheHost() async throws {
    let stage = try await Stage()
    try await onThreadOfItsOwn {
      let runner = try Runner(stage.puppet)
      #expect(try runner.hear()?.kind == FORMWORK_WIRE_LOADED.rawValue)
      try runner.send(Packet(FORMWORK_WIRE_RUN, number: 2, count: 1))
      #expect(try runner.hear() == Packet(FORMWORK_WIRE_DRAINED))
      #expect(
        try runner.lines("host") == [
          "size \(MemoryLayout<formwork_host>.size), contract 1.0, streams 2 1, wake 3, "
            + "extension none"
        ])
    }
  }

  @Test(arguments: [
    ("plain", "plain\0Plain lines\01.0"), ("editline", "editline\0Line editor\01.0"),
  ])
  func ourFrontEndsRunUnchanged(_ name: String, _ texts: String) async throws {
    try await onThreadOfItsOwn {
      let file = try Program.path(named: "libformwork-front-end-\(name).so")
      let runner = try Runner(file)
      #expect(try runner.hear()?.text == Array(texts.utf8))
      try runner.send(Packet(FORMWORK_WIRE_RUN, number: 0, count: 1))
      try runner.send(Packet(FORMWORK_DETACH))
      #expect(try runner.hearAll().last?.kind == FORMWORK_WIRE_RETURNED.rawValue)
      #expect(try runner.awaitEnd() == .exited(0))
    }
  }
}

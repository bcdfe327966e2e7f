import CFormwork
import CFormworkWire
import TestSupport
import Testing

@Suite struct HostileHostTests {
  private static func flush(_ change: (inout Packet) -> Void) -> [UInt8] {
    var packet = Packet(FORMWORK_FLUSH, "abc")
    change(&packet)
    return packet.bytes
  }

  /// Invalid at any time.
  private static let malformed: [[UInt8]] =
    [1, 4, 55].map { Array(Packet(FORMWORK_FLUSH).bytes[..<$0]) } + [
      flush { $0.byteCount = 2 }, flush { $0.byteCount = 4 }, flush { $0.byteCount = .max },
      flush { $0.byteCount = 1 << 31 }, flush { $0.text = [] }, flush { $0.byteCount = 0 },
      flush {
        $0.byteCount = FORMWORK_TEXT_LIMIT + 1
        $0.text = []
      },
      Packet(FORMWORK_SET, String(repeating: "t", count: Int(FORMWORK_TEXT_LIMIT) + 1)).bytes,
      Packet(FORMWORK_SET, String(repeating: "t", count: 100_000)).bytes,
    ]
    + ([0, 256, 257, 269, 511, 512, 1025, 1026, 1027, 1028, 1029, .max] as [UInt32]).map {
      Packet(kind: $0).bytes
    }

  private static let wrongRuns =
    [(3, 1), (0, 3), (-1, 1), (0, -1), (1 << 32, 1), (0, 1 << 32)].map {
      Packet(FORMWORK_WIRE_RUN, number: $0.0, count: $0.1).bytes
    } + [Packet(FORMWORK_WIRE_RUN, "x").bytes, Packet(FORMWORK_FLUSH).bytes]

  @Test func insteadOfRun() async throws {
    let stage = try await Stage()
    try await onThreadOfItsOwn {
      for bytes in Self.malformed + Self.wrongRuns {
        let runner = try Runner(stage.puppet)
        #expect(try runner.hear()?.kind == FORMWORK_WIRE_LOADED.rawValue)
        try runner.send(bytes: bytes)
        #expect(try runner.hearAll() == [], "\(bytes.prefix(60))")
        #expect(try runner.awaitEnd() == .exited(76), "\(bytes.prefix(60))")
      }
    }
  }

  @Test func afterRun() async throws {
    let stage = try await Stage()
    try await onThreadOfItsOwn {
      let runAgain = Packet(FORMWORK_WIRE_RUN, number: 0, count: 1).bytes
      for bytes in Self.malformed + [runAgain] {
        let runner = try Runner(stage.puppet)
        try runner.run()
        try runner.send(bytes: bytes)
        #expect(try runner.hearAll() == [], "\(bytes.prefix(60))")
        #expect(try runner.awaitEnd() == .exited(76), "\(bytes.prefix(60))")
      }
    }
  }

  @Test func anEmptyDatagramIsTheEnd() async throws {
    let stage = try await Stage()
    try await onThreadOfItsOwn {
      let runner = try Runner(stage.puppet)
      try runner.run()
      try runner.send(bytes: [])
      var detach = Packet(kind: FORMWORK_DETACH.rawValue + 256)
      detach.number = Int64(FORMWORK_REASON_SIGNAL.rawValue)
      #expect(
        try runner.hearAll() == [
          detach, Packet(FORMWORK_WIRE_RETURNED),
        ])
      #expect(try runner.awaitEnd() == .exited(0))
    }
  }

  @Test func goneAtEveryMoment() async throws {
    let stage = try await Stage()
    try await onThreadOfItsOwn {
      let run = Packet(FORMWORK_WIRE_RUN, number: 0, count: 1)
      let words = [run, Packet(FORMWORK_SET, "text"), Packet(FORMWORK_FLUSH)]
      for count in 0...words.count {
        let runner = try Runner(stage.puppet)
        for word in words[..<count] { try runner.send(word) }
        runner.leave()
        #expect(try runner.awaitEnd() == .exited(0), "after \(count)")
      }
    }
  }

  /// Packets with random faults: the runner exits by itself, and sends only valid messages.
  @Test func random() async throws {
    let stage = try await Stage()
    try await onThreadOfItsOwn {
      for seed in UInt64(0)..<200 { try Self.talkAtRandom(Runner(stage.puppet), seed) }
    }
  }

  private static func talkAtRandom(_ runner: Runner, _ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    if Bool.random(using: &generator) { try runner.run() }
    for _ in 0..<Int.random(in: 1...8, using: &generator) {
      let text = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
        UInt8.random(in: 0...255, using: &generator)
      }
      var bytes = Packet(kind: .random(in: 2...13, using: &generator), text: text).bytes
      if Int.random(in: 0..<3, using: &generator) == 0 {
        bytes[.random(in: 0..<56, using: &generator)] = .random(in: 0...255, using: &generator)
      }
      // The last packet may have ended it.
      guard runner.tell(bytes) else { break }
    }
    runner.fallSilent()
    let kinds = try runner.hearAll().map(\.kind)
    let isSound = kinds.allSatisfy { (257...511).contains($0) || (1025...1028).contains($0) }
    let status = try runner.awaitEnd()
    #expect(isSound, "seed \(seed): \(kinds)")
    #expect(status == .exited(0) || status == .exited(76), "seed \(seed): \(status)")
  }
}

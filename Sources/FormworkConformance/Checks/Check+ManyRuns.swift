import FormworkCore
import FormworkTools

extension Check {
  /// The checks of many runs, of another process, and of random messages.
  static let ofManyRuns = [
    Check("descriptors", "descriptors", deadline: .seconds(150)) { context throws(CheckFailure) in
      let (early, late) = try context.manyRuns()
      let gain = late.descriptorCount - early.descriptorCount
      guard gain <= 0 else {
        throw CheckFailure("leavesDescriptors", ["runs": countedRuns], count: gain)
      }
    },
    Check("memory", "memory", deadline: .seconds(150)) { context throws(CheckFailure) in
      let (early, late) = try context.manyRuns()
      let allocated = late.allocatedByteCount - early.allocatedByteCount
      let resident = late.residentByteCount - early.residentByteCount
      guard allocated <= 64 << 10, resident <= 4 << 20 else {
        let gain = Message.number(max(allocated, resident))
        throw CheckFailure("gainsMemory", ["runs": countedRuns, "bytes": gain])
      }
    },
    comparing("runner", "runner", after: ["run", "posts", "borrowed"], in: nil),
    Check(
      "random", "random", after: ["run", "posts", "detach", "borrowed", "wide-text"],
      deadline: .seconds(60)
    ) { context throws(CheckFailure) in
      for offset: UInt64 in 0..<6 {
        let seed = context.seed &+ offset
        do throws(CheckFailure) {
          try context.start().play(seed: seed)
        } catch {
          let again = Message.key("fault.again", ["problem": error.problem, "seed": "\(seed)"])
          throw CheckFailure(again, fix: error.fix)
        }
      }
    },
  ]

  fileprivate static let runCount = 100

  /// The run after which all one-time allocations are done, including those of the C library.
  fileprivate static let earlyCount = 40
  private static let countedRuns = Message.number(runCount - earlyCount)
}

extension Conformance {
  /// Returns what is left in one process after some runs, and after many.
  fileprivate func manyRuns() throws(CheckFailure) -> (early: ScriptMessage, late: ScriptMessage) {
    if let knownRemains { return knownRemains }
    let host = try start()
    var remains: [ScriptMessage] = []
    for _ in 0..<Check.runCount {
      try host.run()
      try host.tell()
      try host.settle(quietCount: 3)
      remains.append(try host.detach())
    }
    let found = (remains[Check.earlyCount - 1], remains[Check.runCount - 1])
    knownRemains = found
    return found
  }
}

extension SessionHost {
  /// Shows a random tree, changes it, types, and detaches at the end.
  func play(seed: UInt64) throws(CheckFailure) {
    var (stream, random) = (RandomStream(seed: seed), SeededGenerator(seed: seed))
    screen = stream.screen()
    validator = PostValidator()
    validator?.note(ViewTree(), at: 0)
    try run()
    try tell()
    for _ in 0..<40 {
      if Bool.random(using: &random) {
        try type(stream.keys())
      } else {
        let changeCount = Int.random(in: 1...5, using: &random)
        try tell((0..<changeCount).flatMap { _ in stream.change(screen).map { ScriptMessage($0) } })
      }
      if Int.random(in: 0...5, using: &random) == 0 { try settle() }
    }
    if Bool.random(using: &random) { try settle() }
    try detach(for: UInt32.random(in: 0...5, using: &random))
  }
}

import CFormwork
import FormworkCore

extension Check {
  /// The checks of many runs, of another process, and of random messages.
  static let ofManyRuns = [
    Check("descriptors", "demand.descriptors", deadline: .seconds(150)) {
      context throws(CheckFailure) in
      let (early, late) = try remains(in: context)
      let gain = late.descriptorCount - early.descriptorCount
      guard gain <= 0 else {
        throw CheckFailure(
          "leavesDescriptors", ["runs": .number(runCount - earlyCount)], count: gain)
      }
    },
    Check("memory", "demand.memory", deadline: .seconds(150)) { context throws(CheckFailure) in
      let (early, late) = try remains(in: context)
      let allocated = late.allocatedByteCount - early.allocatedByteCount
      let resident = late.residentByteCount - early.residentByteCount
      guard allocated <= 64 << 10, resident <= 4 << 20 else {
        let gain = Message.number(max(allocated, resident))
        throw CheckFailure("gainsMemory", ["runs": .number(runCount - earlyCount), "bytes": gain])
      }
    },
    comparing("runner", "runner", after: ["run", "posts", "borrowed"], in: .runner),
    Check(
      "random", "demand.random", after: ["run", "posts", "detach", "borrowed", "wide-text"],
      deadline: .seconds(60)
    ) { context throws(CheckFailure) in
      for offset: UInt64 in 0..<6 {
        let seed = context.conformance.seed &+ offset
        do throws(CheckFailure) {
          var stream = RandomStream(seed: seed)
          try stream.play(on: try context.start())
        } catch {
          let again = Message("fault.again", ["deed": error.deed, "seed": .verbatim("\(seed)")])
          throw CheckFailure(again, fix: error.fix)
        }
      }
    },
  ]

  private static let runCount = 100

  /// The run after which all that is allocated once is allocated, also by the C library for later use.
  private static let earlyCount = 40

  /// Returns what is left in one process after some runs, and after many.
  private static func remains(
    in context: CheckContext
  ) throws(CheckFailure) -> (early: ProcessSnapshot, late: ProcessSnapshot) {
    if let known = context.memory.remains { return known }
    let host = try context.start()
    var remains: [ProcessSnapshot] = []
    for _ in 0..<runCount {
      try host.run()
      try host.tell()
      try host.settle(stillness: 3)
      remains.append(try host.detach())
    }
    let found = (remains[earlyCount - 1], remains[runCount - 1])
    context.memory.remains = found
    return found
  }
}

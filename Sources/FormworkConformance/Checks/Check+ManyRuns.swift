import CFormwork
import FormworkCore

extension Check {
  /// What shows after many runs alone, and in other processes.
  static let ofManyRuns = [
    Check("descriptors", demands: "demand.descriptors", deadline: .seconds(150)) {
      examination throws(Failure) in
      let (early, late) = try remains(in: examination)
      let gain = late.descriptorCount - early.descriptorCount
      guard gain <= 0 else {
        throw Failure(
          "deed.leavesDescriptors", ["runs": .number(runCount - earlyCount)], count: gain,
          mend: "mend.leavesDescriptors")
      }
    },
    Check("memory", demands: "demand.memory", deadline: .seconds(150)) {
      examination throws(Failure) in
      let (early, late) = try remains(in: examination)
      let allocated = late.allocatedByteCount - early.allocatedByteCount
      let resident = late.residentByteCount - early.residentByteCount
      guard allocated <= 64 << 10, resident <= 4 << 20 else {
        throw Failure(
          "deed.gainsMemory",
          ["runs": .number(runCount - earlyCount), "bytes": .number(max(allocated, resident))],
          mend: "mend.gainsMemory")
      }
    },
    comparing(
      "runner", demands: "demand.runner",
      after: ["run", "posts", "borrowed"], where: "where.runner", mend: "mend.runner",
      in: .runner),
    Check(
      "random", demands: "demand.random",
      after: ["run", "posts", "detach", "borrowed", "wide-text"], deadline: .seconds(60)
    ) { examination throws(Failure) in
      for offset in 0..<streamCount {
        let seed = examination.seed &+ offset
        do throws(Failure) {
          var stream = RandomStream(seed: seed)
          try stream.play(on: try examination.start())
        } catch {
          let again = Message("fault.again", ["deed": error.deed, "seed": .verbatim("\(seed)")])
          throw Failure(again, mend: error.mend)
        }
      }
    },
  ]

  private static let runCount = 100

  /// What is allocated once for all runs is allocated by then, and what the C library keeps of each
  /// size for the next one, which it counts as allocated.
  private static let earlyCount = 40

  private static let streamCount: UInt64 = 6

  /// What is left behind in one process after some runs, and after many.
  private static func remains(
    in examination: Examination
  ) throws(Failure) -> (early: Remains, late: Remains) {
    if let known = examination.memory.remains { return known }
    let host = try examination.start()
    var remains: [Remains] = []
    for _ in 0..<runCount {
      try host.run()
      try host.tell(host.form.snapshot())
      try host.settle(stillness: 3)
      remains.append(try host.detach())
    }
    let found = (remains[earlyCount - 1], remains[runCount - 1])
    examination.memory.remains = found
    return found
  }
}

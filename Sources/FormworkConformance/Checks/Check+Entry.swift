import FormworkCore
import CFormwork
import FormworkHost
import FormworkSystem

extension Check {
  static let ofTheEntry = [
    Check(
      "table", demands: "demand.table",
      after: ["file", "note", "symbols"]
    ) { examination throws(Failure) in
      let host = try examination.start()
      let path = examination.file?.path ?? ""
      let fileName = path.pathComponents.last ?? ""
      if let name = FrontEndName(fileName: fileName), name.text != host.identifier {
        throw Failure(FrontEndRefusal.otherName(host.identifier).message)
      }
      let table = try host.askEntry(major: FORMWORK_ABI_MAJOR)
      let isOfOtherMinor = table.parent != FORMWORK_ABI_MINOR
      guard isOfOtherMinor || table.position == MemoryLayout<formwork_front_end>.size else {
        throw Failure(
          "deed.badTableSize", ["size": .number(Int(table.position))], mend: "mend.badTableSize")
      }
    },
    Check(
      "entry", demands: "demand.entry", after: ["table"]
    ) { examination throws(Failure) in
      let host = try examination.start()
      let first = try host.askEntry(major: FORMWORK_ABI_MAJOR)
      let second = try host.askEntry(major: FORMWORK_ABI_MAJOR)
      guard first == second else { throw Failure("deed.otherTable", mend: "mend.otherTable") }
    },
    Check(
      "version", demands: "demand.version",
      after: ["table"]
    ) { examination throws(Failure) in
      let host = try examination.start()
      for major in [0, FORMWORK_ABI_MAJOR + 1, UInt32.max] {
        let answer = try host.askEntry(major: major)
        guard answer.node == 0 || answer.revision == UInt64(major) else {
          throw Failure(
            "deed.otherVersion",
            ["wanted": .number(Int(major)), "given": .number(Int(clamping: answer.revision))],
            mend: "mend.otherVersion")
        }
      }
    },
  ]
}

import CFormwork
import FormworkCore
import FormworkHost
import FormworkSystem
import FormworkTools

extension Check {
  /// The checks that run no code: parts of the inspection, which ends at the first broken rule.
  static let ofTheFile = ["file", "note", "symbols"].map { name in
    Check(name, name, after: []) { context throws(CheckFailure) in
      guard case .failure(let refusal) = context.file else { return }
      let failing =
        switch refusal {
        case .noNote, .otherContract: "note"
        case .noEntry: "symbols"
        default: "file"
        }
      if failing == name { throw CheckFailure(refusal.message) }
      // The inspection ends with the symbols.
      if failing != "symbols" { throw CheckFailure(skipping: .key("check.notInspected")) }
    }
  }

  static let ofTheEntry = [
    Check("table", "table", after: ["file", "note", "symbols"]) { context throws(CheckFailure) in
      let host = try context.start()
      let fileName = (try? context.file.get())?.path.pathComponents.last ?? ""
      let identifier = host.loaded?.string ?? ""
      if let name = FrontEndName(fileName: fileName), name.text != identifier {
        throw CheckFailure(FrontEndLoadError.otherName(identifier).message)
      }
      let table = try host.askEntry()
      let isOfOtherMinor = table.parent != FORMWORK_ABI_MINOR
      guard isOfOtherMinor || table.position == MemoryLayout<formwork_front_end>.size else {
        throw CheckFailure("badTableSize", ["size": .number(Int(table.position))])
      }
    },
    Check("entry", "entry", after: ["table"]) { context throws(CheckFailure) in
      let host = try context.start()
      guard try host.askEntry() == host.askEntry() else { throw CheckFailure("otherTable") }
    },
    Check("version", "version", after: ["table"]) { context throws(CheckFailure) in
      let host = try context.start()
      for major in [0, FORMWORK_ABI_MAJOR + 1, UInt32.max] {
        let answer = try host.askEntry(major: major)
        guard answer.node == 0 || answer.revision == UInt64(major) else {
          let given = Message.number(Int(clamping: answer.revision))
          throw CheckFailure("otherVersion", ["wanted": .number(Int(major)), "given": given])
        }
      }
    },
  ]
}

extension SessionHost {
  /// Asks for the table that the entry gives for a major version.
  fileprivate func askEntry(
    major: UInt32 = FORMWORK_ABI_MAJOR
  ) throws(CheckFailure) -> ScriptMessage {
    try ask(ScriptMessage(kind: ProbeMessage.entry, number: Int64(major)))
  }
}

import CFormwork
import FormworkCore
import FormworkHost
import FormworkSystem

extension Check {
  /// The checks that run no code: parts of the inspection, which ends at the first broken rule.
  static let ofTheFile = ["file", "note", "symbols"].map { name in
    Check(name, Message("demand", of: name), after: []) { context throws(CheckFailure) in
      guard let refusal = context.conformance.refusal else { return }
      if refusal.check == name { throw CheckFailure(refusal.message) }
      // The inspection ends with the symbols.
      if refusal.check != "symbols" { throw CheckFailure(skipping: "check.notInspected") }
    }
  }

  static let ofTheEntry = [
    Check("table", "demand.table", after: ["file", "note", "symbols"]) {
      context throws(CheckFailure) in
      let host = try context.start()
      let fileName = context.conformance.file?.path.pathComponents.last ?? ""
      if let name = FrontEndName(fileName: fileName), name.text != host.identifier {
        throw CheckFailure(FrontEndLoadError.otherName(host.identifier).message)
      }
      let table = try host.askEntry(major: FORMWORK_ABI_MAJOR)
      let isOfOtherMinor = table.parent != FORMWORK_ABI_MINOR
      guard isOfOtherMinor || table.position == MemoryLayout<formwork_front_end>.size else {
        throw CheckFailure("badTableSize", ["size": .number(Int(table.position))])
      }
    },
    Check("entry", "demand.entry", after: ["table"]) { context throws(CheckFailure) in
      let host = try context.start()
      let first = try host.askEntry(major: FORMWORK_ABI_MAJOR)
      let second = try host.askEntry(major: FORMWORK_ABI_MAJOR)
      guard first == second else { throw CheckFailure("otherTable") }
    },
    Check("version", "demand.version", after: ["table"]) { context throws(CheckFailure) in
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
  fileprivate func askEntry(major: UInt32) throws(CheckFailure) -> ScriptMessage {
    try ask(ScriptMessage(kind: ProbeMessage.entry, number: Int64(major)))
  }
}

extension FrontEndLoadError {
  /// The name of the check that fails.
  fileprivate var check: String {
    switch self {
    case .noNote, .otherContract: "note"
    case .noEntry: "symbols"
    default: "file"
    }
  }
}

import CFormwork
import FormworkCore

extension Check {
  /// The checks of what later versions of the contract may add, and of lent memory.
  static let ofWhatIsNew = [
    comparing("unknown-kinds", "unknownKinds", \.withUnknownKinds),
    comparing("unknown-nodes", "unknownNodes", \.withUnknownNodes),
    comparing("unknown-properties", "unknownProperties", \.withUnknownProperties),
    comparing("unknown-flags", "unknownFlags", \.withUnknownFlags),
    comparing("larger-messages", "largerMessages", fix: "larger", in: .probe(.largerMessages)),
    comparing("larger-host", "largerHost", fix: "larger", in: .probe(.largerHost)),
    comparing("borrowed", "borrowed", in: .probe(.withdrawn)),
  ]

  /// A text that no front end knows how to show.
  fileprivate static let unknownText = "Formwork-to-come"

  /// Creates a check that a front end does the same in other circumstances.
  static func comparing(
    _ name: String, _ circumstances: String, after prerequisites: [String] = ["run"],
    fix: String? = nil, in program: FrontEndProgram = .probe(.usual),
    _ decorate: @escaping @Sendable ([ScriptMessage]) -> [ScriptMessage] = { $0 }
  ) -> Check {
    Check(name, Message("demand", of: circumstances), after: prerequisites) {
      context throws(CheckFailure) in
      let usual = try context.usualRun()
      do throws(CheckFailure) {
        let host = try context.start(in: program)
        host.decorate = decorate
        let other = try host.perform()
        if let difference = usual.difference(of: other) { throw CheckFailure(difference) }
        if other.shows(unknownText) { throw CheckFailure(Message("deed.showsUnknown")) }
      } catch {
        throw error.under(
          Message("where", of: circumstances), fix: Message("fix", of: fix ?? circumstances))
      }
    }
  }
}

extension [ScriptMessage] {
  /// Returns the messages up to a flush with others before the flush.
  func followed(by messages: [ScriptMessage]) -> [ScriptMessage] {
    dropLast() + messages + suffix(1)
  }

  /// The messages after some of later kinds, but ATTACH stays the first.
  var withUnknownKinds: [ScriptMessage] {
    let start = first?.is(FORMWORK_ATTACH) == true ? 1 : 0
    let new = [200, 201, 255].map { (kind: UInt32) in
      ScriptMessage(
        kind: kind, revision: 7, node: 2, parent: 1, position: 1, nodeKind: 3, property: 1,
        flags: 3, number: 1, count: 1, text: [UInt8](Check.unknownText.utf8))
    }
    return prefix(start) + new + dropFirst(start)
  }

  /// The messages with nodes of later kinds, after the others: the positions of these stay.
  var withUnknownNodes: [ScriptMessage] {
    guard first?.is(FORMWORK_ATTACH) == true else { return self }
    let nodes = [UInt32(NodeKind.allCases.count), 99].map { kind in
      ScriptMessage(
        kind: FORMWORK_INSERT.rawValue, node: 1000 + kind, parent: 1, position: 8,
        nodeKind: kind, text: [UInt8]("new".utf8))
    }
    let texts = nodes.flatMap { node in
      [Property.label, .value].map { Self.set(node.node, $0.rawValue) }
    }
    return followed(by: nodes + texts)
  }

  /// The messages with later properties of a node.
  var withUnknownProperties: [ScriptMessage] {
    followed(by: [UInt32(Property.allCases.count) + 1, 99, 100_000].map { Self.set(2, $0) })
  }

  /// The messages with later flags besides their own.
  var withUnknownFlags: [ScriptMessage] {
    map { message in
      var message = message
      message.flags |= 0x8000_1000
      return message
    }
  }

  private static func set(_ node: UInt32, _ property: UInt32) -> ScriptMessage {
    ScriptMessage(
      kind: FORMWORK_SET.rawValue, node: node, property: property,
      flags: FORMWORK_HAS_TEXT.rawValue, text: [UInt8](Check.unknownText.utf8))
  }
}

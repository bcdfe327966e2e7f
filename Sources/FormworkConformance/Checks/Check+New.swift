import CFormwork
import FormworkCore
import FormworkTools

extension Check {
  /// The checks of what later versions of the contract may add, and of lent memory.
  static let ofWhatIsNew = [
    comparing("unknown-kinds", "unknownKinds", \.withUnknownKinds),
    comparing("unknown-nodes", "unknownNodes", \.withUnknownNodes),
    comparing("unknown-properties", "unknownProperties", \.withUnknownProperties),
    comparing("unknown-flags", "unknownFlags", \.withUnknownFlags),
    comparing("larger-messages", "largerMessages", fix: "larger", in: .largerMessages),
    comparing("larger-host", "largerHost", fix: "larger", in: .largerHost),
    comparing("borrowed", "borrowed", in: .withdrawn),
  ]

  /// A text that no front end knows how to show.
  fileprivate static let unknownText = "Formwork-to-come"

  /// Creates a check that a front end does the same in other circumstances.
  static func comparing(
    _ name: String, _ circumstances: String, after prerequisites: [String] = ["run"],
    fix: String? = nil, in mode: ProbeMode? = .usual,
    _ decorate: @escaping @Sendable (ScriptMessage) -> [ScriptMessage] = { [$0] }
  ) -> Check {
    Check(name, circumstances, after: prerequisites) { context throws(CheckFailure) in
      let usual = try context.usualRun()
      do throws(CheckFailure) {
        let host = try context.start(in: mode)
        host.decorate = decorate
        let other = try host.perform()
        if let difference = usual.difference(of: other) { throw CheckFailure(difference) }
        if other.shows(unknownText) { throw CheckFailure(.key("problem.showsUnknown")) }
      } catch {
        throw error.under(
          .key("circumstance", of: circumstances), fix: .key("fix", of: fix ?? circumstances))
      }
    }
  }
}

extension ScriptMessage {
  /// The message, and others before it if it is a FLUSH.
  func after(_ others: [ScriptMessage]) -> [ScriptMessage] {
    self.is(FORMWORK_FLUSH) ? others + [self] : [self]
  }

  /// The message, and some of later kinds unless it is a FLUSH.
  var withUnknownKinds: [ScriptMessage] {
    if self.is(FORMWORK_FLUSH) { return [self] }
    return [self]
      + [200, 201, 255].map { (kind: UInt32) in
        ScriptMessage(
          kind: kind, revision: 7, node: 2, parent: 1, position: 1, nodeKind: 3, property: 1,
          flags: 3, number: 1, count: 1, text: Array(Check.unknownText.utf8))
      }
  }

  /// The message, and nodes of later kinds before a FLUSH, after the others: the positions of these stay.
  var withUnknownNodes: [ScriptMessage] {
    let nodes = [UInt32(NodeKind.allCases.count), 99].map { kind in
      ScriptMessage(
        kind: FORMWORK_INSERT.rawValue, node: 1000 * UInt32(revision) + kind, parent: 1,
        position: 8, nodeKind: kind, text: Array("new".utf8))
    }
    let texts = nodes.flatMap { node in
      [Property.label, .value].map { Self.set(node.node, $0.rawValue) }
    }
    return after(nodes + texts)
  }

  /// The message, and later properties of a node before a FLUSH.
  var withUnknownProperties: [ScriptMessage] {
    after([UInt32(Property.allCases.count) + 1, 99, 100_000].map { Self.set(2, $0) })
  }

  /// The message with later flags besides its own.
  var withUnknownFlags: [ScriptMessage] {
    var message = self
    message.flags |= 0x8000_1000
    return [message]
  }

  private static func set(_ node: UInt32, _ property: UInt32) -> ScriptMessage {
    ScriptMessage(
      kind: FORMWORK_SET.rawValue, node: node, property: property,
      flags: FORMWORK_HAS_TEXT.rawValue, text: Array(Check.unknownText.utf8))
  }
}

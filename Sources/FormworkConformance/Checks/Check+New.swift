import CFormwork
import FormworkCore

extension Check {
  /// What later versions of the contract may bring.
  static let ofWhatIsNew = [
    comparing(
      "unknown-kinds", demands: "demand.unknownKinds",
      where: "where.unknownKinds", mend: "mend.unknownKinds", \.withUnknownKinds),
    comparing(
      "unknown-nodes", demands: "demand.unknownNodes",
      where: "where.unknownNodes", mend: "mend.unknownNodes", \.withUnknownNodes),
    comparing(
      "unknown-properties", demands: "demand.unknownProperties",
      where: "where.unknownProperties", mend: "mend.unknownProperties", \.withUnknownProperties),
    comparing(
      "unknown-flags", demands: "demand.unknownFlags",
      where: "where.unknownFlags", mend: "mend.unknownFlags", \.withUnknownFlags),
    comparing(
      "larger-messages", demands: "demand.largerMessages",
      where: "where.largerMessages", mend: "mend.larger", in: .probe(.largerMessages)),
    comparing(
      "larger-host", demands: "demand.largerHost",
      where: "where.largerHost", mend: "mend.larger", in: .probe(.largerHost)),
  ]

  static let ofMemory = [
    comparing(
      "borrowed", demands: "demand.borrowed",
      where: "where.borrowed", mend: "mend.borrowed", in: .probe(.withdrawn))
  ]

  /// What is not to be shown.
  fileprivate static let unknownText = "Formwork-to-come"

  /// A check that a front end does the same whether or not something is different.
  static func comparing(
    _ name: String, demands demand: Message, after prerequisites: [String] = ["run"],
    where circumstance: Message, mend: Message,
    in program: FrontEndProcess.Program = .probe(.usual),
    _ decorate: @escaping @Sendable ([ScriptMessage]) -> [ScriptMessage] = { $0 }
  ) -> Check {
    Check(name, demands: demand, after: prerequisites) { examination throws(Failure) in
      let usual = try examination.usualPerformance()
      let other: Performance
      do throws(Failure) {
        let host = try examination.start(program)
        host.decorate = decorate
        other = try host.perform()
      } catch {
        throw error.under(circumstance, mend: mend)
      }
      if let difference = usual.difference(of: other) {
        throw Failure(difference).under(circumstance, mend: mend)
      }
      if other.shows(unknownText) {
        throw Failure("deed.showsUnknown").under(circumstance, mend: mend)
      }
    }
  }
}

extension [ScriptMessage] {
  /// Messages of later kinds come first.
  var withUnknownKinds: [ScriptMessage] {
    let new = [200, 201, 255].map { (kind: UInt32) in
      ScriptMessage(
        kind: kind, revision: 7, node: 2, parent: 1, position: 1, nodeKind: 3, property: 1,
        flags: 3, number: 1, count: 1, text: [UInt8](Check.unknownText.utf8))
    }
    return beginning(with: new)
  }

  /// Nodes of later kinds come last, so that the positions of the others stay.
  var withUnknownNodes: [ScriptMessage] {
    guard first?.is(FORMWORK_ATTACH) == true else { return self }
    let nodes = [UInt32(NodeKind.allCases.count), 99].map { kind in
      ScriptMessage(
        kind: FORMWORK_INSERT.rawValue, node: 1000 + kind, parent: 1, position: 8,
        nodeKind: kind, text: [UInt8]("new".utf8))
    }
    let texts = nodes.flatMap { node in
      [Property.label, .value].map { ScriptMessage.set(node.node, $0, .text(Check.unknownText)) }
    }
    return ending(with: nodes + texts)
  }

  /// Later properties of a node are set.
  var withUnknownProperties: [ScriptMessage] {
    ending(
      with: [UInt32(Property.allCases.count) + 1, 99, 100_000].map { property in
        ScriptMessage(
          kind: FORMWORK_SET.rawValue, node: 2, property: property,
          flags: FORMWORK_HAS_TEXT.rawValue, text: [UInt8](Check.unknownText.utf8))
      })
  }

  /// Each message has later flags besides its own.
  var withUnknownFlags: [ScriptMessage] {
    map { message in
      var message = message
      message.flags |= 0x8000_1000
      return message
    }
  }

  /// The messages with others before them; behind an ATTACH, which has to be the first.
  private func beginning(with others: [ScriptMessage]) -> [ScriptMessage] {
    let isAttached = first?.is(FORMWORK_ATTACH) == true
    return prefix(isAttached ? 1 : 0) + others + dropFirst(isAttached ? 1 : 0)
  }

  /// The messages with others before the FLUSH that ends them.
  private func ending(with others: [ScriptMessage]) -> [ScriptMessage] {
    dropLast() + others + suffix(1)
  }
}

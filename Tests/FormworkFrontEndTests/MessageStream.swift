import FormworkFrontEnd
import TestSupport

/// Random messages about few nodes, so that they concern the same ones, some of them invalid.
struct MessageStream {
  private var generator: SeededGenerator
  private var revision: UInt64 = 0

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  mutating func next() -> DisplayMessage {
    switch below(100) {
    case 0: return .attach(title: "T\(below(3))")
    case 1..<35:
      return .change(
        .inserted(
          id(), kind: NodeKind.allCases[below(NodeKind.allCases.count)], name: "n\(below(3))",
          parent: below(3) == 0 ? nil : id(), index: below(6)))
    case 35..<65:
      let property = Property.allCases[below(5)]
      let values: [PropertyValue?] = [.number(below(2)), .text("t\(below(2))"), nil]
      return .change(.set(id(), property, values[below(3)]))
    case 65..<73: return .change(.moved(id(), index: below(6)))
    case 73..<80: return .change(.removed(id()))
    case 80..<86: return .change(.focused(below(4) == 0 ? nil : id()))
    case 86: return .resized(WindowSize(columns: 80, rows: 24))
    default:
      revision += 1
      return .flush(revision: revision)
    }
  }

  /// Returns the user's input between two messages, if there is any.
  mutating func nextEdit() -> (node: NodeID, text: String, cursor: Int)? {
    below(3) == 0 ? (NodeID(rawValue: UInt32(1 + below(4))), "e\(below(3))ä", below(4)) : nil
  }

  private mutating func id() -> NodeID { NodeID(rawValue: UInt32(1 + below(12))) }

  private mutating func below(_ limit: Int) -> Int {
    Int.random(in: 0..<limit, using: &generator)
  }
}

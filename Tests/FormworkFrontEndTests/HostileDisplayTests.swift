import CFormwork
import Testing
import TestSupport

@testable import FormworkFrontEnd

/// Messages that no host sends: nonsense is ignored, and nothing damages the view tree.
struct HostileDisplayTests {
  private typealias Row = (
    kind: formwork_message_kind, text: [UInt8]?, means: DisplayMessage?,
    fields: @Sendable (inout formwork_message) -> Void
  )

  private static let node = NodeID(rawValue: 2)
  private static let many = [UInt8](repeating: 0x09, count: 65_536)

  /// About node 2, unless the row says otherwise.
  private static let rows: [Row] = [
    (FORMWORK_SET, nil, nil, { $0.property = 0 }),
    (FORMWORK_SET, nil, nil, { $0.property = FORMWORK_LASTING.rawValue + 1 }),
    (FORMWORK_SET, nil, nil, { $0.property = .max }),
    (FORMWORK_SET, nil, nil, { ($0.node, $0.property) = (0, 1) }),
    (FORMWORK_SET, many + [0x09], nil, { ($0.property, $0.flags) = (18, 1) }),
    (FORMWORK_SET, nil, nil, { ($0.property, $0.flags, $0.byte_count) = (18, 1, .max) }),
    (
      FORMWORK_SET, many,
      .change(.set(node, .cells, .text(String(repeating: "\t", count: 65_536)))),
      { ($0.property, $0.flags) = (18, 1) }
    ),
    (
      FORMWORK_SET, [0x61, 0x09, 0xFF, 0x1B],
      .change(.set(node, .cells, .text("a\t\u{FFFD}\u{1B}"))),
      { ($0.property, $0.flags, $0.number) = (18, .max, 5) }
    ),
    (
      FORMWORK_SET, nil, .change(.set(node, .label, .text(""))),
      { ($0.property, $0.flags, $0.byte_count) = (1, 1, 9) }
    ),
    (
      FORMWORK_SET, nil, .change(.set(node, .fraction, .number(.min))),
      { ($0.property, $0.flags, $0.number) = (12, 2, .min) }
    ),
    (
      FORMWORK_SET, nil, .change(.set(node, .order, .number(.max))),
      { ($0.property, $0.flags, $0.number) = (19, 2, .max) }
    ),
    (FORMWORK_SET, nil, .change(.set(node, .order, nil)), { ($0.property, $0.flags) = (19, ~3) }),
    // A row of no list, one of itself, and one of an unknown kind.
    (
      FORMWORK_INSERT, nil,
      .change(.inserted(node, kind: .row, name: "", parent: NodeID(rawValue: 99), index: 0)),
      { ($0.node_kind, $0.parent) = (16, 99) }
    ),
    (
      FORMWORK_INSERT, nil,
      .change(
        .inserted(NodeID(rawValue: 7), kind: .row, name: "", parent: NodeID(rawValue: 7), index: 0)),
      { ($0.node, $0.node_kind, $0.parent) = (7, 16, 7) }
    ),
    (
      FORMWORK_INSERT, nil,
      .change(
        .inserted(
          NodeID(rawValue: 3), kind: .unknown, name: "", parent: NodeID(rawValue: 1),
          index: Int(UInt32.max))),
      { ($0.node, $0.node_kind, $0.parent, $0.position) = (3, .max, 1, .max) }
    ),
    (FORMWORK_INSERT, nil, nil, { ($0.node, $0.node_kind) = (0, 17) }),
    (
      FORMWORK_MOVE, nil, .change(.moved(node, index: Int(UInt32.max))), { $0.position = .max }
    ),
    (FORMWORK_REMOVE, nil, .change(.removed(NodeID(rawValue: .max))), { $0.node = .max }),
    (FORMWORK_FOCUS, nil, .change(.focused(NodeID(rawValue: .max))), { $0.node = .max }),
    (FORMWORK_HISTORY, [0x61], nil, { $0.node = 0 }),
    (
      FORMWORK_SUGGEST, [0x61],
      .suggestion(node, Suggestion(replacing: .max ..< .max, with: "a"), revision: .max),
      { ($0.number, $0.count, $0.revision) = (.max, .max, .max) }
    ),
    (FORMWORK_RESIZED, nil, nil, { ($0.number, $0.count) = (0, 24) }),
    (FORMWORK_RESIZED, nil, nil, { ($0.number, $0.count) = (80, -1) }),
    (FORMWORK_RESIZED, nil, nil, { ($0.number, $0.count) = (65_536, 24) }),
    (FORMWORK_RESIZED, nil, nil, { ($0.number, $0.count) = (80, .max) }),
    (FORMWORK_REFUSED, [0xFF], .refused(node, .nothing, "\u{FFFD}"), { $0.number = .min }),
    (FORMWORK_REFUSED, nil, .refused(node, .nothing, ""), { $0.number = 7 }),
    (FORMWORK_REFUSED, many + [0x09], nil, { $0.number = 6 }),
    (FORMWORK_REFUSED, nil, nil, { ($0.node, $0.number) = (0, 1) }),
    (FORMWORK_DETACH, nil, .detach(.nothing), { $0.number = 5 }),
    (FORMWORK_DETACH, nil, .detach(.nothing), { $0.number = .min }),
    (FORMWORK_EDIT, [0x61], nil, { _ in }),
    (FORMWORK_FLUSH, nil, .flush(revision: .max), { $0.revision = .max }),
    (FORMWORK_ATTACH, nil, .attach(title: "", isLost: true), { $0.flags = .max }),
  ]

  @Test func whatNoHostSendsBreaksNoPicture() throws {
    let host = ScriptedHost()
    for row in Self.rows {
      host.give(row.kind, text: row.text) {
        $0.node = Self.node.rawValue
        row.fields(&$0)
      }
    }
    let connection = try #require(HostConnection(host.table()))
    var messages: [DisplayMessage] = []
    while let message = connection.next() { messages.append(message) }
    #expect(messages == Self.rows.compactMap(\.means))

    var picture = ViewTreeReplica()
    let (screen, list) = (NodeID(rawValue: 1), Self.node)
    picture.apply(.change(.inserted(screen, kind: .screen, name: "", parent: nil, index: 0)))
    picture.apply(.change(.inserted(list, kind: .list, name: "", parent: screen, index: 0)))
    picture.apply(.change(.focused(list)))
    for message in messages.dropLast() { picture.apply(message) }
    #expect(picture.nodes().map(\.id) == [screen, NodeID(rawValue: 3), list])
    #expect(
      picture[list]?.properties == [
        .cells: .text("a\t\u{FFFD}\u{1B}"), .label: .text(""), .fraction: .number(.min),
      ])
    #expect(picture.focus == list && picture.size == nil && picture.revision == .max)
    picture.apply(.attach(title: "", isLost: true))
    #expect(picture.nodes() == [] && picture.focus == nil && !picture.isConsistent)
  }
}

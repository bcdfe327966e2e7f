import CFormwork
import CFormworkWire
import FormworkContract
import FormworkCore
@testable import FormworkHost
import FormworkSession
import Testing

@Suite struct InputMessageTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let kind: formwork_message_kind
    let text: String?
    let fields: @Sendable (inout formwork_message) -> Void
    let meaning: String?

    init(
      _ kind: formwork_message_kind, _ text: String? = nil, means meaning: String?,
      _ fields: @escaping @Sendable (inout formwork_message) -> Void = { _ in }
    ) {
      (self.kind, self.text, self.fields, self.meaning) = (kind, text, fields, meaning)
    }

    var testDescription: String { "\(kind.rawValue): \(meaning ?? "no sense")" }
  }

  static let rows = [
    Row(FORMWORK_EDIT, "köln", means: "edit 7 köln at 3 of 9") { $0.number = 3 },
    Row(FORMWORK_EDIT, "ab", means: "edit 7 ab at 2 of 9") { $0.number = 3 },
    Row(FORMWORK_EDIT, "ab", means: "edit 7 ab at 0 of 9") { $0.number = -1 },
    Row(FORMWORK_EDIT, means: "edit 7  at 0 of 9"),
    Row(FORMWORK_COMMIT, "ab", means: "commit 7 ab of 9"),
    Row(FORMWORK_COMMIT, means: "commit 7 as it is of 9"),
    Row(FORMWORK_COMMIT, means: "commit 7  of 9") { $0.flags = FORMWORK_HAS_TEXT.rawValue },
    Row(FORMWORK_CHOOSE, means: "choose 7 on") { $0.flags = FORMWORK_ON.rawValue },
    Row(FORMWORK_CHOOSE, means: "choose 7 off") { $0.flags = ~FORMWORK_ON.rawValue },
    Row(FORMWORK_ACTIVATE, means: "activate 7 of 9"),
    Row(FORMWORK_GO, means: "go to 7") { $0.flags = FORMWORK_NEXT.rawValue },
    Row(FORMWORK_GO, means: "go on") { ($0.node, $0.flags) = (0, FORMWORK_NEXT.rawValue) },
    Row(FORMWORK_GO, means: "go back") { ($0.node, $0.flags) = (0, FORMWORK_PREVIOUS.rawValue) },
    Row(FORMWORK_GO, means: "unknown") { $0.node = 0 },
    Row(FORMWORK_GO, means: "go on behind the section") {
      ($0.node, $0.flags) = (0, FORMWORK_NEXT.rawValue | FORMWORK_SECTION.rawValue)
    },
    Row(FORMWORK_GO, means: "go back before the section") {
      ($0.node, $0.flags) = (0, FORMWORK_PREVIOUS.rawValue | FORMWORK_SECTION.rawValue)
    },
    Row(FORMWORK_GO, means: "unknown") { ($0.node, $0.flags) = (0, FORMWORK_SECTION.rawValue) },
    Row(FORMWORK_BACK, means: "back of 9"),
    Row(FORMWORK_BACK, means: "back of 9, insisting") { $0.flags = FORMWORK_INSIST.rawValue },
    Row(FORMWORK_BACK, means: "back of 9") { $0.flags = ~FORMWORK_INSIST.rawValue },
    Row(FORMWORK_COMPLETE, "ab", means: "complete 7 ab at 1 of 9") { $0.number = 1 },
    Row(FORMWORK_EDIT_OUTSIDE, means: "edit 7 outside"),
    Row(FORMWORK_RELOAD, means: "reload"),
    Row(FORMWORK_QUIT, means: "quit"),
    Row(FORMWORK_SWITCH, "plain", means: "switch to plain"),
    Row(FORMWORK_LOG, "line", means: "log line"),
    Row(FORMWORK_RESET, means: "reset 7"),
    Row(FORMWORK_WINDOW, means: "rows 5 to 7 of 7") { ($0.number, $0.count) = (5, 2) },
    Row(formwork_message_kind(rawValue: 400), means: nil),
  ]

  @Test(arguments: rows)
  func meaning(_ row: Row) throws {
    var text = row.text ?? ""
    let (inside, outside) = try text.withUTF8 { bytes in
      let message = Self.message(row, bytes)
      var datagram = withUnsafeBytes(of: formwork_wire_packet(message)) { Array($0) }
      datagram += bytes
      return (
        InputMessage(message).map { Self.words($0, message.revision) },
        try datagram.withUnsafeBytes { bytes -> String? in
          guard case .input(let input, let revision) = try RunnerMessage(bytes) else {
            return "no input"
          }
          return input.map { Self.words($0, revision) }
        }
      )
    }
    #expect(inside == row.meaning)
    #expect(outside == row.meaning)
  }

  /// A count without a text is no text: a message that requires one is invalid.
  @Test(
    arguments: [FORMWORK_EDIT, FORMWORK_COMMIT, FORMWORK_COMPLETE, FORMWORK_SWITCH, FORMWORK_LOG]
      .map(\.rawValue))
  func aCountWithoutAText(_ kind: UInt32) {
    var message = Self.message(
      Row(formwork_message_kind(rawValue: kind), means: nil),
      UnsafeBufferPointer(start: nil, count: 0))
    message.byte_count = 1
    let meaning = InputMessage(message).map { Self.words($0, 9) }
    #expect(meaning == (kind == FORMWORK_COMMIT.rawValue ? "unknown" : nil))
  }

  @Test func aFieldTakesWhatTheContractCarries() {
    #expect(String.inputLimit == Int(FORMWORK_TEXT_LIMIT))
  }

  @Test func aDatagramHasAllFields() {
    let message = formwork_message(
      size: 72, kind: 1, revision: 2, node: 3, parent: 4, position: 5, node_kind: 6, property: 7,
      flags: 8, number: 9, count: 10, text: nil, byte_count: 11)
    let packet = formwork_wire_packet(message)
    #expect(
      [packet.kind, packet.node, packet.parent, packet.position, packet.node_kind]
        == [1, 3, 4, 5, 6])
    #expect([packet.property, packet.flags, packet.byte_count] == [7, 8, 11])
    #expect([packet.number, packet.count, Int64(packet.revision)] == [9, 10, 2])
    let back = formwork_wire_message(packet)
    #expect(
      [back.size, back.kind, back.node, back.parent, back.position] == [72, 1, 3, 4, 5])
    #expect([back.node_kind, back.property, back.flags] == [6, 7, 8])
    #expect([back.number, back.count, Int64(back.revision)] == [9, 10, 2])
    #expect(back.byte_count == 11)
  }

  /// Returns the message of a row, about node 7 and revision 9 unless the row says otherwise.
  private static func message(_ row: Row, _ text: UnsafeBufferPointer<UInt8>) -> formwork_message {
    var message = formwork_message()
    message.size = UInt32(MemoryLayout<formwork_message>.size)
    (message.kind, message.node, message.revision) = (row.kind.rawValue, 7, 9)
    message.text = UnsafeRawPointer(text.baseAddress)?.assumingMemoryBound(to: CChar.self)
    message.byte_count = UInt64(text.count)
    row.fields(&message)
    return message
  }

  private static func words(
    _ input: InputMessage<UnsafeRawBufferPointer>, _ revision: UInt64
  ) -> String {
    func read(_ text: UnsafeRawBufferPointer) -> String { String(decoding: text, as: UTF8.self) }
    return switch input {
    case .edit(let node, let text, let cursor):
      "edit \(node.rawValue) \(read(text)) at \(cursor) of \(revision)"
    case .commit(let node, let text):
      "commit \(node.rawValue) \(text.map(read) ?? "as it is") of \(revision)"
    case .choose(let node, let isOn): "choose \(node.rawValue) \(isOn ? "on" : "off")"
    case .activate(let node): "activate \(node.rawValue) of \(revision)"
    case .go(.node(let node)): "go to \(node.rawValue)"
    case .go(.next): "go on"
    case .go(.previous): "go back"
    case .go(.nextSection): "go on behind the section"
    case .go(.previousSection): "go back before the section"
    case .back(let insists): "back of \(revision)\(insists ? ", insisting" : "")"
    case .complete(let node, let text, let cursor):
      "complete \(node.rawValue) \(read(text)) at \(cursor) of \(revision)"
    case .editOutside(let node): "edit \(node.rawValue) outside"
    case .reload: "reload"
    case .reset(let node): "reset \(node.rawValue)"
    case .quit: "quit"
    case .switchFrontEnd(let name): "switch to \(read(name))"
    case .log(let line): "log \(read(line))"
    case .window(let node, let firstRow, let rowCount):
      "rows \(firstRow) to \(firstRow + rowCount) of \(node.rawValue)"
    case .unknown: "unknown"
    }
  }
}

import CFormwork
@testable import FormworkFrontEnd
import Glibc
import TestSupport
import Testing

@Suite struct DecodingTests {
  @Test func everyKind() throws {
    let host = ScriptedHost()
    host.give(FORMWORK_ATTACH, text: Array("Title".utf8))
    host.give(FORMWORK_INSERT, text: Array("email".utf8)) {
      ($0.node, $0.parent, $0.position, $0.node_kind) = (3, 1, 2, FORMWORK_TEXT_FIELD.rawValue)
    }
    host.give(FORMWORK_SET, text: Array("E-Mail ä".utf8)) {
      ($0.node, $0.property, $0.flags) = (3, 1, FORMWORK_HAS_TEXT.rawValue)
    }
    host.give(FORMWORK_SET) {
      ($0.node, $0.property, $0.flags, $0.number) = (3, 6, FORMWORK_HAS_NUMBER.rawValue, -7)
    }
    host.give(FORMWORK_SET) { ($0.node, $0.property) = (3, 7) }
    host.give(FORMWORK_MOVE) { ($0.node, $0.position) = (3, 5) }
    host.give(FORMWORK_REMOVE) { $0.node = 3 }
    host.give(FORMWORK_FOCUS) { $0.node = 4 }
    host.give(FORMWORK_FOCUS)
    host.give(FORMWORK_SUGGEST, text: Array("x".utf8)) {
      ($0.node, $0.revision, $0.number, $0.count) = (3, 9, 1, 2)
    }
    host.give(FORMWORK_RESIZED) { ($0.number, $0.count) = (80, 24) }
    host.give(FORMWORK_FLUSH) { $0.revision = 12 }
    host.give(FORMWORK_DETACH)

    let connection = try #require(HostConnection(host.table()))
    var messages: [DisplayMessage] = []
    while let message = connection.next() { messages.append(message) }
    let node = NodeID(rawValue: 3)
    #expect(
      messages == [
        .attach(title: "Title"),
        .insert(
          node, parent: NodeID(rawValue: 1), position: 2, kind: .textField, name: "email"),
        .set(node, .label, .text("E-Mail ä")), .set(node, .status, .number(-7)),
        .set(node, .explanation, nil), .move(node, position: 5), .remove(node),
        .focus(NodeID(rawValue: 4)), .focus(nil),
        .suggest(Suggestion(node: node, revision: 9, byteOffset: 1, byteCount: 2, text: "x")),
        .resized(columns: 80, rows: 24), .flush(revision: 12), .detach,
      ])
    #expect(connection.revision == 12)
  }

  @Test func unknownThingsArePassedOver() throws {
    let host = ScriptedHost()
    host.give(formwork_message_kind(rawValue: 99)) { $0.node = 3 }
    host.give(FORMWORK_SET) { ($0.node, $0.property) = (3, 999) }
    host.give(FORMWORK_SET) { ($0.node, $0.property) = (0, 1) }
    host.give(FORMWORK_INSERT) { ($0.node, $0.node_kind) = (3, 999) }
    host.give(FORMWORK_FLUSH) { ($0.revision, $0.flags) = (1, 1 << 30) }
    let connection = try #require(HostConnection(host.table()))
    var messages: [DisplayMessage] = []
    while let message = connection.next() { messages.append(message) }
    #expect(
      messages == [
        .insert(NodeID(rawValue: 3), parent: nil, position: 0, kind: .unknown, name: ""),
        .flush(revision: 1),
      ])
  }

  @Test func aTextBeyondTheLimitIsRefusedWhole() throws {
    let host = ScriptedHost()
    for count in [65_536, 65_537] {
      host.give(FORMWORK_SET, text: Array(repeating: 0x61, count: count)) {
        ($0.node, $0.property, $0.flags) = (3, 4, FORMWORK_HAS_TEXT.rawValue)
      }
    }
    let connection = try #require(HostConnection(host.table()))
    #expect(
      connection.next()
        == .set(NodeID(rawValue: 3), .value, .text(String(repeating: "a", count: 65_536))))
    #expect(connection.next() == nil)
  }

  /// Sizes that end within, at and behind fields: what lies beyond counts as 0.
  @Test(
    arguments: [
      (16, DisplayMessage.flush(revision: 7)), (15, .flush(revision: 0)),
      (72, .flush(revision: 7)), (200, .flush(revision: 7)),
    ] as [(Int, DisplayMessage)])
  func sizes(size: Int, expected: DisplayMessage) throws {
    let host = ScriptedHost()
    host.give(FORMWORK_FLUSH, size: size) { $0.revision = 7 }
    let connection = try #require(HostConnection(host.table()))
    #expect(connection.next() == expected)
  }

  /// A field ends where the next one begins, and the last one with the struct.
  @Test func fieldsEndWhereTheHeaderSays() {
    func ends<Struct: SizedStruct>(_ fields: [PartialKeyPath<Struct>]) -> [Int] {
      fields.dropFirst().compactMap { MemoryLayout<Struct>.offset(of: $0) }
        + [MemoryLayout<Struct>.size]
    }
    #expect(
      formwork_message.fieldEnds
        == ends(
          [
            \.size, \.kind, \.revision, \.node, \.parent, \.position, \.node_kind, \.property,
            \.flags, \.number, \.count, \.text, \.byte_count,
          ] as [PartialKeyPath<formwork_message>]))
    #expect(
      formwork_host.fieldEnds
        == ends(
          [
            \.size, \.abi_major, \.abi_minor, \.in_fd, \.out_fd, \.wake_fd, \.context, \.next,
            \.post, \.extension,
          ] as [PartialKeyPath<formwork_host>]))
  }

  @Test func aTextBeyondTheSizeIsNotRead() throws {
    let host = ScriptedHost()
    // Ends within the byte count: the text's pointer is poison.
    host.give(FORMWORK_SET, size: 68, text: Array("secret".utf8)) {
      ($0.node, $0.property, $0.flags) = (3, 4, FORMWORK_HAS_TEXT.rawValue)
    }
    let connection = try #require(HostConnection(host.table()))
    #expect(connection.next() == .set(NodeID(rawValue: 3), .value, .text("")))
  }

  @Test func hostsThatCannotBeUsed() {
    let host = ScriptedHost()
    #expect(HostConnection(host.table { $0.size = 40 }) == nil)
    #expect(HostConnection(host.table { ($0.size, $0.abi_major) = (56, 2) }) == nil)
    #expect(HostConnection(host.table { ($0.abi_major, $0.post) = (1, nil) }) == nil)
    #expect(TrivialFrontEnd.serve(host.table()) == EINVAL)
    #expect(TrivialFrontEnd.serve(nil) == EINVAL)
  }

  @Test func numbersOfTheHeader() {
    #expect(
      NodeKind.allCases.map(\.rawValue)
        == [
          0, FORMWORK_SCREEN.rawValue, FORMWORK_GROUP.rawValue, FORMWORK_TEXT_FIELD.rawValue,
          FORMWORK_SECRET_FIELD.rawValue, FORMWORK_TEXT_AREA.rawValue, FORMWORK_TOGGLE.rawValue,
          FORMWORK_CHOICE.rawValue, FORMWORK_CHOICES.rawValue, FORMWORK_OPTION.rawValue,
          FORMWORK_BUTTON.rawValue, FORMWORK_NOTE.rawValue, FORMWORK_NOTICE.rawValue,
          FORMWORK_ALERT.rawValue, FORMWORK_PROGRESS.rawValue, FORMWORK_LIST.rawValue,
          FORMWORK_ROW.rawValue,
        ])
    #expect(
      Property.allCases.map(\.rawValue)
        == [
          FORMWORK_LABEL.rawValue, FORMWORK_DETAIL.rawValue, FORMWORK_PLACEHOLDER.rawValue,
          FORMWORK_VALUE.rawValue, FORMWORK_CURSOR.rawValue, FORMWORK_STATUS.rawValue,
          FORMWORK_EXPLANATION.rawValue, FORMWORK_REQUIRED.rawValue, FORMWORK_ENABLED.rawValue,
          FORMWORK_BUSY.rawValue, FORMWORK_SELECTED.rawValue, FORMWORK_FRACTION.rawValue,
          FORMWORK_LAYOUT.rawValue, FORMWORK_FORMAT.rawValue, FORMWORK_ROLE.rawValue,
          FORMWORK_ROW_COUNT.rawValue, FORMWORK_FIRST_ROW.rawValue,
        ])
    #expect(
      Status.allCases.map { UInt32($0.rawValue) }
        == [
          FORMWORK_STATUS_NONE.rawValue, FORMWORK_STATUS_INCOMPLETE.rawValue,
          FORMWORK_STATUS_INVALID.rawValue, FORMWORK_STATUS_WAITING.rawValue,
          FORMWORK_STATUS_CHECKING.rawValue, FORMWORK_STATUS_REFUSED.rawValue,
          FORMWORK_STATUS_UNVERIFIED.rawValue, FORMWORK_STATUS_VALID.rawValue,
          FORMWORK_STATUS_LOADING.rawValue, FORMWORK_STATUS_FAILED.rawValue,
          FORMWORK_STATUS_SUBMITTING.rawValue, FORMWORK_STATUS_DONE.rawValue,
        ])
    #expect(
      Role.allCases.map { UInt32($0.rawValue) }
        == [
          FORMWORK_ROLE_NONE.rawValue, FORMWORK_ROLE_SUBMIT.rawValue,
          FORMWORK_ROLE_CANCEL.rawValue, FORMWORK_ROLE_DECLINE.rawValue,
          FORMWORK_ROLE_DESTROY.rawValue,
        ])
    let needs: [FrontEndNeeds] = [
      .terminal, .modesNamed, .paste, .pointer, .keys, .lines, .characters, .alternateScreen,
    ]
    let bits = [
      FORMWORK_NEEDS_TERMINAL, FORMWORK_MODES_NAMED, FORMWORK_USES_PASTE, FORMWORK_USES_POINTER,
      FORMWORK_USES_KEYS, FORMWORK_USES_LINES, FORMWORK_USES_CHARACTERS, FORMWORK_USES_SCREEN,
    ]
    #expect(needs.map(\.rawValue) == bits.map(\.rawValue))
    #expect(LineInput.limit == Int(FORMWORK_TEXT_LIMIT))
  }
}

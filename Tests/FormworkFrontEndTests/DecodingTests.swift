import CFormwork
import FormworkContract
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
    host.give(FORMWORK_SUGGEST, text: []) { ($0.node, $0.revision) = (3, 9) }
    // An invalid range.
    host.give(FORMWORK_SUGGEST, text: Array("x".utf8)) {
      ($0.node, $0.revision, $0.number, $0.count) = (3, 9, -1, -1)
    }
    host.give(FORMWORK_RESIZED) { ($0.number, $0.count) = (80, 24) }
    host.give(FORMWORK_FLUSH) { $0.revision = 12 }
    host.give(FORMWORK_ATTACH) { $0.flags = FORMWORK_LOST.rawValue }
    host.give(FORMWORK_REFUSED, text: Array("no".utf8)) { ($0.node, $0.number) = (3, 6) }
    host.give(FORMWORK_REFUSED) { ($0.node, $0.number) = (3, -1) }
    host.give(FORMWORK_REFUSED) { $0.number = 1 }
    host.give(FORMWORK_DETACH) { $0.number = 4 }
    host.give(FORMWORK_DETACH) { $0.number = 99 }

    let connection = try #require(HostConnection(host.table()))
    var messages: [DisplayMessage] = []
    while let message = connection.next() { messages.append(message) }
    let node = NodeID(rawValue: 3)
    #expect(
      messages == [
        .attach(title: "Title"),
        .change(
          .inserted(node, kind: .textField, name: "email", parent: NodeID(rawValue: 1), index: 2)),
        .change(.set(node, .label, .text("E-Mail ä"))), .change(.set(node, .status, .number(-7))),
        .change(.set(node, .explanation, nil)), .change(.moved(node, index: 5)),
        .change(.removed(node)),
        .change(.focused(NodeID(rawValue: 4))), .change(.focused(nil)),
        .suggestion(node, Suggestion(replacing: 1..<3, with: "x"), revision: 9),
        .suggestion(node, nil, revision: 9),
        .suggestion(node, Suggestion(replacing: 0..<0, with: "x"), revision: 9),
        .resized(WindowSize(columns: 80, rows: 24)), .flush(revision: 12),
        .attach(title: "", isLost: true), .refused(node, .blocked, "no"),
        .refused(node, .nothing, ""), .detach(.signal), .detach(.nothing),
      ])
    #expect(connection.revision == 12)
  }

  /// A host of a later minor version has longer structs, and sends things that are not known here.
  @Test func aHostOfALaterVersion() throws {
    let host = ScriptedHost()
    let later = host.table { ($0.size, $0.abi_minor) = (200, FORMWORK_ABI_MINOR + 1) }
    host.give(FORMWORK_ATTACH, size: 200, text: Array("Title".utf8)) { $0.flags = 1 << 29 }
    host.give(formwork_message_kind(rawValue: 99), size: 200) { $0.node = 3 }
    host.give(FORMWORK_SET) { ($0.node, $0.property) = (3, 999) }
    host.give(FORMWORK_SET) { ($0.node, $0.property) = (0, 1) }
    host.give(FORMWORK_INSERT) { ($0.node, $0.node_kind) = (3, 999) }
    host.give(FORMWORK_FLUSH) { ($0.revision, $0.flags) = (1, 1 << 30) }
    let connection = try #require(HostConnection(later))
    var messages: [DisplayMessage] = []
    while let message = connection.next() { messages.append(message) }
    #expect(
      messages == [
        .attach(title: "Title"),
        .change(.inserted(NodeID(rawValue: 3), kind: .unknown, name: "", parent: nil, index: 0)),
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
        == .change(.set(NodeID(rawValue: 3), .value, .text(String(repeating: "a", count: 65_536)))))
    #expect(connection.next() == nil)
  }

  /// Sizes that end inside, at and after fields: missing bytes count as 0.
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

  /// A field ends at the next one, and the last one with the struct.
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
    // The size ends before the byte count: the text's pointer is invalid.
    host.give(FORMWORK_SET, size: 68, text: Array("secret".utf8)) {
      ($0.node, $0.property, $0.flags) = (3, 4, FORMWORK_HAS_TEXT.rawValue)
    }
    let connection = try #require(HostConnection(host.table()))
    #expect(connection.next() == .change(.set(NodeID(rawValue: 3), .value, .text(""))))
  }

  @Test func hostsThatCannotBeUsed() {
    let host = ScriptedHost()
    #expect(HostConnection(host.table { $0.size = 40 }) == nil)
    #expect(HostConnection(host.table { ($0.size, $0.abi_major) = (56, 2) }) == nil)
    #expect(HostConnection(host.table { ($0.abi_major, $0.post) = (1, nil) }) == nil)
    #expect(TrivialFrontEnd.serve(host.table()) == EINVAL)
    #expect(TrivialFrontEnd.serve(nil) == EINVAL)
  }
}

import CFormwork
import Glibc
import TestSupport
import Testing

@testable import FormworkFrontEnd

@Suite struct ConnectionTests {
  @Test func everyPost() throws {
    let host = ScriptedHost()
    let connection = try #require(HostConnection(host.table()))
    host.give(FORMWORK_FLUSH) { $0.revision = 5 }
    _ = connection.next()
    let node = NodeID(rawValue: 3)
    let secret = SecretBytes()
    Array("pä".utf8).withUnsafeBytes { secret.append($0) }
    let messages: [InputMessage<EnteredText>] = [
      .edit(node, .text("aä"), cursor: 3), .edit(node, .secret(secret), cursor: secret.byteCount),
      .commit(node, .text("")),
      .commit(node, .secret(secret)), .commit(node, nil), .choose(node, isOn: true),
      .choose(node, isOn: false), .activate(node), .go(.node(node)), .go(.next), .go(.previous),
      .back(),
      .window(node, firstRow: 10, rowCount: 20), .editOutside(node),
      .complete(node, .text("a"), cursor: 1), .reload, .quit, .switchFrontEnd(.text("plain")),
      .log(.text("line")), .reset(node),
    ]
    for message in messages { #expect(connection.post(message)) }

    let text = FORMWORK_HAS_TEXT.rawValue
    typealias Post = ScriptMessage
    #expect(
      host.posts == [
        Post(
          kind: FORMWORK_EDIT.rawValue, revision: 5, node: 3, flags: text, number: 3,
          text: Array("aä".utf8)),
        Post(
          kind: FORMWORK_EDIT.rawValue, revision: 5, node: 3, flags: text, number: 3,
          text: Array("pä".utf8)),
        Post(kind: FORMWORK_COMMIT.rawValue, revision: 5, node: 3, flags: text, text: []),
        Post(
          kind: FORMWORK_COMMIT.rawValue, revision: 5, node: 3, flags: text,
          text: Array("pä".utf8)),
        Post(kind: FORMWORK_COMMIT.rawValue, revision: 5, node: 3),
        Post(kind: FORMWORK_CHOOSE.rawValue, revision: 5, node: 3, flags: FORMWORK_ON.rawValue),
        Post(kind: FORMWORK_CHOOSE.rawValue, revision: 5, node: 3),
        Post(kind: FORMWORK_ACTIVATE.rawValue, revision: 5, node: 3),
        Post(kind: FORMWORK_GO.rawValue, revision: 5, node: 3),
        Post(kind: FORMWORK_GO.rawValue, revision: 5, flags: FORMWORK_NEXT.rawValue),
        Post(kind: FORMWORK_GO.rawValue, revision: 5, flags: FORMWORK_PREVIOUS.rawValue),
        Post(kind: FORMWORK_BACK.rawValue, revision: 5),
        Post(kind: FORMWORK_WINDOW.rawValue, revision: 5, node: 3, number: 10, count: 20),
        Post(kind: FORMWORK_EDIT_OUTSIDE.rawValue, revision: 5, node: 3),
        Post(
          kind: FORMWORK_COMPLETE.rawValue, revision: 5, node: 3, flags: text, number: 1,
          text: Array("a".utf8)),
        Post(kind: FORMWORK_RELOAD.rawValue, revision: 5),
        Post(kind: FORMWORK_QUIT.rawValue, revision: 5),
        Post(kind: FORMWORK_SWITCH.rawValue, revision: 5, flags: text, text: Array("plain".utf8)),
        Post(kind: FORMWORK_LOG.rawValue, revision: 5, flags: text, text: Array("line".utf8)),
        Post(kind: FORMWORK_RESET.rawValue, revision: 5, node: 3),
      ])
  }

  @Test func aTextBeyondTheLimitIsNotPosted() throws {
    let host = ScriptedHost()
    let connection = try #require(HostConnection(host.table()))
    let node = NodeID(rawValue: 3)
    #expect(connection.post(.commit(node, .text(String(repeating: "a", count: 65_536)))))
    #expect(!connection.post(.commit(node, .text(String(repeating: "a", count: 65_537)))))
    #expect(host.posts.map(\.text.count) == [65_536])
  }

  @Test func whatAWaitTells() throws {
    let pipe = try Pipe()
    let host = ScriptedHost(input: pipe.readEnd)
    let connection = try #require(HostConnection(host.table()))
    #expect(try connection.wait(forInput: true, limit: .zero) == [])
    #expect(try connection.wait(forInput: true, limit: .nanoseconds(1)) == [])
    host.give(FORMWORK_FLUSH)
    #expect(try connection.wait(forInput: true) == .messages)
    pipe.write([0x61])
    #expect(try connection.wait(forInput: true) == [.messages, .input])
    #expect(try connection.wait(forInput: false) == .messages)
    while connection.next() != nil {}
    #expect(try connection.wait(forInput: true) == .input)
    #expect(try connection.wait(forInput: false, limit: .zero) == [])
    pipe.closeWriteEnd()
    #expect(try connection.wait(forInput: true) == [.input, .hangUp])
  }

  /// Keys wait only for events that a flush answers.
  @Test func whatIsAnsweredByAFlush() throws {
    let host = ScriptedHost()
    let connection = try #require(HostConnection(host.table()))
    let node = NodeID(rawValue: 3)
    let secret = SecretBytes()
    for message: InputMessage<EnteredText> in [
      .edit(node, .text("a"), cursor: 1), .edit(node, .secret(secret), cursor: secret.byteCount),
      .choose(node, isOn: true), .window(node, firstRow: 0, rowCount: 1), .editOutside(node),
      .complete(node, .text("a"), cursor: 1), .reload, .quit,
      .log(.text("line")), .commit(node, .text(String(repeating: "a", count: 65_537))),
    ] {
      connection.post(message)
      #expect(!connection.awaitsFlush)
    }
    for message: InputMessage<EnteredText> in [
      .commit(node, .text("")), .commit(node, .secret(secret)), .commit(node, nil),
      .activate(node), .go(.node(node)), .go(.next), .go(.previous), .back(),
    ] {
      connection.post(message)
      #expect(connection.awaitsFlush)
      host.give(FORMWORK_FOCUS)
      _ = connection.next()
      #expect(connection.awaitsFlush)
      host.give(FORMWORK_FLUSH)
      _ = connection.next()
      #expect(!connection.awaitsFlush)
    }
    // News may come before DETACH, and the keys are for the other front end.
    connection.post(.switchFrontEnd(.text("plain")))
    host.give(FORMWORK_FLUSH)
    _ = connection.next()
    #expect(connection.awaitsFlush)
  }

  @Test func aWaitForLines() throws {
    let pipe = try Pipe()
    let host = ScriptedHost(input: pipe.readEnd)
    let connection = try #require(HostConnection(host.table()))
    let input = LineInput(descriptor: pipe.readEnd)
    pipe.write(Array("one\ntwo\n".utf8))
    #expect(try connection.wait(for: input) == .input)
    _ = try input.next()
    // The second line was read already: the pipe is empty.
    #expect(try connection.wait(for: input) == .input)
    host.give(FORMWORK_FOCUS)
    #expect(try connection.wait(for: input) == [.messages, .input])
    #expect(try connection.wait(for: nil) == .messages)
    connection.post(.go(.next))
    #expect(try connection.wait(for: input) == .messages)
    host.give(FORMWORK_FLUSH)
    while connection.next() != nil {}
    #expect(try connection.wait(for: input) == .input)
    _ = try input.next()
    host.give(FORMWORK_FLUSH)
    #expect(try connection.wait(for: input) == .messages)
  }

  @Test func theTable() throws {
    let table = FrontEndTable(TrivialFrontEnd.self) { TrivialFrontEnd.serve($0) }
    let pointer = try #require(table.pointer(major: 1, minor: 7))
    #expect(table.pointer(major: 1, minor: 0) == pointer)
    #expect(table.pointer(major: 2, minor: 0) == nil)
    #expect(pointer.pointee.size == UInt32(MemoryLayout<formwork_front_end>.size))
    #expect(pointer.pointee.abi_major == FORMWORK_ABI_MAJOR)
    #expect(pointer.pointee.abi_minor == FORMWORK_ABI_MINOR)
    #expect(pointer.pointee.needs == 0)
    #expect(pointer.pointee.identifier.map { String(cString: $0) } == "trivial")
    #expect(pointer.pointee.name.map { String(cString: $0) } == "Trivial")
    #expect(pointer.pointee.version.map { String(cString: $0) } == "1.0")
  }

  @Test func aTrivialFrontEndRuns() throws {
    let (input, output) = (try Pipe(), try Pipe())
    input.write(Array("Ann\n".utf8))
    let host = ScriptedHost(input: input.readEnd, output: output.writeEnd)
    host.give(FORMWORK_ATTACH, text: [])
    host.give(FORMWORK_INSERT) { ($0.node, $0.node_kind) = (1, FORMWORK_TEXT_FIELD.rawValue) }
    host.give(FORMWORK_SET, text: Array("Name".utf8)) {
      ($0.node, $0.property, $0.flags) = (1, 1, FORMWORK_HAS_TEXT.rawValue)
    }
    host.give(FORMWORK_FOCUS) { $0.node = 1 }
    host.give(FORMWORK_FLUSH) { $0.revision = 1 }
    let table = FrontEndTable(TrivialFrontEnd.self) { TrivialFrontEnd.serve($0) }
    // Sends the answer to the commit from inside the post.
    host.onPost = { if $0.kind == FORMWORK_COMMIT.rawValue { host.give(FORMWORK_DETACH) } }
    defer { host.onPost = nil }
    let run = try #require(table.pointer(major: 1, minor: 0)?.pointee.run)
    #expect(run(host.table()) == 0)
    #expect(output.contents() == "Name\n")
    let text = FORMWORK_HAS_TEXT.rawValue
    #expect(
      host.posts == [
        .init(
          kind: FORMWORK_EDIT.rawValue, revision: 1, node: 1, flags: text, number: 3,
          text: Array("Ann".utf8)),
        .init(
          kind: FORMWORK_COMMIT.rawValue, revision: 1, node: 1, flags: text,
          text: Array("Ann".utf8)),
      ])
  }
}

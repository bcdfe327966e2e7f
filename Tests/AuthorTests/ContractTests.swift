import CFormwork
import Glibc
import TestSupport
import Testing

extension AuthorTests {
  /// The examples, with a host of a later version that sends unknown messages.
  @Suite struct ContractTests {
    private typealias Entry =
      @convention(c) (_ major: UInt32, _ minor: UInt32) -> UnsafePointer<formwork_front_end>?

    @Test(arguments: Example.allCases)
    func whatALaterHostSays(_ example: Example) async throws {
      let path = try Workshop.current.program("libformwork-front-end-\(example.rawValue).so")
      try await onThreadOfItsOwn {
        let handle = try #require(dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE))
        let entry = unsafeBitCast(try #require(dlsym(handle, FORMWORK_ENTRY)), to: Entry.self)
        #expect(entry(2, 0) == nil)
        let table = try #require(entry(1, 7)).pointee
        #expect(table.needs == FORMWORK_NEEDS_TERMINAL.rawValue | FORMWORK_MODES_NAMED.rawValue)

        let terminal = try BareTerminal()
        let host = ScriptedHost(input: terminal.descriptor, output: terminal.descriptor)
        Self.showForm(on: host)
        try terminal.type("Ann\nLee\n\u{4}")
        var waiting: [Int?] = []
        host.onPost = { post in
          waiting.append(try? terminal.waitingByteCount)
          Self.answer(post, on: host)
        }
        defer { host.onPost = nil }
        let run = try #require(table.run)
        #expect(run(host.table { $0.size += 16 }) == 0)
        #expect(host.posts == Self.posts)
        // No line is read before the flush that answers the posts.
        #expect(waiting == [4, 4, 4, 0, 0, 0])
        let output = try terminal.output(upTo: "Last [Lee]: \r\n")
        #expect(output == "Ann\r\nLee\r\nA form\r\nFirst: Last: Last: no\r\nLast [Lee]: \r\n")
      }
    }

    private static let size = MemoryLayout<formwork_message>.size + 16

    /// Sends a form of two fields, among nodes, properties and messages of later versions.
    private static func showForm(on host: ScriptedHost) {
      host.give(FORMWORK_ATTACH, size: size, text: [])
      for (node, parent, kind) in [
        (1, 0, FORMWORK_SCREEN.rawValue), (2, 1, 77), (3, 1, FORMWORK_TEXT_FIELD.rawValue),
        (4, 1, FORMWORK_TEXT_FIELD.rawValue), (5, 2, FORMWORK_NOTE.rawValue),
      ] as [(UInt32, UInt32, UInt32)] {
        host.give(FORMWORK_INSERT, size: size, text: []) {
          ($0.node, $0.parent, $0.node_kind) = (node, parent, kind)
        }
      }
      for (node, label) in [
        (1, "A form"), (2, "Unknown"), (3, "First"), (4, "Last"), (9, "No node"),
      ] {
        set(FORMWORK_LABEL.rawValue, of: UInt32(node), to: label, on: host)
      }
      set(99, of: 3, to: "Unknown", on: host)
      host.give(FORMWORK_SET, size: size) {
        ($0.node, $0.property, $0.flags, $0.number) = (3, .max, FORMWORK_HAS_NUMBER.rawValue, -1)
      }
      host.give(FORMWORK_FOCUS, size: size) { $0.node = 3 }
      host.give(FORMWORK_ATTACH, size: size, text: []) { $0.kind = 4242 }
      host.give(FORMWORK_FLUSH, size: size) { $0.revision = 7 }
    }

    private static func set(
      _ property: UInt32, of node: UInt32, to text: String, on host: ScriptedHost
    ) {
      host.give(FORMWORK_SET, size: size, text: Array(text.utf8)) {
        ($0.node, $0.property, $0.flags) = (node, property, FORMWORK_HAS_TEXT.rawValue)
      }
    }

    private static func answer(_ post: ScriptMessage, on host: ScriptedHost) {
      switch (post.kind, post.node) {
      case (FORMWORK_COMMIT.rawValue, 3):
        host.give(FORMWORK_FLUSH, size: size) { $0.revision = 8 }
      case (FORMWORK_GO.rawValue, _):
        host.give(FORMWORK_FOCUS, size: size) { $0.node = 4 }
        host.give(FORMWORK_FLUSH, size: size) { $0.revision = 9 }
      case (FORMWORK_COMMIT.rawValue, _):
        host.give(FORMWORK_SET, size: size) {
          ($0.node, $0.property, $0.flags) = (
            4, FORMWORK_STATUS.rawValue, FORMWORK_HAS_NUMBER.rawValue
          )
          $0.number = Int64(FORMWORK_STATUS_REFUSED.rawValue)
        }
        set(FORMWORK_EXPLANATION.rawValue, of: 4, to: "no", on: host)
        host.give(FORMWORK_FLUSH, size: size) { $0.revision = 10 }
      case (FORMWORK_QUIT.rawValue, _): host.give(FORMWORK_DETACH, size: size)
      default: break
      }
    }

    private static let posts: [ScriptMessage] = [
      .init(
        kind: FORMWORK_EDIT.rawValue, revision: 7, node: 3, flags: FORMWORK_HAS_TEXT.rawValue,
        number: 3, text: Array("Ann".utf8)),
      .init(
        kind: FORMWORK_COMMIT.rawValue, revision: 7, node: 3, flags: FORMWORK_HAS_TEXT.rawValue,
        text: Array("Ann".utf8)),
      .init(kind: FORMWORK_GO.rawValue, revision: 8, flags: FORMWORK_NEXT.rawValue),
      .init(
        kind: FORMWORK_EDIT.rawValue, revision: 9, node: 4, flags: FORMWORK_HAS_TEXT.rawValue,
        number: 3, text: Array("Lee".utf8)),
      .init(
        kind: FORMWORK_COMMIT.rawValue, revision: 9, node: 4, flags: FORMWORK_HAS_TEXT.rawValue,
        text: Array("Lee".utf8)),
      .init(kind: FORMWORK_QUIT.rawValue, revision: 10),
    ]
  }
}

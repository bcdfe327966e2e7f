import CFormwork
import Foundation
import FormworkFrontEnd
import TestSupport
import Testing

@testable import EditLineFrontEnd

extension WithinThisProcess {
  /// A host that looks for suggestions while the person goes on typing.
  struct LateSuggestionTests {
    /// What the person types once the front end has posted something, and what the host gives then.
    private struct Step {
      /// The post that it is for: `EDIT` or `COMPLETE`, and the text.
      let post: String
      var typed = ""
      /// Whether the host gives it only once what the person typed was read.
      var isLate = false
      var given: (ScriptedHost) -> Void = { _ in }
    }

    @Test func keysAreAnsweredBeforeTheSuggestionsCome() async throws {
      let posts = try await posts(
        of: "ab\t",
        [
          Step(post: "COMPLETE ab", typed: "c"),
          Step(post: "EDIT abc") { Self.detach($0) },
        ])
      #expect(posts == ["EDIT ab", "COMPLETE ab", "EDIT abc"])
    }

    @Test func suggestionsThatComeAtOnceCompleteTheLine() async throws {
      let posts = try await posts(
        of: "ab\t",
        [
          Step(post: "COMPLETE ab") { Self.suggest("about", for: "ab", to: $0) },
          Step(post: "EDIT about") { Self.detach($0) },
        ])
      #expect(posts == ["EDIT ab", "COMPLETE ab", "EDIT about"])
    }

    /// Enter waits for what completes the line; what was typed behind it is for the next one.
    @Test(arguments: [true, false])
    func aLineThatIsLeftMeanwhileIsCompletedFirst(isFound: Bool) async throws {
      let line = isFound ? "about" : "ab"
      let posts = try await posts(
        of: "ab\t",
        [
          Step(post: "COMPLETE ab", typed: "\r", isLate: true) { host in
            if isFound {
              Self.suggest("about", for: "ab", to: host)
            } else {
              Self.endList(of: host)
            }
          },
          Step(post: "COMMIT \(line)") { Self.detach($0) },
        ])
      #expect(
        posts == ["EDIT ab", "COMPLETE ab"] + (isFound ? ["EDIT about"] : []) + ["COMMIT \(line)"])
    }

    /// The first list comes when another line stands there, and then when another list is awaited.
    @Test(arguments: [false, true])
    func suggestionsForAnotherLineAreDropped(isAskedAgain: Bool) async throws {
      let posts = try await posts(
        of: "ab\t",
        [
          Step(post: "COMPLETE ab", typed: "c" + (isAskedAgain ? "\t" : "")),
          Step(post: "EDIT abc", typed: isAskedAgain ? "" : "\t") {
            if !isAskedAgain { Self.suggest("about", for: "ab", to: $0) }
          },
          Step(post: "COMPLETE abc") {
            if isAskedAgain { Self.suggest("about", for: "ab", to: $0) }
            Self.suggest("abcde", for: "abc", to: $0)
          },
          Step(post: "EDIT abcde") { Self.detach($0) },
        ])
      #expect(
        posts == ["EDIT ab", "COMPLETE ab", "EDIT abc", "COMPLETE abc", "EDIT abcde"])
    }

    /// What the front end posts, for a field that is all of its screen.
    private func posts(of typed: String, _ steps: [Step]) async throws -> [String] {
      nonisolated(unsafe) let steps = steps
      return try await onThreadOfItsOwn {
        let terminal = try BareTerminal()
        let host = ScriptedHost(input: terminal.descriptor, output: terminal.descriptor)
        var posts: [String] = []
        host.onPost = { [unowned host] post in
          let kinds = [FORMWORK_EDIT.rawValue: "EDIT", FORMWORK_COMMIT.rawValue: "COMMIT"]
          let kind = kinds[post.kind] ?? "COMPLETE"
          let line = "\(kind) \(String(decoding: post.text ?? [], as: UTF8.self))"
          posts.append(line)
          guard let step = steps.first(where: { $0.post == line }) else { return }
          do { try terminal.typeUnfinished(step.typed) } catch { Issue.record(error) }
          guard step.isLate else { return step.given(host) }
          nonisolated(unsafe) let (host, given) = (host, step.given)
          Thread.detachNewThread {
            while (try? terminal.waitingByteCount) ?? 0 > 0 { poll(nil, 0, 5) }
            given(host)
          }
        }
        host.give(FORMWORK_ATTACH, text: Array("Words".utf8))
        host.give(FORMWORK_INSERT, text: Array("screen".utf8)) {
          ($0.node, $0.node_kind) = (1, FORMWORK_SCREEN.rawValue)
        }
        host.give(FORMWORK_INSERT, text: Array("word".utf8)) {
          ($0.node, $0.parent, $0.node_kind) = (2, 1, FORMWORK_TEXT_FIELD.rawValue)
        }
        host.give(FORMWORK_SET) {
          ($0.node, $0.property) = (2, FORMWORK_COMPLETES.rawValue)
          ($0.flags, $0.number) = (FORMWORK_HAS_NUMBER.rawValue, 1)
        }
        host.give(FORMWORK_FOCUS) { $0.node = 2 }
        host.give(FORMWORK_FLUSH) { $0.revision = 1 }
        try terminal.typeUnfinished(typed)
        var frontEnd = EditLineFrontEnd()
        let connection = try #require(HostConnection(host.table()))
        try frontEnd.run(connection)
        return posts
      }
    }

    private static func suggest(_ word: String, for text: String, to host: ScriptedHost) {
      host.give(FORMWORK_SUGGEST, text: Array(word.utf8)) {
        ($0.node, $0.revision, $0.count) = (2, 1, Int64(text.utf8.count))
      }
      endList(of: host)
    }

    private static func endList(of host: ScriptedHost) {
      host.give(FORMWORK_SUGGEST, text: []) { ($0.node, $0.revision) = (2, 1) }
    }

    private static func detach(_ host: ScriptedHost) { host.give(FORMWORK_DETACH) }
  }
}

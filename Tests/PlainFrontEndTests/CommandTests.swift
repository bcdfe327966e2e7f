import Conversation
import FormworkFrontEnd
import Foundation
import Interaction
import TestSupport
import Testing
import Wording

@testable import PlainFrontEnd

@Suite struct CommandTests {
  private static func unknown(_ word: String) -> Message {
    .key("plain.unknownCommand", ["word": .verbatim(word)])
  }

  private static func notAlone(_ command: String) -> Message {
    .key("plain.commandNotAlone", ["command": .verbatim(command)])
  }

  @Test(
    arguments: [
      ("", .answer("")), ("ann", .answer("ann")), (" :next", .answer(" :next")),
      ("a:next", .answer("a:next")), ("::", .answer(":")), ("::x", .answer(":x")),
      ("::next", .answer(":next")), (":::x", .answer("::x")), (":next", .command(.intent(.next))),
      (":next ", .command(.intent(.next))), (":back", .command(.intent(.previous))),
      (":submit", .command(.intent(.submit))),
      (":section", .command(.intent(.section))), (":skip", .command(.intent(.skip))),
      (":rewind", .command(.intent(.rewind))),
      (":clear", .command(.intent(.reset))), (":reload", .command(.intent(.reload))),
      (":help", .command(.intent(.help))), (":quit", .command(.quit)),
      (":front-end editline", .command(.frontEnd("editline"))),
      (":front-end", .command(.intent(.switchFrontEnd))),
      (":front-end ", .command(.intent(.switchFrontEnd))),
      (":front-end a b", .mistaken(.key("plain.frontEndWords"))),
      (":", .mistaken(.key("plain.namelessCommand"))),
      (": next", .mistaken(.key("plain.namelessCommand"))),
      (":Next", .mistaken(unknown(":Next"))), (":nex", .mistaken(unknown(":nex"))),
      (":next x", .mistaken(notAlone(":next"))), (":quit x", .mistaken(notAlone(":quit"))),
      (":)", .mistaken(unknown(":)"))),
      ("\u{18}p", .command(.intent(.previous))), ("\u{18}?", .command(.intent(.help))),
      ("\u{13}", .command(.intent(.submit))), ("ann\u{13}", .mistaken(.key("plain.keysNotAlone"))),
      ("\u{13}\u{13}", .mistaken(.key("plain.keysNotAlone"))),
      ("\u{18}f", .command(.intent(.switchFrontEnd))), ("\u{18}\u{E}", .command(.intent(.next))),
      ("\u{18}v", .mistaken(.key("plain.keysNotAlone"))),
      ("\u{18}", .mistaken(.key("plain.keysNotAlone"))),
      ("ann\u{18}p", .mistaken(.key("plain.keysNotAlone"))),
      ("\u{18}p ", .mistaken(.key("plain.keysNotAlone"))),
      (":back\u{18}", .mistaken(.key("plain.keysNotAlone"))),
    ] as [(String, Command.Line<String>)])
  func parse(line: String, expected: Command.Line<String>) {
    #expect(Command.parse(line) == expected)
  }

  @Test(
    arguments: [
      ("\u{18}n", .intent(.next)), ("\u{18}\u{E}", .intent(.next)), ("\u{18}p", .intent(.previous)),
      ("\u{18}\u{10}", .intent(.previous)),
      ("\u{18}s", .intent(.submit)), ("\u{13}", .intent(.submit)), ("\u{10}", nil), ("S", nil),
      ("\u{18}c", .intent(.reset)),
      ("\u{18}r", .intent(.reload)), ("\u{18}?", .intent(.help)),
      ("\u{18}h", .intent(.help)), ("\u{18}g", .intent(.section)),
      ("\u{18}\u{7}", .intent(.section)), ("\u{18}k", .intent(.skip)),
      ("\u{18}\u{B}", .intent(.skip)), ("\u{18}N", .intent(.skip)), ("\u{18}P", .intent(.rewind)),
      ("\u{18}f", .intent(.switchFrontEnd)), ("\u{18}\u{6}", .intent(.switchFrontEnd)),
      ("\u{18}\u{12}", .intent(.reload)), ("\u{18}v", nil), ("\u{18}\u{16}", nil),
      ("\u{18}\u{3}", nil), ("\u{18}\u{13}", nil), ("\u{18}\u{0}", nil),
      ("\u{18}", nil), ("\u{18}x", nil), ("\u{18}K", nil), ("\u{18}pp", nil), (" \u{18}p", nil),
      ("\u{18}p ", nil), ("p", nil), ("", nil), (":next", nil), ("\u{17}p", nil),
    ] as [(String, Command?)])
  func keys(line: String, expected: Command?) {
    #expect(Command(keys: line.utf8) == expected)
  }

  /// Only a whole command replaces a secret; everything else is the secret, unchanged.
  @Test(
    arguments: [
      (":back", ":back"), (":next", ":next"), (":section", ":section"), (":skip", ":skip"),
      (":rewind", ":rewind"), (":submit", ":submit"), (":clear", ":clear"), (":reload", ":reload"),
      (":help", ":help"), (":quit", ":quit"), (":front-end", ":front-end"),
      ("\u{18}p", ":back"), ("\u{18}s", ":submit"), ("\u{13}", ":submit"), ("a\u{13}", "mistaken"),
      ("a\u{18}p", "mistaken"), ("\u{18}v", "mistaken"), (":back\u{18}", "mistaken"),
      ("::back", "\":back\""), (":::back", "\"::back\""), ("::front-end", "\":front-end\""),
      (":", "\":\""), ("::", "\"::\""), ("::x", "\"::x\""), (":Back", "\":Back\""),
      (":back ", "\":back \""), (" :back", "\" :back\""), (":bac", "\":bac\""),
      (":front-end plain", "\":front-end plain\""), (":)", "\":)\""), ("back", "\"back\""),
    ])
  func secretLines(line: String, expected: String) {
    let secret = SecretBytes()
    Array(line.utf8).withUnsafeBytes { secret.append($0) }
    let parsed =
      switch Command.parse(secret: secret) {
      case .command(let command): Self.word(of: command)
      case .mistaken: "mistaken"
      case .answer(let secret): "\"\(secret.text ?? "")\""
      }
    #expect(parsed == expected)
  }

  /// The keys of each command, by its word.
  private static let keys = Dictionary(
    uniqueKeysWithValues: Intent.allCases.compactMap { intent in
      intent.word.map {
        (":\($0)", Set(intent.chords.map { "^X\($0)" } + intent.controls.map { "^\($0)" }))
      }
    })

  private static func word(of command: Command) -> String {
    if case .intent(let intent) = command { ":\(intent.word ?? "")" } else { ":\(command)" }
  }

  @Test func theManualPageHasTheKeys() throws {
    var written: [String: Set<String>] = [:]
    for entry in try ManualPage("Plugins/Manual/formwork.7")["PLAIN LINES"]
    where entry.text.hasPrefix("(^X") {
      let keys = entry.text.dropFirst().prefix { $0 != ")" }
      written[entry.tag] = Set(keys.components(separatedBy: ", "))
    }
    #expect(written == Self.keys)
  }

  @Test func helpNamesThemAll() {
    let field = FrontEndMessages.help(at: "Name", .textField, isInSection: true).joined(
      separator: "\n")
    for command in [
      ":next", ":back", ":section", ":skip", ":rewind", ":submit", ":clear", ":reload",
      ":front-end NAME", ":help", ":quit",
    ] {
      #expect(field.contains("\(command) "))
    }
    let section = FrontEndMessages.help(at: "Guests", nil, isInSection: true).joined(
      separator: "\n")
    for words in [
      "Enter continues", ":section ", ":skip ", ":back ", ":rewind ", ":submit ", ":help ",
    ] {
      #expect(section.contains(words))
    }
    #expect(!section.contains("in brackets"))
    let secret = FrontEndMessages.help(at: "Word", .secretField).joined(separator: "\n")
    for keys in ["^X p", "^X n", "^X s", "^X c", "^X f", "^X ?", "^D", ":quit"] {
      #expect(secret.contains("\(keys) "))
    }
  }
}

import CFormworkSystem
package import FormworkCore
import FormworkSystem
import Glibc

package struct ProgramArguments: Sendable {
  /// The arguments, without the name of the program.
  package let words: [String]

  /// Returns the arguments as `main` receives them, even if `/proc` is not mounted.
  package static func ofProcess() -> ProgramArguments {
    ProgramArguments(
      (0..<max(1, fws_argument_count())).dropFirst().map { String(systemText: fws_argument($0)) })
  }

  package init(_ words: [String]) { self.words = words }

  /// The first option with a `=` and no value after it, such as `--accounts=`.
  ///
  /// ArgumentParser would use the next argument as its value. Requests for completions are exempt, because
  /// they contain incomplete words.
  package var emptyOption: String? {
    guard words.first?.hasPrefix("---") != true else { return nil }
    return words.prefix { $0 != "--" }.first {
      $0.hasPrefix("-") && $0.firstIndex(of: "=") == $0.indices.last
    }.map { String($0.dropLast()) }
  }

  package func value(of option: String) -> String? {
    words.indices.reversed().lazy.compactMap { [words] place -> String? in
      if words[place].hasPrefix("\(option)=") {
        return String(words[place].dropFirst(option.count + 1))
      }
      return words[place] == option && place + 1 < words.count ? words[place + 1] : nil
    }.first
  }

  /// Returns a fault in the arguments that ArgumentParser would ignore; `nil` if there is none.
  package func fault(commands: [String]) -> Message? {
    if let option = emptyOption { return .key("usage.noValue", ["option": .verbatim(option)]) }
    // For an unknown command, `help` shows the help of the whole program.
    guard let place = words.firstIndex(of: "help"), place + 1 < words.count,
      !isCommandGiven(before: place, among: commands), !words[..<place].contains("--")
    else { return nil }
    let topic = words[place + 1]
    guard !topic.hasPrefix("-"), topic != "help", !commands.contains(topic) else { return nil }
    return unknownCommand(topic, among: commands)
  }

  /// Returns the fault in the value of an option that is a path; `nil` if there is none.
  package static func fault(inPath path: String?, of option: String) -> Message? {
    guard let path else { return nil }
    if path.isEmpty { return .key("usage.emptyPath", ["option": .verbatim(option)]) }
    let limit = Int(PATH_MAX)
    return path.systemBytes.count < limit
      ? nil : .key("usage.longPath", ["option": .verbatim(option)], count: limit)
  }

  /// Returns the message of ArgumentParser about these arguments, with suggestions.
  package func explain(_ message: String, commands: [String], helps: [String]) -> Message {
    let guess = /(Unknown option '-*(.*)')\. Did you mean '-*(.*)'\?/
    if let (_, fault, word, option) = message.wholeMatch(of: guess)?.output,
      String(word).nearest(among: [String(option)]) == nil
    {
      // ArgumentParser suggests any option of a similar length.
      return explain(String(fault), commands: commands, helps: helps)
    }
    if let option = message.prefixMatch(of: /Unknown option '(--[a-z-]+)'/)?.output.1,
      let owner = zip(commands, helps).first(where: { _, help in
        help.split { !$0.isLetter && $0 != "-" }.contains(option)
      })
    {
      return .key(
        "usage.otherCommand", ["option": .verbatim(String(option)), "command": .verbatim(owner.0)])
    }
    let place = words.firstIndex { word in
      message == "Unexpected argument '\(word)'"
        || message.contains(" unexpected arguments: '\(word)', '")
    }
    if let place, !isCommandGiven(before: place, among: commands) {
      guard commands.contains(words[place]) else {
        return unknownCommand(words[place], among: commands)
      }
      if words[..<place].contains("--") {
        return .key("usage.afterDashes", ["word": .verbatim(words[place].quoted)])
      }
    }
    let parts = words + words.compactMap { $0.split(separator: "=").last.map(String.init) }
    let line = parts.reduce(message) { message, word in
      let message = message.replacing("'\(word)'", with: word.quoted)
      return word.echoed == word ? message : message.replacing(word, with: word.echoed)
    }
    // All messages of the programs quote in one way.
    return .verbatim(
      joiningValues(line).replacing(/\n\s*/, with: " ").replacing(/(^|\s)'([^'"]+)'/) {
        "\($0.1)\"\($0.2)\""
      })
  }

  /// Returns the text with the values at its end in a sentence; the parser lists many as lines.
  private func joiningValues(_ text: String) -> String {
    let parts = text.split(separator: #/(?: the following:)?\n\s*- /#).map(String.init)
    return parts.count > 2 ? "\(parts[0]) \(parts.dropFirst().alternatives)." : text
  }

  private func isCommandGiven(before place: Int, among commands: [String]) -> Bool {
    words[..<place].contains { commands.contains($0) }
  }

  private func unknownCommand(_ word: String, among commands: [String]) -> Message {
    let beginnings = commands.filter { $0.hasPrefix(word) }
    let meant = beginnings.count == 1 ? beginnings[0] : word.nearest(among: commands)
    if let meant {
      return .key(
        "usage.unknownCommand.near", ["word": .verbatim(word.quoted), "command": .verbatim(meant)])
    }
    return .key(
      "usage.unknownCommand",
      ["word": .verbatim(word.quoted), "commands": .list(commands.map { .verbatim($0) })])
  }
}

extension BidirectionalCollection<String> {
  /// The texts in quotation marks, as in `"a", "b" or "c"`.
  package var alternatives: String {
    let others = dropLast().map(\.quoted).joined(separator: ", ")
    let last = last?.quoted ?? ""
    return others.isEmpty ? last : "\(others) or \(last)"
  }
}

import FormworkCore
package import FormworkJSON
package import FormworkMessages
import FormworkSystem
import FormworkVocabulary

extension JSONNode {
  /// The value in YAML.
  package var yaml: String {
    var text = ""
    writeYAML(to: &text, level: 0)
    return text
  }

  private func writeYAML(to text: inout String, level: Int) {
    let indentation = String(repeating: "  ", count: level)
    switch value {
    case .object(let members) where !members.isEmpty:
      for member in members {
        text += indentation + member.name.yamlKey + ":"
        member.node.writeYAML(after: &text, level: level)
      }
    case .array(let items) where !items.isEmpty:
      for item in items {
        text += indentation + "-"
        item.writeYAML(after: &text, level: level)
      }
    // JSON is YAML.
    default: text += indentation + self.text() + "\n"
    }
  }

  private func writeYAML(after text: inout String, level: Int) {
    let isNested =
      switch value {
      case .object(let members): !members.isEmpty
      case .array(let items): !items.isEmpty
      case .null, .bool, .number, .string: false
      }
    if isNested {
      text += "\n"
      writeYAML(to: &text, level: level + 1)
    } else {
      text += " " + self.text() + "\n"
    }
  }

  /// The members of a flat object as assignments for a POSIX shell.
  package var assignments: String {
    guard case .object(let members) = value else { return "" }
    return members.map { member in
      let text = if case .string(let text) = member.node.value { text } else { member.node.text() }
      return "\(member.name.shellName)='\(text.replacing("'", with: "'\\''"))'\n"
    }.joined()
  }
}

extension SchemaForm {
  /// Returns the fault of a member's name as that of a shell variable; `nil` if there is none.
  ///
  /// Names are unique, and no variable of the environment or of the shell itself is replaced.
  package func variableFault() -> Message? {
    var known: Set<String> = [
      "", "BASHOPTS", "BASHPID", "BASH_ENV", "BASH_VERSINFO", "BASH_XTRACEFD", "CDPATH",
      "DIRSTACK", "ENV", "EUID", "FUNCNAME", "GLOBIGNORE", "GROUPS", "HISTFILE", "HOSTNAME", "IFS",
      "LINENO", "MAIL", "MAILPATH", "OPTARG", "OPTERR", "OPTIND", "PIPESTATUS", "POSIXLY_CORRECT",
      "PPID", "PROMPT_COMMAND", "PS0", "PS1", "PS2", "PS3", "PS4", "RANDOM", "REPLY", "SECONDS",
      "SHELLOPTS", "TIMEFORMAT", "TMOUT", "UID",
      // In zsh, these are other spellings of PATH, CDPATH and FPATH.
      "path", "cdpath", "fpath",
    ]
    for name in root.names.map({ String(decoding: $0, as: UTF8.self) }).sorted() {
      let variable = name.shellName
      let isOther = variable.uppercased() == variable && Environment.value(variable) != nil
      if isOther || variable.hasPrefix("LD_") || !known.insert(variable).inserted {
        return .key("ask.variable", ["name": .path(name.replacingControls())])
      }
    }
    return nil
  }
}

extension String {
  /// The text as a key of YAML, in quotation marks unless it is a plain word.
  fileprivate var yamlKey: String {
    let isPlain =
      wholeMatch(of: /[A-Za-z_][A-Za-z0-9_-]*/) != nil
      && !["null", "true", "false", "y", "n", "yes", "no", "on", "off"].contains(lowercased())
    if isPlain { return self }
    // A document that begins with a double quotation mark would be taken for JSON.
    let isPrintable = unicodeScalars.allSatisfy { (0x20...0x7E).contains($0.value) }
    return isPrintable
      ? "'\(replacing("'", with: "''"))'" : JSONNode(.string(self)).text()
  }

  /// The text as the name of a shell variable: other characters become underscores.
  fileprivate var shellName: String {
    let name = String(
      decoding: utf8.map { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: byte
        default: 0x5F
        }
      }, as: UTF8.self)
    return name.first?.isNumber == true ? "_" + name : name
  }
}

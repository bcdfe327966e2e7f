import FormworkSystem

/// Improvements of the completion scripts from ArgumentParser.
package enum CompletionScript {
  /// Returns a script that completes `--option=value` like `--option value`, and commands after `help`.
  package static func amended(
    _ script: String, for shell: String?, of program: String, commands: [String]
  ) -> String {
    let topics = commands.joined(separator: " ")
    return switch shell {
    case "bash":
      // `compgen -W` executes `$(...)` in a word, and does not ignore case.
      script.replacing(
        "add_completions -W \"$(__\(program)_custom", with: "add_names \"$(__\(program)_custom"
      ).replacing(
        "complete -o filenames -F _\(program) \(program)",
        with: names(of: program) + joinedWords(of: program)
      ).replacing(
        "    __\(program)_offer_flags_options -1\n}",
        with: """
              __\(program)_offer_flags_options -1
              if [[ "${positional_number}" -eq 1 ]]; then
                  __\(program)_add_names "$(printf '%s\\n' \(topics))"
              fi
          }
          """)
    case "zsh":
      // For _arguments, the value of an option `--option=` is the next word, or follows the `=`.
      script.split(separator: "\n", omittingEmptySubsequences: false)
        .map { $0.replacing(/^(\s+'--[a-z-]+)(\[.*\]:)/) { "\($0.output.1)=\($0.output.2)" } }
        .joined(separator: "\n")
        .replacing("'*:subcommands:'", with: "':command:(\(topics))'")
    case "fish":
      """
      \(script)
      complete -c '\(program)' -n '__\(program)_should_offer_completions_for_positional "\(program) help" -eq 1' \
      -fa '\(topics)'
      """
    default: script
    }
  }

  /// Returns the files and directories whose paths begin like this; directories end with `/`.
  package static func paths(beginningWith beginning: String) -> [String] {
    let folder = String(beginning[...(beginning.lastSlash ?? beginning.startIndex)])
    return Directory.names(in: folder).sorted().compactMap { name in
      let path = folder + name
      guard path.hasPrefix(beginning), name != ".", name != ".." else { return nil }
      return Directory.exists(path) ? path + "/" : path
    }
  }

  private static func names(of program: String) -> String {
    """
    __\(program)_add_names() {
        local name
        # A word that is not a path gets no / if a folder has the same name.
        if [[ "${cur}" != */* ]]; then compopt +o filenames; fi
        while IFS='' read -r name; do
            if [[ -n "${name}" && "${name,,}" == "${cur,,}"* ]]; then COMPREPLY+=("${name}"); fi
        done <<< "${1}"
    }


    """
  }

  /// Returns the function that joins words, because bash splits words at each `=`.
  private static func joinedWords(of program: String) -> String {
    """
    _\(program)_at_equals() {
        local -a words=()
        local -i index cword=0
        for index in "${!COMP_WORDS[@]}"; do
            if [[ "${COMP_WORDS[index]}" != = || "${words[*]: -1}" != --* ]]; then
                words+=("${COMP_WORDS[index]}")
            elif ((index == COMP_CWORD)); then
                words+=('')
            fi
            if ((index <= COMP_CWORD)); then cword=${#words[@]}-1; fi
        done
        local cur="${2}"
        if [[ -z "${words[cword]}" ]]; then cur=''; fi
        local -a COMP_WORDS=("${words[@]}")
        local -i COMP_CWORD=cword
        local prev="${words[cword-1]}"
        _\(program) "${1}" "${cur}" "${prev}"
        if [[ "${prev}" != --* && "${cur}" != */* ]]; then compopt +o filenames; fi
    }

    complete -o filenames -F _\(program)_at_equals \(program)
    """
  }
}

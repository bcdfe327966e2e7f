package import FormworkFrontEnd
package import Interaction

/// A writer of lines, which appear when they are flushed, at a terminal broken between words.
package final class LineWriter {
  private let descriptor: Int32
  private var output: TextOutput
  private let dress: (String, TextRole) -> String

  /// Creates a writer to a descriptor, which it does not own; `dress` adds the style of each row.
  package init(descriptor: Int32, dress: @escaping (String, TextRole) -> String = { row, _ in row })
  {
    self.descriptor = descriptor
    self.dress = dress
    output = TextOutput(descriptor: descriptor)
  }

  package func say(_ line: String, as style: TextRole = .plain) {
    for row in rows(of: line) { output.write(dress(row, style) + "\n") }
  }

  package func say(_ line: OutputLine) { say(line.text, as: line.style) }

  package func ask(_ prompt: String) { output.write(rows(of: prompt).joined(separator: "\n")) }

  private func rows(of text: String) -> [String] { text.rows(of: size.columns) }

  package func write(_ text: String) { output.write(text) }

  package func flush() throws(FrontEndExit) {
    try FrontEndExit.onFailure(of: output.flush())
  }

  /// The size of the terminal; 0 by 0 if there is none.
  package var size: WindowSize {
    let (columns, rows) = terminalSize(of: descriptor) ?? (0, 0)
    return WindowSize(columns: columns, rows: rows)
  }
}

/// The characters that the terminal shows, by the environment.
package enum TerminalLocale {
  package static var isUTF8: Bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(Environment.value).first ?? ""
    return locale.lowercased().contains("utf-8") || locale.lowercased().contains("utf8")
  }

  package static var ellipsis: String { isUTF8 ? "…" : "..." }
}

extension String {
  /// Returns the text as an echo of what was typed: without control characters, and cut to a width.
  package func echo(columns: Int = 80) -> String {
    replacingControls().clipped(to: columns, ellipsis: TerminalLocale.ellipsis)
  }
}

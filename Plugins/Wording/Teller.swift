package import FormworkFrontEnd
package import Interaction

/// Writes lines, several with one write; at a terminal they are broken between words.
package final class Teller {
  private let descriptor: Int32
  private var output: TextOutput
  private let dress: (String, Style) -> String

  /// The size of the terminal, queried once for each write.
  private var knownSize: WindowSize?

  /// Creates a writer to a descriptor, which it does not own.
  ///
  /// - Parameters:
  ///   - descriptor: Where it writes to.
  ///   - dress: What a front end that shows styles does with a row; others leave it as it is.
  package init(descriptor: Int32, dress: @escaping (String, Style) -> String = { row, _ in row }) {
    self.descriptor = descriptor
    self.dress = dress
    output = TextOutput(descriptor: descriptor)
  }

  /// Says a line, when it is flushed.
  package func say(_ line: String, as style: Style = .plain) {
    for row in rows(of: line) { output.write(dress(row, style) + "\n") }
  }

  /// Says a line, when it is flushed.
  package func say(_ remark: Remark) { say(remark.text, as: remark.style) }

  /// Says the beginning of a line, such as a prompt, when it is flushed.
  package func ask(_ prompt: String) { output.write(rows(of: prompt).joined(separator: "\n")) }

  private func rows(of text: String) -> [String] {
    text.rows(of: size.columns)
  }

  /// Writes something as it is, when it is flushed.
  package func write(_ text: String) { output.write(text) }

  /// Says it now.
  package func flush() throws(Ending) {
    knownSize = nil
    try Ending.onFailure(of: output.flush())
  }

  /// The size of the terminal; nothing where there is none.
  package var size: WindowSize {
    if let knownSize { return knownSize }
    let (columns, rows) = terminalSize(of: descriptor) ?? (0, 0)
    let told = WindowSize(columns: columns, rows: rows)
    knownSize = told
    return told
  }
}

import FormworkFrontEnd
import Glibc

/// Says lines to a person, several with one write; at a terminal they are broken between words.
package final class Teller {
  private let descriptor: Int32
  private var output: TextOutput

  /// The columns of the terminal, asked for once for all that is said with one write; 0 where there
  /// is no terminal.
  private var columns: Int?

  /// Makes one that writes to a descriptor, which it does not own.
  package init(descriptor: Int32) {
    self.descriptor = descriptor
    output = TextOutput(descriptor: descriptor)
  }

  /// Says a line, when it is flushed.
  package func say(_ line: String) {
    ask(line)
    output.write("\n")
  }

  /// Says the beginning of a line, such as a prompt, when it is flushed.
  package func ask(_ prompt: String) {
    let columns = columns ?? Self.columns(of: descriptor)
    self.columns = columns
    output.write(prompt.rows(of: columns).joined(separator: "\n"))
  }

  /// Writes something as it is, when it is flushed.
  package func write(_ text: String) { output.write(text) }

  /// Says it now.
  package func flush() throws(Ending) {
    columns = nil
    do throws(SystemError) { try output.flush() } catch { throw .failed(error) }
  }

  private static func columns(of descriptor: Int32) -> Int {
    var size = winsize()
    return ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 ? Int(size.ws_col) : 0
  }
}

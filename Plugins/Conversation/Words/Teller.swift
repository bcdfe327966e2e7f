import FormworkFrontEnd

/// Says lines to a person, several with one write.
package final class Teller {
  private var output: TextOutput

  /// Makes one that writes to a descriptor, which it does not own.
  package init(descriptor: Int32) { output = TextOutput(descriptor: descriptor) }

  /// Says a line, when it is flushed.
  package func say(_ line: String) { write(line + "\n") }

  /// Says a part of a line, when it is flushed.
  package func write(_ text: String) { output.write(text) }

  /// Says it now.
  package func flush() throws(Ending) {
    do throws(SystemError) { try output.flush() } catch { throw .failed(error) }
  }
}

import Conversation
import FormworkCanvas
import FormworkFrontEnd

/// A secret while it is typed.
struct SecretEntry {
  /// The path of its field: after a question the same field may have another number.
  let path: [String]
  let editor = SecretEditor()
  /// Whether it was handed in, and nothing was done to it since.
  var isHandedIn = false
}

/// Where a secret that is shown stands: past the canvas, which has masks alone.
struct ShownSecret {
  let row: Int
  let columns: Range<Int>
  /// The bytes that have room, and the columns that they take.
  let bytes: Range<Int>
  let width: Int
  let cursor: (row: Int, column: Int)
}

extension Session {
  /// Where the secret is to be shown; `nil` where it is hidden, or something lies upon it.
  var placeOfShownSecret: ShownSecret? {
    guard case .secret(let id, _, _) = scene.focus, let editor = shownEditor else { return nil }
    let box = scene.hits.first { hit in
      if case .text(id, _, _) = hit.target { true } else { false }
    }
    guard let box else { return nil }
    let (bytes, width, column) = editor.window(columns: box.columns.count)
    return ShownSecret(
      row: box.row, columns: box.columns, bytes: bytes, width: width,
      cursor: (box.row, box.columns.lowerBound + column))
  }

  /// Whether there is more of the secret that is shown beyond its box, at the left and at the right; `nil` where it is
  /// hidden.
  var endsOfShownSecret: (left: Bool, right: Bool)? {
    shownEditor.map { editor in
      let bytes = editor.window(columns: scene.boxRoom).bytes
      return (bytes.lowerBound > 0, bytes.upperBound < editor.byteCount)
    }
  }

  /// The secret that has the focus; `nil` where it is hidden, or something lies upon it.
  private var shownEditor: SecretEditor? {
    guard case .secret = scene.focus, let editor = secret?.editor, editor.isShown,
      machine.state == .form || machine.state == .chord, picture.alert == nil
    else { return nil }
    return editor
  }

  /// Writes the secret in the place of its masks, and goes back to where the cursor was.
  func drawSecret(_ editor: SecretEditor, at place: ShownSecret, into output: SecretBytes) {
    func write(_ text: String) {
      var text = text
      text.withUTF8 { output.append(UnsafeRawBufferPointer($0)) }
    }
    write("\u{1B}[\(place.row + 1);\(place.columns.lowerBound + 1)H")
    editor.withBytes { output.append(UnsafeRawBufferPointer(rebasing: $0[place.bytes])) }
    write(String(repeating: " ", count: place.columns.count - place.width))
    write("\u{1B}[\(place.cursor.row + 1);\(place.cursor.column + 1)H")
  }
}

extension SecretEditor {
  /// The bytes that are seen through a box around the cursor, the columns that they take, and the cursor's.
  ///
  /// Nothing is copied.
  fileprivate func window(columns: Int) -> (bytes: Range<Int>, width: Int, cursor: Int) {
    withBytes { bytes in
      let cursor = cursorByte
      var (start, column) = (0, 0)
      var widths: [Int] = []
      for scalar in SecretScalars(bytes, 0..<cursor) { widths.append(scalar.width) }
      column = widths.reduce(0, +)
      var rest = SecretScalars(bytes, 0..<cursor).makeIterator()
      if column >= columns {
        while column > columns / 2, let scalar = rest.next() {
          column -= scalar.width
          start = scalar.end
        }
      }
      var (end, width) = (start, 0)
      for scalar in SecretScalars(bytes, start..<bytes.count) {
        if width + scalar.width > columns { break }
        width += scalar.width
        end = scalar.end
      }
      return (start..<end, width, min(column, columns - 1))
    }
  }
}

/// The code points of a part of some UTF-8: where each ends, and how wide it is.
private struct SecretScalars: Sequence, IteratorProtocol {
  private let bytes: UnsafeRawBufferPointer
  private let last: Int
  private var place: Int

  init(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) {
    (self.bytes, place, last) = (bytes, range.lowerBound, range.upperBound)
  }

  mutating func next() -> (end: Int, width: Int)? {
    guard place < last else { return nil }
    let lead = bytes[place]
    let count = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
    let end = Swift.min(place + count, last)
    var decoder = UTF8()
    var rest = bytes[place..<end].makeIterator()
    var width = 1
    if case .scalarValue(let scalar) = decoder.decode(&rest) { width = scalar.columnCount }
    place = end
    return (end, width)
  }
}

import FormworkCanvas
import FormworkFrontEnd
import Interaction
import Wording

/// Where a secret that is shown stands: past the canvas, which has masks alone.
struct ShownSecret {
  let row: Int
  let columns: Range<Int>
  /// The bytes that have room.
  let bytes: Range<Int>
  let cursor: (row: Int, column: Int)
}

extension Session {
  /// Where the secret is to be shown; `nil` where it is hidden, or something lies upon it.
  var placeOfShownSecret: ShownSecret? {
    guard case .secret(let id, _, _) = person.focus, let editor = shownEditor else { return nil }
    guard let box = frame.box(of: id) else { return nil }
    let (bytes, column) = editor.window(columns: box.columns.count)
    return ShownSecret(
      row: box.row, columns: box.columns, bytes: bytes,
      cursor: (box.row, box.columns.lowerBound + column))
  }

  /// Whether there is more of the secret that is shown beyond its box, at the left and at the right; `nil` where it is
  /// hidden.
  var endsOfShownSecret: (left: Bool, right: Bool)? {
    shownEditor.map { editor in
      let bytes = editor.window(columns: look { $0.layout.boxRoom }).bytes
      return (bytes.lowerBound > 0, bytes.upperBound < editor.byteCount)
    }
  }

  /// The secret that has the focus; `nil` where it is hidden, or something lies upon it.
  private var shownEditor: SecretEditor? {
    guard case .secret = person.focus, let editor = secrets.editor, editor.isShown,
      machine.state == .form || machine.state == .chord, picture.alert == nil
    else { return nil }
    return editor
  }

  /// Gives the terminal its modes again, which others had.
  func renewModes() throws(Ending) {
    try Ending.onFailure(of: modes.renew())
    if shownSecret != nil { try Ending.onFailure(of: modes.deliverStopKey(true)) }
  }

  /// Writes the secret in the place of its masks, and goes back to where the cursor was.
  func drawSecret(_ editor: SecretEditor, at place: ShownSecret, into output: SecretBytes) {
    func write(_ text: String) {
      var text = text
      text.withUTF8 { output.append(UnsafeRawBufferPointer($0)) }
    }
    let start = "\u{1B}[\(place.row + 1);\(place.columns.lowerBound + 1)H"
    // The box is cleared first: joined emoji may take fewer columns than they are known to.
    write(start + String(repeating: " ", count: place.columns.count) + start)
    editor.withBytes { bytes in
      for character in SecretCharacters(bytes)
      where place.bytes.contains(character.range.lowerBound) {
        if character.isVisible {
          output.append(UnsafeRawBufferPointer(rebasing: bytes[character.range]))
        } else {
          // It would go into what stands before it.
          write("\u{FFFD}")
        }
      }
    }
    write("\u{1B}[\(place.cursor.row + 1);\(place.cursor.column + 1)H")
  }
}

extension SecretEditor {
  /// The bytes that are seen through a box around the cursor, and the cursor's column.
  ///
  /// Nothing is copied.
  fileprivate func window(columns: Int) -> (bytes: Range<Int>, cursor: Int) {
    withBytes { bytes in
      var column = 0
      for character in SecretCharacters(bytes) where character.range.lowerBound < cursorByte {
        column += character.columnCount
      }
      var start = 0
      if column >= columns {
        for character in SecretCharacters(bytes) where column > columns / 2 {
          column -= character.columnCount
          start = character.range.upperBound
        }
      }
      var (end, width) = (start, 0)
      for character in SecretCharacters(bytes) where character.range.lowerBound >= start {
        width += character.columnCount
        if width > columns { break }
        end = character.range.upperBound
      }
      return (start..<end, min(column, columns - 1))
    }
  }
}

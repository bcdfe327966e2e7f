/// The content of a line, drawn or to be drawn.
struct SecretLineImage {
  /// The minimum width of the secret, if the terminal is wide enough.
  static let contentMinimum = 8

  private(set) var columns = 0
  /// The part of the prompt that fits.
  private(set) var prompt = ""
  private var promptColumnCount = 0
  /// The visible part of the secret, or its masks.
  let content = SecretBytes(isLocked: true)
  private(set) var contentColumnCount = 0
  /// The number of columns of the content after the cursor.
  private(set) var tailColumnCount = 0
  /// The status; empty if it does not fit.
  private(set) var status = ""
  private(set) var statusColumnCount = 0
  private(set) var statusStart = 0
  /// The control sequences before the status.
  private(set) var attributes = ""
  /// Whether all terminals agree on the positions of the characters.
  private var isCertain = true

  var cursorColumn: Int { promptColumnCount + contentColumnCount - tailColumnCount }

  /// The column that stays free.
  private var lastColumn: Int { columns - 1 }

  mutating func clear() {
    content.wipe()
    (columns, promptColumnCount, contentColumnCount, tailColumnCount) = (0, 0, 0, 0)
    (status, statusColumnCount, statusStart, attributes) = ("", 0, 0, "")
    (prompt, isCertain) = ("", true)
  }

  /// Composes the image of an editor; the image must be empty.
  mutating func compose(
    _ editor: SecretEditor, prompt: String, status: (text: String, attributes: String),
    columns: Int, mask: SecretLine.Mask
  ) {
    self.columns = max(columns, 1)
    let ellipsis = mask == .bullet ? "\u{2026}" : "..."
    let limit = max(lastColumn - Self.contentMinimum, 0)
    self.prompt = prompt.replacingControls()
      .clipped(to: limit, ellipsis: String(ellipsis.prefix(limit)))
    promptColumnCount = self.prompt.columnCount
    let room = lastColumn - promptColumnCount
    let whole =
      editor.isShown
      ? composeClear(editor, room: room, ellipsis: ellipsis)
      : composeMask(editor, mask: mask, room: room, ellipsis: ellipsis)
    let text = status.text.replacingControls().cut(to: room - whole - 1, ellipsis: ellipsis)
    let width = text.columnCount
    if let start = StatusColumn.start(
      after: promptColumnCount + whole, width: width, columns: self.columns)
    {
      (self.status, statusColumnCount, statusStart) = (text, width, start)
      attributes = status.attributes
    }
  }

  /// Whether changes of content and status can turn one image into the other.
  func canBecome(_ other: SecretLineImage) -> Bool {
    if columns != other.columns || prompt != other.prompt { return false }
    return isCertain && other.isCertain
      || content.withBytes { bytes in
        other.content.withBytes { bytes.elementsEqual($0) }
      }
  }

  func differsInCursorAlone(from other: SecretLineImage) -> Bool {
    contentColumnCount == other.contentColumnCount
      && (status, attributes) == (other.status, other.attributes)
      && content.withBytes { bytes in other.content.withBytes { bytes.elementsEqual($0) } }
  }

  /// Returns the size of the common beginning of both contents, in whole characters of this one.
  func commonStart(with other: SecretLineImage) -> (byteCount: Int, columnCount: Int) {
    content.withBytes { bytes in
      other.content.withBytes { others in
        let equal = zip(bytes, others).prefix { $0 == $1 }.reduce(0) { sum, _ in sum + 1 }
        var common = (byteCount: 0, columnCount: 0)
        for character in SecretCharacters(bytes) where character.range.upperBound <= equal {
          common.byteCount = character.range.upperBound
          common.columnCount += character.columnCount
        }
        return common
      }
    }
  }

  /// Composes the masks, and returns the number of columns of all masks.
  private mutating func composeMask(
    _ editor: SecretEditor, mask: SecretLine.Mask, room: Int, ellipsis: String
  ) -> Int {
    let whole = editor.characterCount
    let seen = Window(on: whole, cursor: editor.cursor, room: room, ellipsis: ellipsis)
    content.append(seen.start)
    for _ in seen.columns { content.append(mask.rawValue) }
    content.append(seen.end)
    contentColumnCount = seen.start.columnCount + seen.columns.count + seen.end.columnCount
    tailColumnCount = seen.columns.upperBound - editor.cursor + seen.end.columnCount
    return whole
  }

  /// Composes the content in clear text, which contains no control characters.
  ///
  /// - Returns: The number of columns of the whole content.
  private mutating func composeClear(
    _ editor: SecretEditor, room: Int, ellipsis: String
  ) -> Int {
    editor.withBytes { bytes in
      var (whole, cursor) = (0, 0)
      for (index, character) in SecretCharacters(bytes).enumerated() {
        if index == editor.cursor { cursor = whole }
        whole += character.columnCount
      }
      if editor.cursor == editor.characterCount { cursor = whole }
      let seen = Window(on: whole, cursor: cursor, room: room, ellipsis: ellipsis, step: 1)
      content.append(seen.start)
      contentColumnCount = seen.start.columnCount
      var column = 0
      for character in SecretCharacters(bytes) {
        let end = column + character.columnCount
        if column >= seen.columns.lowerBound && end <= seen.columns.upperBound {
          if character.isVisible {
            content.append(UnsafeRawBufferPointer(rebasing: bytes[character.range]))
          } else {
            content.append("\u{FFFD}")
          }
          contentColumnCount += character.columnCount
          if column >= cursor { tailColumnCount += character.columnCount }
          isCertain = isCertain && character.isCertain
        }
        column = end
      }
      content.append(seen.end)
      contentColumnCount += seen.end.columnCount
      tailColumnCount += seen.end.columnCount
      return whole
    }
  }

  /// The visible columns: all of them, or those around the cursor, with an ellipsis for the rest.
  private struct Window {
    private(set) var columns: Range<Int>
    private(set) var (start, end) = ("", "")

    /// Finds the part of the columns around the cursor for which there is room.
    ///
    /// The number of hidden columns on the left is a multiple of the step, by default half the room, so
    /// that the window moves seldom.
    init(on whole: Int, cursor: Int, room: Int, ellipsis: String, step: Int? = nil) {
      columns = 0..<max(whole, 0)
      if whole <= room { return }
      columns = cursor..<cursor
      if room <= 0 { return }
      let isMarked = room > 3 * ellipsis.columnCount
      let mark = isMarked ? ellipsis.columnCount : 0
      let step = step ?? max((room - 2 * mark) / 2, 1)
      let last = (whole - room + mark + step - 1) / step * step
      // If there is a character before the cursor, it is visible.
      let first = min(last, max(cursor - 1, 0) / step * step)
      if isMarked && first > 0 { start = ellipsis }
      let rest = room - start.columnCount
      if isMarked && whole - first > rest { end = ellipsis }
      columns = first..<min(first + rest - end.columnCount, whole)
    }
  }
}

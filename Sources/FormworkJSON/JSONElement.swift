/// A value of a document.
public struct JSONElement: Sendable {
  package let document: JSONDocument
  package let index: Int

  package init(document: JSONDocument, index: Int) {
    self.document = document
    self.index = index
  }

  private var entry: JSONEntry { document.entries[index] }

  private var text: String { String(decoding: document.text(at: index), as: UTF8.self) }

  /// The kind of the value.
  public var kind: JSONKind { entry.kind }

  /// The place of the first character.
  public var place: JSONPlace { document.place(at: index) }

  /// The truth value; `nil` if the value is of another kind.
  public var bool: Bool? { kind == .true ? true : kind == .false ? false : nil }

  /// The exact number; `nil` if the value is of another kind.
  public var number: ExactDecimal? { kind == .number ? document.decimal(at: index) : nil }

  /// The text; `nil` if the value is of another kind.
  public var string: String? { kind == .string ? text : nil }

  /// The number of elements of an array or members of an object, otherwise 0.
  public var count: Int { kind == .array || kind == .object ? Int(entry.count) : 0 }

  /// The elements of an array; empty if the value is of another kind.
  public var elements: some Sequence<JSONElement> {
    parts(.array, step: 0)
  }

  /// The members of an object in order; empty if the value is of another kind.
  public var members: some Sequence<(name: String, value: JSONElement)> {
    parts(.object, step: 1).lazy.map {
      ($0.text, JSONElement(document: document, index: $0.index + 1))
    }
  }

  /// Returns the elements, or the names, which are one step before their values.
  private func parts(_ kind: JSONKind, step: Int) -> UnfoldSequence<JSONElement, (Int, Int)> {
    sequence(state: (index + 1, self.kind == kind ? count : 0)) { [document] state in
      guard state.1 > 0 else { return nil }
      defer { state = (document.index(after: state.0 + step), state.1 - 1) }
      return JSONElement(document: document, index: state.0)
    }
  }

  /// Returns the value of a member; `nil` if there is none, or this is not an object.
  public subscript(name: String) -> JSONElement? {
    member(name).map { JSONElement(document: document, index: $0) }
  }

  // Inlined, it would retain the document even if there is no member, as is usual.
  @inline(never)
  private func member(_ name: String) -> Int? {
    kind == .object ? document.child(name, of: index) : nil
  }
}

/// A cursor that finds places in the order of the document without starting again.
package struct JSONPlaceCursor {
  private var offset = 0
  private var line = 1
  private var column = 1

  /// Creates a cursor at the beginning.
  package init() {}

  /// Creates a cursor that counts from a value.
  init(at index: Int, in document: JSONDocument) {
    let entry = document.entries[index]
    offset = max(0, Int(entry.offset) - (entry.kind == .string ? 1 : 0))
  }

  /// Returns the place of the value at an index.
  package mutating func place(at index: Int, in document: JSONDocument) -> JSONPlace {
    if !document.places.isEmpty { return document.places[index] }
    let entry = document.entries[index]
    let source = UnsafeRawBufferPointer(document.source)
    // The text of a string is after its quotation mark, and may be wiped after this call.
    guard entry.kind == .string else { return place(ofByte: Int(entry.offset), in: source) }
    defer { _ = place(ofByte: Int(entry.offset + entry.count), in: source) }
    return place(ofByte: Int(entry.offset) - 1, in: source)
  }

  /// Returns the place of a byte at or after the last one.
  mutating func place(ofByte target: Int, in source: UnsafeRawBufferPointer) -> JSONPlace {
    while offset < target {
      if source[offset] == 0x0A {
        (line, column) = (line + 1, 1)
      } else if source[offset] & 0xC0 != 0x80 {
        column += 1
      }
      offset += 1
    }
    return JSONPlace(line: line, column: column)
  }
}

extension JSONPlace {
  /// Creates the place of a byte, which takes time in proportion to the offset.
  package init(ofByte offset: Int, in source: UnsafeRawBufferPointer) {
    var cursor = JSONPlaceCursor()
    self = cursor.place(ofByte: offset, in: source)
  }
}

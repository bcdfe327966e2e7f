extension JSONDocument {
  /// Returns the JSON pointer of a value, or of a member by the entry of its name.
  package func pointer(to target: Int, from root: Int = 0) -> String {
    var cursor = JSONPointerCursor(self, root: root)
    return cursor.pointer(to: target)
  }

  /// Returns the entry that a part of a JSON pointer selects in a value.
  package func child(_ part: String, of index: Int) -> Int? {
    var child = index + 1
    switch entries[index].kind {
    case .object:
      guard entries[index].lengths & JSONEntry.bit(part.utf8.count) != 0 else { return nil }
      var name = part
      return name.withUTF8 { name in
        for _ in 0..<Int(entries[index].count) {
          if entries[child].count == name.count, text(at: child).elementsEqual(name) {
            return child + 1
          }
          child = self.index(after: child + 1)
        }
        return nil
      }
    case .array:
      guard let number = Int(part), String(number) == part, number >= 0,
        number < entries[index].count
      else { return nil }
      for _ in 0..<number { child = self.index(after: child) }
      return child
    case .null, .true, .false, .number, .string: return nil
    }
  }
}

/// A cursor that finds JSON pointers in the order of a document without starting again.
///
/// Source: RFC 6901, section 3.
package struct JSONPointerCursor {
  private let document: JSONDocument
  private let root: Int

  /// The containers around the last value, each with the entry and the number of its part.
  private var levels: [(container: Int, part: Int, number: Int)] = []

  /// The name of the last member, if the last pointer was that of its name.
  package private(set) var name: String?

  package init(_ document: JSONDocument, root: Int = 0) {
    (self.document, self.root) = (document, root)
  }

  private func isObject(_ index: Int) -> Bool { document.entries[index].kind == .object }

  /// Returns the pointer of a value or name that is not before the last one.
  package mutating func pointer(to target: Int) -> String {
    if levels.isEmpty, target > root { levels = [(root, root + 1, 0)] }
    while let last = levels.last, document.index(after: last.container) <= target {
      levels.removeLast()
    }
    while let (container, part, number) = levels.last {
      let value = isObject(container) ? part + 1 : part
      let next = document.index(after: value)
      if next <= target {
        levels[levels.count - 1] = (container, next, number + 1)
      } else if value < target {
        levels.append((value, value + 1, 0))
      } else {
        break
      }
    }
    let parts = levels.map { container, part, number in
      isObject(container) ? String(decoding: document.text(at: part), as: UTF8.self) : "\(number)"
    }
    name = levels.last.flatMap { $0.part == target && isObject($0.container) ? parts.last : nil }
    return parts.map { "/" + $0.escapedForPointer }.joined()
  }
}

extension String {
  /// The text as a part of a JSON pointer.
  package var escapedForPointer: String {
    guard utf8.contains(where: { $0 == 0x7E || $0 == 0x2F }) else { return self }
    return String(flatMap { $0 == "~" ? "~0" : $0 == "/" ? "~1" : String($0) })
  }
}

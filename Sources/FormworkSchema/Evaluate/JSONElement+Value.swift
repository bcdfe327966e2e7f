import FormworkJSON

extension JSONDocument {
  /// Returns the JSON pointer of a value, or of a member by the entry of its name.
  ///
  /// Source: RFC 6901, section 3.
  func pointer(to target: Int, from root: Int = 0) -> String {
    var pointer = ""
    var current = root
    while current < target {
      var number = 0
      var child = current + 1
      let isObject = entries[current].kind == .object
      while true {
        let value = isObject ? child + 1 : child
        let next = index(after: value)
        if target < next {
          pointer +=
            "/"
            + (isObject
              ? String(decoding: text(at: child), as: UTF8.self).escapedForPointer : String(number))
          if isObject && child == target { return pointer }
          current = value
          break
        }
        child = next
        number += 1
      }
    }
    return pointer
  }

  /// Returns the entry that a part of a JSON pointer selects in a value.
  func child(_ part: String, of index: Int) -> Int? {
    var child = index + 1
    switch entries[index].kind {
    case .object:
      for _ in 0..<entries[index].count {
        if text(at: child).elementsEqual(part.utf8) { return child + 1 }
        child = self.index(after: child + 1)
      }
      return nil
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

extension String {
  /// The text as a part of a JSON pointer.
  var escapedForPointer: String {
    guard utf8.contains(where: { $0 == 0x7E || $0 == 0x2F }) else { return self }
    return String(flatMap { $0 == "~" ? "~0" : $0 == "/" ? "~1" : String($0) })
  }
}

extension JSONElement {
  /// Whether the values are equal: numbers by value, strings by code points, objects without order.
  ///
  /// Source: JSON Schema draft 2020-12, section 4.2.2, "Instance Equality".
  func hasSameValue(as other: JSONElement) -> Bool {
    let (one, two) = (document.entries[index], other.document.entries[other.index])
    guard one.kind == two.kind else { return false }
    switch one.kind {
    case .null, .true, .false: return true
    case .number: return document.decimal(at: index) == other.document.decimal(at: other.index)
    case .string:
      return one.count == two.count
        && document.text(at: index).elementsEqual(other.document.text(at: other.index))
    case .array:
      return one.count == two.count
        && zip(elements, other.elements).allSatisfy {
          $0.hasSameValue(as: $1)
        }
    case .object:
      guard one.count == two.count else { return false }
      let theirs = Dictionary(
        other.members.map { ($0.name, $0.value) }, uniquingKeysWith: { value, _ in value })
      return members.allSatisfy { member in
        theirs[member.name].map { member.value.hasSameValue(as: $0) } ?? false
      }
    }
  }

  /// A hash that equal values share.
  var valueHash: Int {
    var hasher = Hasher()
    hasher.combine(document.entries[index].kind.rawValue)
    switch document.entries[index].kind {
    case .null, .true, .false: break
    case .number: hasher.combine(document.decimal(at: index))
    case .string: hasher.combine(bytes: UnsafeRawBufferPointer(document.text(at: index)))
    case .array:
      for element in elements { hasher.combine(element.valueHash) }
    case .object:
      var sum = 0
      for member in members {
        var member_ = Hasher()
        member_.combine(member.name)
        member_.combine(member.value.valueHash)
        sum &+= member_.finalize()
      }
      hasher.combine(sum)
    }
    return hasher.finalize()
  }
}

import FormworkJSON

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

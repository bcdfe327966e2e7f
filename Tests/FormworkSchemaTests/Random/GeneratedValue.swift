/// A JSON value of a generated schema or document.
indirect enum GeneratedValue {
  case null
  case bool(Bool)

  /// A number by its literal.
  case number(String)
  case string(String)
  case array([GeneratedValue])
  case object([Member])

  struct Member {
    let name: String
    var value: GeneratedValue
  }

  /// The value on one line of ASCII.
  var text: String {
    switch self {
    case .null: "null"
    case .bool(let bool): "\(bool)"
    case .number(let literal): literal
    case .string(let string): Self.quoted(string)
    case .array(let elements): "[\(elements.map(\.text).joined(separator: ", "))]"
    case .object(let members):
      "{\(members.map { "\(Self.quoted($0.name)): \($0.value.text)" }.joined(separator: ", "))}"
    }
  }

  var members: [Member] { if case .object(let members) = self { members } else { [] } }
  var elements: [GeneratedValue] { if case .array(let elements) = self { elements } else { [] } }
  var string: String? { if case .string(let string) = self { string } else { nil } }
  var int: Int? { if case .number(let literal) = self { Int(literal) } else { nil } }

  /// The value of a member, which is added, replaced or, by `nil`, removed.
  subscript(name: String) -> GeneratedValue? {
    get { members.first { $0.name == name }?.value }
    set {
      var members = members
      let index = members.firstIndex { $0.name == name }
      switch (index, newValue) {
      case (let index?, let value?): members[index].value = value
      case (let index?, nil): members.remove(at: index)
      case (nil, let value?): members.append(Member(name: name, value: value))
      case (nil, nil): break
      }
      self = .object(members)
    }
  }

  private static func quoted(_ string: String) -> String {
    let units = string.utf16.map { unit in
      unit < 0x7F
        ? String(UnicodeScalar(UInt8(unit)))
        : "\\u" + String(String(unit, radix: 16).reversed() + "000").prefix(4).reversed()
    }
    return "\"\(units.joined())\""
  }
}

extension GeneratedValue: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  init(booleanLiteral value: Bool) { self = .bool(value) }
  init(integerLiteral value: Int) { self = .number("\(value)") }
  init(stringLiteral value: String) { self = .string(value) }
  init(arrayLiteral elements: GeneratedValue...) { self = .array(elements) }
  init(dictionaryLiteral elements: (String, GeneratedValue)...) {
    self = .object(elements.map { Member(name: $0.0, value: $0.1) })
  }
}

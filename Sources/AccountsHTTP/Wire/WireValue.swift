package import FormworkCore
package import FormworkJSON

/// A value of the service, as a JSON object.
package protocol WireValue {
  init(_ object: WireObject) throws(WireError)

  /// Writes the members of the object.
  func write(to wire: inout WireWriter)
}

/// The reason why JSON is no value of the service.
package struct WireError: UserMessageError, Equatable {
  /// The member with the fault, such as `account.email`; empty for the document.
  package let path: String

  package var message: Message { .key("wire.malformed", ["member": .verbatim(path)]) }
}

/// A JSON object that is read member by member; unknown members are ignored.
package struct WireObject {
  private let node: JSONNode
  private let path: String

  /// - Throws: ``WireError`` if this is no object.
  package init(_ node: JSONNode) throws(WireError) { try self.init(node, at: "") }

  private init(_ node: JSONNode, at path: String) throws(WireError) {
    guard case .object = node.value else { throw WireError(path: path) }
    (self.node, self.path) = (node, path)
  }

  /// Returns the value of a member; `nil` if it is missing or null.
  package func optionalNode(_ name: String) -> JSONNode? {
    guard let member = node[name] else { return nil }
    if case .null = member.value { return nil }
    return member
  }

  private func path(of name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }

  private func require<Value>(_ value: Value?, _ name: String) throws(WireError) -> Value {
    guard let value else { throw WireError(path: path(of: name)) }
    return value
  }

  /// Returns the value of a member that `read` understands; `nil` if the member is missing.
  private func optional<Value>(
    _ name: String, _ read: (JSONValue) -> Value?
  ) throws(WireError) -> Value? {
    guard let member = optionalNode(name) else { return nil }
    return try require(read(member.value), name)
  }

  package func optionalText(_ name: String) throws(WireError) -> String? {
    try optional(name) { if case .string(let text) = $0 { text } else { nil } }
  }

  package func text(_ name: String) throws(WireError) -> String {
    try require(optionalText(name), name)
  }

  package func optionalNumber(_ name: String) throws(WireError) -> Int? {
    try optional(name) { if case .number(let number) = $0 { number.wholeNumber } else { nil } }
  }

  package func number(_ name: String) throws(WireError) -> Int {
    try require(optionalNumber(name), name)
  }

  /// Reads a count of at most `Int32.max`, so that differences of counts never overflow.
  package func count(_ name: String) throws(WireError) -> Int {
    let count = try number(name)
    guard (0...Int(Int32.max)).contains(count) else { throw WireError(path: name) }
    return count
  }

  package func optionalFlag(_ name: String) throws(WireError) -> Bool? {
    try optional(name) { if case .bool(let flag) = $0 { flag } else { nil } }
  }

  package func flag(_ name: String) throws(WireError) -> Bool {
    try require(optionalFlag(name), name)
  }

  /// Returns the case of an enumeration whose raw value is the member's text.
  package func optionalCase<Value: RawRepresentable<String>>(
    _ name: String
  ) throws(WireError) -> Value? {
    guard let text = try optionalText(name) else { return nil }
    return try require(Value(rawValue: text), name)
  }

  package func optionalValue<Value: WireValue>(_ name: String) throws(WireError) -> Value? {
    guard let member = optionalNode(name) else { return nil }
    return try Value(WireObject(member, at: path(of: name)))
  }

  package func value<Value: WireValue>(_ name: String) throws(WireError) -> Value {
    try require(optionalValue(name), name)
  }

  private func elements(_ name: String) throws(WireError) -> [JSONNode] {
    try require(
      optional(name) { if case .array(let elements) = $0 { elements } else { nil } }, name)
  }

  package func optionalValues<Value: WireValue>(_ name: String) throws(WireError) -> [Value]? {
    optionalNode(name) == nil ? nil : try values(name)
  }

  package func values<Value: WireValue>(_ name: String) throws(WireError) -> [Value] {
    try elements(name).enumerated().map { place, node throws(WireError) in
      try Value(WireObject(node, at: "\(path(of: name))[\(place)]"))
    }
  }

  package func texts(_ name: String) throws(WireError) -> [String] {
    try elements(name).map { node throws(WireError) in
      guard case .string(let text) = node.value else { throw WireError(path: path(of: name)) }
      return text
    }
  }
}

/// A writer of the members that have a value, which needs no tree of values.
package struct WireWriter {
  private var text: [UInt8] = []

  /// Returns an object in JSON.
  package static func object(_ write: (inout WireWriter) -> Void) -> [UInt8] {
    var writer = WireWriter()
    writer.object(write)
    return writer.text
  }

  package mutating func write(_ name: StaticString, _ flag: Bool) {
    member(name, flag) { $0.text += ($1 ? "true" : "false").utf8 }
  }

  package mutating func write(_ name: StaticString, _ number: (some BinaryInteger)?) {
    member(name, number) { $0.text += String(Int($1)).utf8 }
  }

  package mutating func write(_ name: StaticString, _ string: String?) {
    member(name, string) { $1.writeQuoted(to: &$0.text) }
  }

  package mutating func write(_ name: StaticString, _ value: (some WireValue)?) {
    member(name, value) { $0.object($1.write(to:)) }
  }

  package mutating func write(_ name: StaticString, _ node: JSONNode?) {
    member(name, node) { $0.text += $1.text().utf8 }
  }

  package mutating func write(_ name: StaticString, _ values: [some WireValue]) {
    member(name, values) { $0.list($1) { $0.object($1.write(to:)) } }
  }

  package mutating func write(_ name: StaticString, _ strings: [String]) {
    member(name, strings) { $0.list($1) { $1.writeQuoted(to: &$0.text) } }
  }

  /// Writes a member whose name needs no escapes.
  private mutating func member<Value>(
    _ name: StaticString, _ value: Value?, _ write: (inout WireWriter, Value) -> Void
  ) {
    guard let value else { return }
    text += (text.last == UInt8(ascii: "{") ? "\"" : ",\"").utf8
    name.withUTF8Buffer { text.append(contentsOf: $0) }
    text += "\":".utf8
    write(&self, value)
  }

  private mutating func object(_ write: (inout WireWriter) -> Void) {
    text.append(UInt8(ascii: "{"))
    write(&self)
    text.append(UInt8(ascii: "}"))
  }

  private mutating func list<Item>(
    _ items: [Item], _ write: (inout WireWriter, Item) -> Void
  ) {
    text.append(UInt8(ascii: "["))
    for index in items.indices {
      if index > 0 { text.append(UInt8(ascii: ",")) }
      write(&self, items[index])
    }
    text.append(UInt8(ascii: "]"))
  }
}

import FormworkSystem

/// A reader of a document's entries as nodes, which ends early if the document is incomplete.
struct JSONTreeReader {
  private let document: JSONDocument
  private let secretMembers: Set<String>
  private var cursor = JSONPlaceCursor()
  private var index: Int

  init(_ document: JSONDocument, at index: Int = 0, secretMembers: Set<String> = []) {
    self.document = document
    self.index = index
    if index > 0 { cursor = JSONPlaceCursor(at: index, in: document) }
    self.secretMembers = secretMembers
  }

  /// Reads the next value; returns `nil` if the entries end.
  mutating func node(isSecret: Bool = false, _ secret: JSONReader.Secrets) -> JSONNode? {
    guard let (element, place) = next() else { return nil }
    switch element.kind {
    case .null: return JSONNode(.null, at: place)
    case .false, .true: return JSONNode(.bool(element.kind == .true), at: place)
    case .number: return JSONNode(.number(document.decimal(at: element.index)), at: place)
    case .string where isSecret:
      let text = UnsafeMutableRawBufferPointer(mutating: .init(document.text(at: element.index)))
      secret(place, UnsafeRawBufferPointer(text))
      text.wipe()
      return JSONNode(.string(""), at: place)
    case .string: return element.string.map { JSONNode(.string($0), at: place) }
    case .array:
      var elements: [JSONNode] = []
      for _ in 0..<element.count {
        guard let node = node(isSecret: isSecret, secret) else { return nil }
        elements.append(node)
      }
      return JSONNode(.array(elements), at: place)
    case .object:
      var members: [JSONMember] = []
      for _ in 0..<element.count {
        guard let (name, place) = next(), let name = name.string,
          let node = node(isSecret: isSecret || secretMembers.contains(name), secret)
        else { return nil }
        members.append(JSONMember(name, at: place, node))
      }
      return JSONNode(.object(members), at: place)
    }
  }

  private mutating func next() -> (JSONElement, JSONPlace)? {
    guard index < document.count else { return nil }
    defer { index += 1 }
    return (JSONElement(document: document, index: index), cursor.place(at: index, in: document))
  }
}

extension JSONElement {
  /// The value as a tree, whose places are counted from the beginning of the value.
  public var node: JSONNode {
    var reader = JSONTreeReader(document, at: index)
    guard let node = reader.node({ _, _ in }) else {
      preconditionFailure("a value of a document is complete")
    }
    return node
  }
}

import FormworkCore
import FormworkJSON

/// A draft as it stands in a file: an object of JSON.
struct DraftDocument: Equatable {
  /// The version of what is written here.
  ///
  /// The fields of the first one had names, and no pointers.
  static let version = 2

  static let byteLimit = JSONReader.byteLimit

  let draft: Draft

  /// When it was kept, in seconds since 1970.
  let time: Int
}

extension DraftDocument {
  /// Understands what was kept of a form.
  init(reading bytes: [UInt8], of form: FormDefinition) throws(DraftFault) {
    let root: JSONNode
    do {
      root = try JSONReader.read(bytes)
    } catch {
      throw .damaged(error.message)
    }
    guard case .number(let number) = root["version"]?.value, let version = Int(number.literal)
    else { throw .damaged("draft.noVersion") }
    if version > Self.version { throw .newer }
    if version < Self.version { throw .older }
    guard case .string(let name) = root["form"]?.value,
      case .string(let fingerprint) = root["fingerprint"]?.value
    else { throw .damaged("draft.noForm") }
    guard name == form.name, fingerprint == form.fingerprint.spelled else { throw .anotherForm }
    guard case .number(let seconds) = root["keptAt"]?.value, let time = Int(seconds.literal) else {
      throw .damaged("draft.noTime")
    }
    guard case .array(let touched) = root["touched"]?.value,
      case .object(let values) = root["values"]?.value,
      case .object(let counts) = root["counts"]?.value
    else { throw .damaged("draft.noValues") }
    self.time = time
    let known = try Self.counts(of: counts, in: form)
    draft = Draft(
      contents: try Self.contents(of: values, in: form, known),
      touched: try Self.fields(touched, in: form, known), counts: known)
  }

  private static func contents(
    of members: [JSONMember], in form: FormDefinition, _ counts: [FieldID: Int]
  ) throws(DraftFault) -> [FieldID: FieldContent] {
    var contents: [FieldID: FieldContent] = [:]
    for member in members {
      guard let id = FieldID(pointer: member.name),
        let content = form.draftedKind(at: id, counts: counts)?.content(of: member.node.value)
      else { throw .damaged(Message("draft.noValue", ["place": member.node.place.message])) }
      contents[id] = content
    }
    return contents
  }

  private static func counts(
    of members: [JSONMember], in form: FormDefinition
  ) throws(DraftFault) -> [FieldID: Int] {
    var counts: [FieldID: Int] = [:]
    for member in members {
      guard let id = FieldID(pointer: member.name), case .number(let number) = member.node.value
      else { throw .damaged(Message("draft.noValue", ["place": member.node.place.message])) }
      counts[id] = Int(number.literal)
    }
    for member in members {
      guard let id = FieldID(pointer: member.name), counts[id] ?? -1 >= 0,
        form.hasCount(at: id, counts: counts)
      else { throw .damaged(Message("draft.noValue", ["place": member.node.place.message])) }
    }
    return counts
  }

  private static func fields(
    _ nodes: [JSONNode], in form: FormDefinition, _ counts: [FieldID: Int]
  ) throws(DraftFault) -> Set<FieldID> {
    var fields: Set<FieldID> = []
    for node in nodes {
      guard case .string(let pointer) = node.value, let id = FieldID(pointer: pointer),
        form.draftedKind(at: id, counts: counts) != nil
      else { throw .damaged(Message("draft.noField", ["place": node.place.message])) }
      fields.insert(id)
    }
    return fields
  }

  /// The document; its fields are named by JSON pointers, in the order of these.
  func bytes(of form: FormDefinition) -> [UInt8] {
    func ordered(_ paths: some Sequence<FieldID>) -> [FieldID] {
      paths.sorted { $0.rawValue.utf8.lexicographicallyPrecedes($1.rawValue.utf8) }
    }
    let values = ordered(draft.contents.keys).compactMap { path in
      draft.contents[path]?.json.map { JSONMember(path.pointer, JSONNode($0)) }
    }
    let touched = ordered(draft.touched).map { JSONNode(.string($0.pointer)) }
    let counts = ordered(draft.counts.keys).map { path in
      JSONMember(path.pointer, JSONNode(.number(JSONNumber(draft.counts[path] ?? 0))))
    }
    let root = JSONNode(
      .object([
        JSONMember("version", JSONNode(.number(JSONNumber(Self.version)))),
        JSONMember("form", JSONNode(.string(form.name))),
        JSONMember("fingerprint", JSONNode(.string(form.fingerprint.spelled))),
        JSONMember("keptAt", JSONNode(.number(JSONNumber(time)))),
        JSONMember("touched", JSONNode(.array(touched))),
        JSONMember("counts", JSONNode(.object(counts))),
        JSONMember("values", JSONNode(.object(values))),
      ]))
    return Array((root.text(isPretty: true) + "\n").utf8)
  }
}

extension FieldID {
  /// The path as a JSON pointer.
  package var pointer: String { "/" + rawValue }

  /// Makes the path of a JSON pointer; `nil` where it is none, or points to the whole.
  fileprivate init?(pointer: String) {
    guard pointer.utf8.first == UInt8(ascii: "/") else { return nil }
    self.init(rawValue: String(pointer.dropFirst()))
  }
}

/// Why a draft cannot be used.
///
/// Quotes nothing that was entered.
enum DraftFault: Explained, Equatable {
  /// It is no draft, or not a whole one.
  case damaged(Message)

  /// A later version of the program has kept it.
  case newer

  /// An earlier version of the program has kept it.
  case older

  /// The form has other fields now.
  case anotherForm

  var message: Message {
    switch self {
    case .damaged(let reason): Message("draft.damaged", ["reason": reason])
    case .newer: "draft.newer"
    case .older: "draft.older"
    case .anotherForm: "draft.anotherForm"
    }
  }
}

extension UInt64 {
  /// Sixteen digits: a number of JSON would not be exact everywhere.
  fileprivate var spelled: String {
    let digits = String(self, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

import FormworkCore
import FormworkJSON

/// A draft as it stands in a file: an object of JSON.
struct DraftDocument: Equatable {
  /// The version of what is written here.
  static let version = 1

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
    guard case .number(let number) = root["version"]?.value, let version = number.wholeNumber else {
      throw .damaged("draft.noVersion")
    }
    if version > Self.version { throw .newer }
    guard case .string(let name) = root["form"]?.value,
      case .string(let fingerprint) = root["fingerprint"]?.value
    else { throw .damaged("draft.noForm") }
    guard name == form.name, fingerprint == form.fingerprint.spelled else { throw .anotherForm }
    guard case .number(let seconds) = root["keptAt"]?.value, let time = seconds.wholeNumber else {
      throw .damaged("draft.noTime")
    }
    guard case .array(let touched) = root["touched"]?.value,
      case .object(let values) = root["values"]?.value
    else { throw .damaged("draft.noValues") }
    self.time = time
    draft = Draft(
      contents: try Self.contents(of: values, in: form), touched: try Self.fields(touched))
  }

  private static func contents(
    of members: [JSONMember], in form: FormDefinition
  ) throws(DraftFault) -> [FieldID: FieldContent] {
    let kinds = Dictionary(uniqueKeysWithValues: form.fields.map { ($0.id, $0.kind) })
    var contents: [FieldID: FieldContent] = [:]
    for member in members {
      let id = FieldID(rawValue: member.name)
      guard let content = kinds[id]?.content(of: member.node.value) else {
        throw .damaged(Message("draft.noValue", ["place": member.node.place.message]))
      }
      contents[id] = content
    }
    return contents
  }

  private static func fields(_ nodes: [JSONNode]) throws(DraftFault) -> Set<FieldID> {
    var fields: Set<FieldID> = []
    for node in nodes {
      guard case .string(let name) = node.value else {
        throw .damaged(Message("draft.noField", ["place": node.place.message]))
      }
      fields.insert(FieldID(rawValue: name))
    }
    return fields
  }

  /// The document, in the order of the form's fields.
  func bytes(of form: FormDefinition) -> [UInt8] {
    let values = form.fields.compactMap { field in
      draft.contents[field.id].flatMap(\.json).map { JSONMember(field.id.rawValue, JSONNode($0)) }
    }
    let touched = form.fields.map(\.id).filter(draft.touched.contains)
    let root = JSONNode(
      .object([
        JSONMember("version", JSONNode(.number(JSONNumber(Self.version)))),
        JSONMember("form", JSONNode(.string(form.name))),
        JSONMember("fingerprint", JSONNode(.string(form.fingerprint.spelled))),
        JSONMember("keptAt", JSONNode(.number(JSONNumber(time)))),
        JSONMember("touched", JSONNode(.array(touched.map { JSONNode(.string($0.rawValue)) }))),
        JSONMember("values", JSONNode(.object(values))),
      ]))
    return Array((root.text(isPretty: true) + "\n").utf8)
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

  /// The form has other fields now.
  case anotherForm

  var message: Message {
    switch self {
    case .damaged(let reason): Message("draft.damaged", ["reason": reason])
    case .newer: "draft.newer"
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

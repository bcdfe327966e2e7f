import FormworkCore
import FormworkHost
import FormworkJSON
import FormworkSession
import FormworkSystem
import Glibc

/// Answers that were written before the form is opened: a JSON object, a member a field.
enum AnswersFile {
  /// Reads the answers of a file; `-` is standard input.
  ///
  /// The file's bytes are wiped once they are read. A file that holds secrets has to be its owner's
  /// alone.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - waiting: Waits until a descriptor can be read, or ends the program.
  /// - Returns: What is answered.
  /// - Throws: ``Failure`` with the status of wrong usage: what is wrong, where, and the mend.
  static func read(
    _ path: String, waiting: (CInt) -> Void = { _ in }
  ) throws(Failure) -> [FieldID: FieldContent] {
    let input = try InputFile(path, refusal: "answers.refused")
    let answers: [FieldID: FieldContent]
    do throws(Failure) {
      let bytes = try WipedBytes(readingAll: input.descriptor, waiting: waiting)
      answers = try bytes.withBytes { bytes throws(Failure) in try Self.answers(in: bytes) }
    } catch {
      throw input.refused(error.message)
    }
    if answers.values.contains(where: \.isSecret) { try refuseReadableByOthers(input) }
    return answers
  }

  private static func refuseReadableByOthers(_ input: borrowing InputFile) throws(Failure) {
    var status = stat()
    guard
      input.isStandardInput
        || fstat(input.descriptor, &status) == 0 && status.st_mode & 0o077 == 0
    else { throw input.refused("answers.openToOthers") }
  }

  /// Understands the answers in a document.
  static func answers(
    in document: UnsafeRawBufferPointer
  ) throws(Failure) -> [FieldID: FieldContent] {
    if document.allSatisfy({ [0x20, 0x09, 0x0A, 0x0D].contains($0) }) {
      throw Failure("answers.empty")
    }
    var secrets: [FieldID: FieldContent] = [:]
    let root: JSONNode
    do {
      root = try JSONReader.read(document, secretMembers: Member.secrets) { name, _, bytes in
        secrets[FieldID(rawValue: name)] = Secret(utf8: bytes).map { .secret($0) }
      }
    } catch {
      throw Failure(error.message)
    }
    guard case .object(let members) = root.value else {
      throw Failure(Message("answers.noObject", ["place": root.place.message]))
    }
    var answers = secrets
    for member in members {
      guard let field = Member.all[member.name] else {
        throw Failure(
          Message(
            "answers.unknownField",
            [
              "place": member.namePlace.message, "name": .verbatim(member.name.echoed),
              "names": .list(Member.names.map { .verbatim($0) }),
            ]))
      }
      if secrets[field.id] != nil { continue }
      guard let content = field.kind.content(of: member.node.value) else {
        throw Failure(
          Message(
            field.expectation,
            ["place": member.node.place.message, "name": .verbatim(member.name)]))
      }
      answers[field.id] = content
    }
    return answers
  }
}

/// A member of an answers file: one field of the form.
private struct Member {
  let id: FieldID
  let kind: FieldKind

  static let names = fields.map(\.id.rawValue)
  static let all = Dictionary(uniqueKeysWithValues: fields.map { ($0.id.rawValue, $0) })
  static let secrets = Set(fields.filter { $0.kind == .secret }.map(\.id.rawValue))

  private static let fields = [
    Member(RegistrationForm.username), Member(RegistrationForm.givenName),
    Member(RegistrationForm.familyName), Member(RegistrationForm.email),
    Member(RegistrationForm.password), Member(RegistrationForm.passwordAgain),
    Member(RegistrationForm.acceptTerms),
  ]

  private init<Answer>(_ field: Field<Answer>) {
    id = field.id
    kind = field.specification.kind
  }

  /// The key of what is said where something else stands in the file than may.
  ///
  /// A secret that is a string never gets here.
  var expectation: String {
    if case .toggle = kind { "answers.noToggle" } else { "answers.noText" }
  }
}

extension FieldContent {
  fileprivate var isSecret: Bool {
    if case .secret = self { true } else { false }
  }
}

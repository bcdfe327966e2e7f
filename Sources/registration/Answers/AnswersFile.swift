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
    let name: Message = path == "-" ? "file.standardInput" : .verbatim(path)
    let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else {
      throw refusal(name, .unreadable(.last))
    }
    defer { if path != "-" { close(descriptor) } }
    let bytes: WipedBytes
    do {
      bytes = try WipedBytes(readingAll: descriptor, waiting: waiting)
    } catch {
      throw refusal(name, error.message)
    }
    let answers: [FieldID: FieldContent]
    do {
      answers = try bytes.withBytes { bytes throws(AnswersError) in try Self.answers(in: bytes) }
    } catch {
      throw refusal(name, error.message)
    }
    if path != "-", answers.values.contains(where: \.isSecret) {
      try refuseReadableByOthers(descriptor, name)
    }
    return answers
  }

  private static func refusal(_ name: Message, _ reason: Message) -> Failure {
    Failure(
      Message("answers.refused", ["file": name, "reason": reason]), status: Failure.usage)
  }

  private static func refuseReadableByOthers(
    _ descriptor: CInt, _ name: Message
  ) throws(Failure) {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & 0o077 == 0 else {
      throw refusal(name, "answers.openToOthers")
    }
  }

  /// Understands the answers in a document.
  static func answers(
    in document: UnsafeRawBufferPointer
  ) throws(AnswersError) -> [FieldID: FieldContent] {
    if document.allSatisfy({ [0x20, 0x09, 0x0A, 0x0D].contains($0) }) {
      throw AnswersError(message: "answers.empty")
    }
    var secrets: [FieldID: FieldContent] = [:]
    let root: JSONNode
    do {
      root = try JSONReader.read(document, secretMembers: Member.secrets) { name, _, bytes in
        secrets[FieldID(rawValue: name)] = Secret(utf8: bytes).map { .secret($0) }
      }
    } catch {
      throw AnswersError(message: error.message)
    }
    guard case .object(let members) = root.value else {
      throw AnswersError(message: Message("answers.noObject", ["place": root.place.message]))
    }
    var answers = secrets
    for member in members {
      guard let field = Member.all[member.name] else {
        throw AnswersError(
          message: Message(
            "answers.unknownField",
            [
              "place": member.namePlace.message, "name": .verbatim(member.name.echoed),
              "names": .list(Member.names.map { .verbatim($0) }),
            ]))
      }
      if secrets[field.id] != nil { continue }
      guard let content = field.kind.content(of: member.node.value) else {
        throw AnswersError(
          message: Message(
            field.expectation,
            ["place": member.node.place.message, "name": .verbatim(member.name)]))
      }
      answers[field.id] = content
    }
    return answers
  }
}

/// What is wrong with answers, where, and the mend.
///
/// Quotes nothing that was answered.
struct AnswersError: Explained, Equatable {
  let message: Message
}

extension Message {
  /// A file cannot be read.
  static func unreadable(_ error: SystemError) -> Message {
    Message("file.unreadable", ["reason": Message(explaining: error)])
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

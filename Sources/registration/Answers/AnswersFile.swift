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
    let name = path == "-" ? "standard input" : path
    let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else {
      throw refusal(name, "\(SystemError.last): name a file that can be read")
    }
    defer { if path != "-" { close(descriptor) } }
    let bytes: WipedBytes
    do {
      bytes = try WipedBytes(readingAll: descriptor, waiting: waiting)
    } catch {
      throw refusal(name, "\(error)")
    }
    let answers: [FieldID: FieldContent]
    do {
      answers = try bytes.withBytes { bytes throws(AnswersError) in try Self.answers(in: bytes) }
    } catch {
      throw refusal(name, "\(error)")
    }
    if path != "-", answers.values.contains(where: \.isSecret) {
      try refuseReadableByOthers(descriptor, name)
    }
    return answers
  }

  private static func refusal(_ name: String, _ reason: String) -> Failure {
    Failure(.verbatim("answers file \(name): \(reason)"), status: Failure.usage)
  }

  private static func refuseReadableByOthers(
    _ descriptor: CInt, _ name: String
  ) throws(Failure) {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & 0o077 == 0 else {
      throw refusal(name, "holds a password and others may read it: chmod 600 it")
    }
  }

  /// Understands the answers in a document.
  static func answers(
    in document: UnsafeRawBufferPointer
  ) throws(AnswersError) -> [FieldID: FieldContent] {
    let hint = "write {\"username\": \"...\", ...}"
    if document.allSatisfy({ [0x20, 0x09, 0x0A, 0x0D].contains($0) }) {
      throw AnswersError("is empty: \(hint)")
    }
    var secrets: [FieldID: FieldContent] = [:]
    let root: JSONNode
    do {
      root = try JSONReader.read(document, secretMembers: Member.secrets) { name, _, bytes in
        secrets[FieldID(rawValue: name)] = Secret(utf8: bytes).map { .secret($0) }
      }
    } catch {
      throw AnswersError(RegistrationForm.messages.text(for: error.message))
    }
    guard case .object(let members) = root.value else {
      throw AnswersError(
        "\(RegistrationForm.messages.text(for: root.place.message)): not an object: \(hint)")
    }
    var answers = secrets
    for member in members {
      guard let field = Member.all[member.name] else {
        throw AnswersError(
          "\(RegistrationForm.messages.text(for: member.namePlace.message)): no field is called \"\(member.name.echoed)\": "
            + "there are \(Member.names.joined(separator: ", "))")
      }
      if secrets[field.id] != nil { continue }
      guard let content = field.kind.content(of: member.node.value) else {
        throw AnswersError(
          "\(RegistrationForm.messages.text(for: member.node.place.message)): \(member.name) has to be \(field.expectation)"
        )
      }
      answers[field.id] = content
    }
    return answers
  }
}

/// What is wrong with answers, where, and the mend.
///
/// Quotes nothing that was answered.
struct AnswersError: Error, Equatable, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
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

  /// What may stand in the file.
  ///
  /// A secret that is a string never gets here.
  var expectation: String {
    if case .toggle = kind { "true or false" } else { "a string" }
  }
}

extension FieldContent {
  fileprivate var isSecret: Bool {
    if case .secret = self { true } else { false }
  }
}

import Accounts
package import FormworkCore
package import FormworkJSON

/// The reason of a refusal, in the format of RFC 9457.
package struct Problem: WireValue, Equatable, Error {
  /// The kind of a problem; its raw value is the last part of the problem's type.
  package enum Code: String, CaseIterable, Sendable {
    /// The request cannot be read.
    case malformed
    case invalidSubmission
    /// The account of an earlier request with the key was deleted.
    case accountDeleted
    /// Fields are refused, for the reasons in the issues.
    case refused
    /// New accounts are not accepted.
    case closed
    /// The name or the password is wrong.
    case wrongPassword
    /// Too many wrong passwords: no password is checked now.
    case tooManyWrongPasswords
    /// Too many passwords are being checked.
    case tooManyTries
    case sessionEnded
    case notAllowed
    case orderNotAllowed
    /// The request needs a token.
    case tokenMissing
    /// Only the token of the operator reads all accounts.
    case operatorOnly
    case notFound
    case methodNotAllowed
    /// Others have changed it since: the present value is the member `present`.
    case conflict
    /// A header is missing that says which version the change is based on.
    case preconditionRequired
    case tooLarge
    /// The body is no JSON, by its type.
    case notJSON
    /// The client sends too many requests.
    case tooManyRequests
    /// The service has too much to do.
    case busy
    /// The accounts cannot be reached.
    case unavailable
    /// The change may have been made.
    case outcomeUnknown
  }

  package let code: Code

  /// The sentence in English, for people who read a log.
  package let detail: String

  /// The refused fields, in the order of the form.
  package var issues: [FormIssue] = []

  /// The time to wait before the request is repeated.
  package var retryDelay: Duration?

  /// The present value, of the kind that the request wanted to change.
  package var present: JSONNode?

  package init(_ code: Code, _ detail: String) { (self.code, self.detail) = (code, detail) }

  package init(_ object: WireObject) throws(WireError) {
    let type = try object.text("type")
    guard type.hasPrefix(Self.typePrefix),
      let code = Code(rawValue: String(type.dropFirst(Self.typePrefix.count)))
    else { throw WireError(path: "type") }
    self.init(code, try object.optionalText("detail") ?? "")
    issues = try object.optionalValues("issues") ?? []
    retryDelay = try object.optionalNumber("retryMilliseconds").map {
      .milliseconds(min(max(0, $0), 86_400_000))
    }
    present = object.optionalNode("present")
  }

  package func write(to wire: inout WireWriter) {
    wire.write("type", Self.typePrefix + code.rawValue)
    wire.write("title", code.title)
    wire.write("status", code.status)
    wire.write("detail", detail)
    if !issues.isEmpty { wire.write("issues", issues) }
    wire.write("retryMilliseconds", retryDelay.map { Int($0 / .milliseconds(1)) })
    wire.write("present", present)
  }

  private static let typePrefix = "urn:formwork:problem:"
}

extension Problem.Code {
  /// The status of HTTP.
  package var status: Int {
    switch self {
    case .malformed, .invalidSubmission: 400
    case .wrongPassword, .sessionEnded, .tokenMissing: 401
    case .closed, .notAllowed, .orderNotAllowed, .operatorOnly: 403
    case .notFound: 404
    case .methodNotAllowed: 405
    case .accountDeleted: 410
    case .conflict: 412
    case .tooLarge: 413
    case .notJSON: 415
    case .refused: 422
    case .preconditionRequired: 428
    case .tooManyWrongPasswords, .tooManyTries, .tooManyRequests: 429
    case .busy, .unavailable: 503
    case .outcomeUnknown: 504
    }
  }

  package var title: String {
    switch self {
    case .malformed: "The request cannot be read"
    case .invalidSubmission: "The idempotency key is not valid"
    case .accountDeleted: "The account of this idempotency key was deleted"
    case .refused: "Some fields are refused"
    case .closed: "New accounts are not accepted at present"
    case .wrongPassword: "Wrong username or password"
    case .tooManyWrongPasswords: "Too many wrong passwords"
    case .tooManyTries: "Too many passwords are being checked"
    case .sessionEnded: "The session has ended"
    case .notAllowed: "Only an administrator may do that"
    case .orderNotAllowed: "Only members may see that order"
    case .tokenMissing: "The request needs a token"
    case .operatorOnly: "Only the operator may do that"
    case .notFound: "There is nothing at this address"
    case .methodNotAllowed: "This address does not support the method"
    case .conflict: "Others have changed it since"
    case .preconditionRequired: "The request does not name the version that it changes"
    case .tooLarge: "The request is too large"
    case .notJSON: "The content type has to be application/json"
    case .tooManyRequests: "Too many requests"
    case .busy: "The service is busy"
    case .unavailable: "The accounts cannot be reached"
    case .outcomeUnknown: "It is not known whether it was done"
    }
  }
}

extension FormIssue: WireValue {
  package init(_ object: WireObject) throws(WireError) {
    let field = try object.optionalText("field").map { FieldID(rawValue: $0) }
    self.init(field, try Violation(wire: object))
  }

  package func write(to wire: inout WireWriter) {
    let (limit, count) = violation.numbers
    wire.write("field", field?.rawValue)
    wire.write("key", violation.wireKey)
    wire.write("limit", limit)
    wire.write("count", count)
  }
}

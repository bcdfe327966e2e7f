#if Service
import AccountsHTTP
import FormworkCore
import FormworkJSON
import FormworkSystem
import Glibc
import HTTPTypes
import Hummingbird

/// An answer in JSON.
struct Reply: ResponseGenerator {
  let status: HTTPResponse.Status
  let body: ByteBuffer?
  var headers: HTTPFields = [:]

  /// An answer without content.
  static let empty = Reply(status: .noContent, body: nil)

  init(_ value: some WireValue, status: HTTPResponse.Status = .ok) {
    self.init(status: status) { value.write(to: &$0) }
  }

  init(status: HTTPResponse.Status = .ok, _ write: (inout WireWriter) -> Void) {
    self.init(status: status, body: ByteBuffer(bytes: WireWriter.object(write)))
    headers[.contentType] = "application/json"
  }

  private init(status: HTTPResponse.Status, body: ByteBuffer?) {
    (self.status, self.body) = (status, body)
  }

  init(_ problem: Problem) {
    self.init(
      problem,
      status: HTTPResponse.Status(code: problem.code.status, reasonPhrase: problem.code.title))
    headers[.contentType] = "application/problem+json"
    if let delay = problem.retryDelay {
      headers[.retryAfter] =
        "\(max(1, delay.components.seconds + (delay.components.attoseconds > 0 ? 1 : 0)))"
    }
    if problem.code.status == 401 { headers[.wwwAuthenticate] = "Bearer" }
  }

  /// The answer with a tag of its content.
  var tagged: Reply {
    var hash = StableHash()
    hash.combine(body.map { String(buffer: $0) } ?? "")
    var reply = self
    reply.headers[.eTag] = "\"\(String(hash.value, radix: 16))\""
    return reply
  }

  /// Returns the answer without its content if the client has the same already, by its tag.
  func unlessKnown(to request: Request) -> Reply {
    let known = request.headers[values: .ifNoneMatch]
      .flatMap { $0.split(separator: ",") }.map { $0.trimmingTag }
    guard known.contains(headers[.eTag] ?? "") || known.contains("*") else { return self }
    var reply = Reply(status: .notModified, body: nil)
    reply.headers[.eTag] = headers[.eTag]
    return reply
  }

  func response(from request: Request, context: some RequestContext) -> Response {
    var headers = headers
    headers[.cacheControl] = headers[.eTag] == nil ? "no-store" : "private, no-cache"
    headers[.xContentTypeOptions] = "nosniff"
    return Response(
      status: status, headers: headers,
      body: body.map { ResponseBody(byteBuffer: $0) } ?? ResponseBody())
  }
}

/// Returns a time, by default the present one, for the header `Date`.
///
/// Source: RFC 9110, section 5.6.7.
func dateHeader(at time: time_t = time(nil)) -> String {
  var (time, parts) = (time, tm())
  gmtime_r(&time, &parts)
  // The program sets no locale: names are English.
  return parts.text("%a, %d %b %Y %H:%M:%S GMT")
}

extension Substring {
  /// The tag without blanks around it, and without the mark of a weak one.
  fileprivate var trimmingTag: String {
    let tag = split(separator: " ").joined()
    return tag.hasPrefix("W/") ? String(tag.dropFirst(2)) : tag
  }
}
#endif

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
  let body: String?
  var headers: HTTPFields = [:]

  /// Creates an answer without content.
  static let empty = Reply(status: .noContent, body: nil)

  init(_ value: some WireValue, status: HTTPResponse.Status = .ok) {
    self.init(status: status) { value.write(to: &$0) }
  }

  init(status: HTTPResponse.Status = .ok, _ write: (inout WireWriter) -> Void) {
    self.init(status: status, body: WireWriter.object(write))
    headers[.contentType] = "application/json"
  }

  private init(status: HTTPResponse.Status, body: String?) {
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

  /// Returns the answer with its tag; without content if the client has the same already.
  func tagged(for request: Request) -> Reply {
    var hash = StableHash()
    hash.combine(body ?? "")
    let tag = "\"\(String(hash.value, radix: 16))\""
    let known = request.headers[values: .ifNoneMatch]
      .flatMap { $0.split(separator: ",") }.map { $0.trimmingTag }
    let isKnown = known.contains(tag) || known.contains("*")
    var reply = isKnown ? Reply(status: .notModified, body: nil) : self
    reply.headers[.eTag] = tag
    return reply
  }

  func response(from request: Request, context: some RequestContext) -> Response {
    var headers = headers
    headers[.cacheControl] = headers[.eTag] == nil ? "no-store" : "private, no-cache"
    headers[.xContentTypeOptions] = "nosniff"
    return Response(
      status: status, headers: headers,
      body: body.map { ResponseBody(byteBuffer: ByteBuffer(string: $0)) } ?? ResponseBody())
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

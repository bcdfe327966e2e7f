#if Service
import AccountsHTTP
import FormworkCore
import FormworkJSON
import FormworkSystem
import Glibc
import HTTPTypes
import Hummingbird
import Synchronization

/// An answer in JSON.
struct Reply: ResponseGenerator {
  let status: HTTPResponse.Status
  let body: String?
  var headers: HTTPFields = [:]

  /// Creates an answer without content.
  static let empty = Reply(status: .noContent, body: nil)

  init(_ value: JSONValue, status: HTTPResponse.Status = .ok) {
    self.init(status: status, body: JSONNode(value).text())
    headers[.contentType] = "application/json"
  }

  private init(status: HTTPResponse.Status, body: String?) {
    (self.status, self.body) = (status, body)
  }

  init(_ problem: Problem) {
    self.init(
      problem.wire,
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

/// The time in the header `Date`, which is formatted once a second at most.
///
/// Source: RFC 9110, section 5.6.7.
final class DateHeader: Sendable {
  private let last = Mutex<(time: time_t, text: String)>((-1, ""))

  /// Returns the text of a time, by default the present one.
  func text(at now: time_t = time(nil)) -> String {
    last.withLock { last in
      if last.time != now {
        var (time, parts) = (now, tm())
        gmtime_r(&time, &parts)
        // The program sets no locale: names are English.
        last = (now, parts.text("%a, %d %b %Y %H:%M:%S GMT"))
      }
      return last.text
    }
  }
}

extension Substring {
  /// The tag without blanks around it, and without the mark of a weak one.
  fileprivate var trimmingTag: String {
    let tag = split(separator: " ").joined()
    return tag.hasPrefix("W/") ? String(tag.dropFirst(2)) : tag
  }
}
#endif

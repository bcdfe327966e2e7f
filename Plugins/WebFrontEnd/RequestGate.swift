import FormworkFrontEnd

/// The decision about each request before anything of it is used.
struct RequestGate {
  private let limits: ServerLimits

  /// The address of the page.
  let address: ListenAddress
  var admission = Admission()

  /// The number of posts that are accepted now; it grows with time.
  private var credit = Self.burst
  private var creditedAt = ContinuousClock.now

  /// The number of posts that are accepted at once.
  private static let burst = 400.0

  init(_ address: ListenAddress, limits: ServerLimits) {
    (self.address, self.limits) = (address, limits)
  }

  /// The paths that need no pass, and have no data of the form.
  static let publicPaths: Set = ["/", "/style.css", "/script.js"]

  /// The address with the token, which the user opens; `nil` while a browser has the page.
  var link: String? { admission.token.map { "\(address.origin)/#\($0)" } }

  /// Returns a refusal of a request, or `nil` if its sender and its form are acceptable.
  mutating func refusal(of request: WebRequest) -> WebReply? {
    guard let host = request.header("host"), address.isNamed(by: host) else {
      return .status(403, text: "wrong host\n")
    }
    // Our page sends neither bodies of unknown length nor requests for other protocols.
    if request.hasHeader("transfer-encoding") || request.hasHeader("upgrade") {
      return .status(400, text: "unexpected header\n")
    }
    let hasOrigin = request.method == "POST" || request.hasHeader("origin")
    if hasOrigin, request.header("origin") != "http://\(host)" {
      return .status(403, text: "wrong origin\n")
    }
    switch request.method {
    case "GET": return refusal(ofGet: request)
    case "POST": return refusal(ofPost: request)
    default: return .status(405)
    }
  }

  private func refusal(ofGet request: WebRequest) -> WebReply? {
    if request.hasHeader("content-length"), request.header("content-length") != "0" {
      return .status(400, text: "unexpected body\n")
    }
    // Other sites may link to the page, but load nothing of it.
    let site = request.header("sec-fetch-site") ?? "same-origin"
    if request.path != "/", site != "same-origin" { return .status(403, text: "other site\n") }
    if Self.publicPaths.contains(request.path) { return nil }
    return request.hasPass ? refusal(ofPass: request) : .status(404)
  }

  private mutating func refusal(ofPost request: WebRequest) -> WebReply? {
    // A form of another site cannot send this type.
    guard request.header("content-type") == "application/octet-stream" else {
      return .status(415)
    }
    guard let length = request.header("content-length").flatMap({ Int($0) }), length >= 0 else {
      return .status(411)
    }
    if length > limits.bodyByteCount { return .status(413) }
    if request.path == "/open" { return nil }
    guard request.hasPass else { return .status(404) }
    return refusal(ofPass: request) ?? (takesPost() ? nil : .status(429))
  }

  private func refusal(ofPass request: WebRequest) -> WebReply? {
    let cookies = request.headers.filter { $0.name == "cookie" }.flatMap { header in
      header.value.split(separator: Character(";")).map { $0.trimmingPrefix(" ") }
    }
    return admission.admits(path: request.pass, cookies: cookies) ? nil : .status(403)
  }

  private mutating func takesPost() -> Bool {
    let now = ContinuousClock.now
    let elapsed = creditedAt.duration(to: now) / .seconds(1)
    (credit, creditedAt) = (min(Self.burst, credit + elapsed * limits.postRate), now)
    guard credit >= 1 else { return false }
    credit -= 1
    return true
  }
}

extension WebRequest {
  /// The first part of a path with two parts.
  fileprivate var pass: Substring { path.dropFirst().prefix { $0 != "/" } }

  /// Whether the path has two parts: the secret word, and an endpoint.
  var hasPass: Bool { path.utf8.count { $0 == UInt8(ascii: "/") } == 2 }

  /// The last part of the path.
  var endpoint: Substring {
    path[(path.lastSlash.map { path.utf8.index(after: $0) } ?? path.startIndex)...]
  }
}

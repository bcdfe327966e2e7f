import FormworkFrontEnd
import FuzzPicture

@testable import WebFrontEnd

/// Feeds any bytes as a request to the gate of the page and to the reader of its input.
///
/// `Scripts/fuzz web` builds and runs it. The input has a line `METHOD PATH?QUERY`, lines with headers, an empty
/// line, and the body; P stands for the pass, and C for the cookie. libmicrohttpd has read all that before.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let input = UnsafeRawBufferPointer(start: bytes, count: count)
  let parts = input.split(separator: 0x0A, maxSplits: 20, omittingEmptySubsequences: false)
  guard let head = String(validating: parts[0], as: UTF8.self) else { return 0 }
  var admission = Admission()
  guard let pass = admission.token.flatMap({ admission.exchange($0) }),
    let address = try? ListenAddress({ $0.hasSuffix("PORT") ? "80" : nil })
  else { preconditionFailure("no pass") }
  var gate = RequestGate(address, limits: ServerLimits())
  gate.admission = admission

  func pairs(_ texts: [Substring], at separator: Character) -> [(name: String, value: String)] {
    texts.map { text in
      let pair = text.split(separator: separator, maxSplits: 1)
      return (pair.first.map(String.init) ?? "", pair.dropFirst().first.map(String.init) ?? "")
    }
  }
  let line = head.split(separator: " ", maxSplits: 1)
  let target = (line.last ?? "").split(separator: "?", maxSplits: 1)
  let heads = parts.dropFirst().prefix { !$0.isEmpty }
  let lines = heads.compactMap { String(validating: $0, as: UTF8.self)?[...] }
  let headers = pairs(lines, at: ":").map { name, value in
    (name: name, value: name == "cookie" && value == "C" ? "formwork=\(pass.cookie)" : value)
  }
  let hasCookie = headers.contains { $0.value == "formwork=\(pass.cookie)" }
  let path = (target.first.map(String.init) ?? "").replacing("/P/", with: "/\(pass.path)/")
  let request = WebRequest(
    String(line.first ?? ""), path, headers: headers,
    arguments: pairs((target.dropFirst().first ?? "").split(separator: "&"), at: "="))
  if let body = parts.dropFirst(heads.count + 2).first, !body.isEmpty {
    request.body.append(UnsafeRawBufferPointer(rebasing: body))
  }
  if gate.refusal(of: request) == nil {
    let isOpen = path == "/open" || RequestGate.publicPaths.contains(path)
    precondition(isOpen || hasCookie, "no cookie: \(head)")
    precondition(request.header("host") != nil)
    precondition(request.method == "GET" || request.header("origin") != nil)
  }
  guard let input = PageInput(request, in: picture), input.fits(picture) else { return 0 }
  precondition(input.revision > 0 && input.number > 0)
  if let node = input.message.node { precondition(picture[node] != nil) }
  switch input.message {
  case .edit(let node, let text, let cursor), .complete(let node, let text, let cursor):
    let isSecret = if case .secret = text { true } else { false }
    precondition(isSecret == (picture[node]?.kind == .secretField))
    precondition((0...request.body.byteCount).contains(cursor) && request.body.isUTF8)
  case .window(_, let first, let rows): precondition(first >= 0 && (1...1000).contains(rows))
  default: break
  }
  return 0
}

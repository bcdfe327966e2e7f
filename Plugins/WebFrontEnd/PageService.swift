import CMicroHTTPD
import FormworkFrontEnd
import Glibc
import Interaction

/// The service of one form for one browser: the loop between the host, the server and the terminal.
final class PageService {
  private let host: HostConnection
  private let limits: ServerLimits
  private let feed: PageFeed
  private var picture = ViewTreeReplica()
  private var gate: RequestGate
  private var server: WebServer?
  private var notes: TextOutput

  /// The browser that was opened, until it has the page.
  private var launch: BrowserLaunch?
  private var hasShownLink = false
  private let isAtTerminal: Bool

  /// The time from which on a page counts as closed.
  private var absence: ContinuousClock.Instant?

  init(
    _ host: HostConnection, at address: ListenAddress, limits: ServerLimits
  ) throws(SystemError) {
    var address = address
    let listener = try address.listen()
    isAtTerminal = isatty(host.inputDescriptor) == 1
    (self.host, self.limits, feed) = (host, limits, PageFeed(limits: limits))
    gate = RequestGate(address, limits: limits)
    notes = TextOutput(descriptor: host.outputDescriptor)
    server = try WebServer(
      listener, limits: limits, refusal: { [unowned self] in gate.refusal(of: $0) },
      answer: { [unowned self] in answer($0) })
    feed.left = { [unowned self] in absence = .now + self.limits.absence }
  }

  func close() {
    feed.left = {}
    feed.disconnect()
    server?.close()
    server = nil
  }

  /// Serves until the host detaches the front end.
  func serve() throws(SystemError) {
    while true {
      if let reason = try takeMessages() { return try finish(for: reason) }
      server?.work()
      if let reason = try wait() { return try finish(for: reason) }
    }
  }

  /// Waits for the host, the browser, or the time of an absence.
  ///
  /// The end of the terminal is reported, and followed by a DETACH, whose reason is returned.
  private func wait() throws(SystemError) -> DetachReason? {
    var limit = server?.timeout ?? -1
    if let absence {
      let remaining = ContinuousClock.now.duration(to: absence)
      if remaining <= .zero {
        try noteAbsence()
        return nil
      }
      limit = limit < 0 ? remaining.wholeMilliseconds : min(limit, remaining.wholeMilliseconds)
    }
    var entries: InlineArray = [
      pollfd(fd: host.wakeDescriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: server?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
      // What is typed at the terminal is for the next program, and only its end counts.
      pollfd(fd: isAtTerminal ? host.inputDescriptor : -1, events: 0, revents: 0),
      pollfd(fd: feed.socket, events: cmh_closed, revents: 0),
    ]
    var span = entries.mutableSpan
    let count = span.withUnsafeMutableBufferPointer {
      poll($0.baseAddress, nfds_t($0.count), limit)
    }
    if count < 0, errno != EINTR { throw .last }
    guard count > 0 else { return nil }
    if entries[3].revents != 0 { feed.disconnect() }
    guard entries[2].revents != 0, host.revision > 0 else { return nil }
    host.post(.quit)
    while true {
      if let reason = try takeMessages() { return reason }
      _ = try host.wait(forInput: false)
    }
  }

  /// Takes all messages of the host, and returns the reason of a DETACH.
  private func takeMessages() throws(SystemError) -> DetachReason? {
    while let message = host.next() {
      if case .detach(let reason) = message { return reason }
      feed.take(message)
      if picture.apply(message) != nil {
        feed.flush(picture)
        if !hasShownLink { try showLink("web.open") }
      }
      if case .attach(_, isLost: true) = message { hasShownLink = gate.link == nil }
    }
    return nil
  }

  /// Shows the end on the page and on the terminal; a page that does not read is not awaited.
  private func finish(for reason: DetachReason) throws(SystemError) {
    let texts = reason == .done ? picture.lastingTexts : []
    feed.end(for: reason, texts: texts)
    let deadline = ContinuousClock.now + .milliseconds(300)
    server?.work()
    while feed.hasPage, ContinuousClock.now < deadline {
      var entry = pollfd(fd: server?.descriptor ?? -1, events: Int16(POLLIN), revents: 0)
      let rest = ContinuousClock.now.duration(to: deadline).wholeMilliseconds
      poll(&entry, 1, min(rest, server?.timeout == 0 ? 0 : rest))
      server?.work()
    }
    for text in texts { notes.write("\(text)\n") }
    try notes.flush()
  }

  // MARK: The terminal

  /// Shows the address on the terminal, and at first opens it.
  private func showLink(_ key: String) throws(SystemError) {
    hasShownLink = true
    guard let link = gate.link else { return }
    notes.write(sentences.text(for: .key(key, ["address": .verbatim(link)])) + "\n")
    if key == "web.open" {
      if let command = tunnel {
        notes.write(
          sentences.text(for: .key("web.tunnel", ["command": .verbatim(command)])) + "\n")
      }
      if !gate.address.isLoopback {
        notes.write(sentences.text(for: .key("web.unencrypted")) + "\n")
      }
      launch = BrowserLaunch(link)
    }
    try notes.flush()
  }

  /// The command that makes the page reachable from the machine of the user, in a session of ssh.
  private var tunnel: String? {
    guard gate.address.isLoopback,
      let parts = Environment.value("SSH_CONNECTION")?.split(separator: " "), parts.count == 4
    else { return nil }
    let port = gate.address.port
    let command = "ssh -L \(port):\(gate.address.host):\(port) \(parts[2])"
    return command.replacingControls()
  }

  private func noteAbsence() throws(SystemError) {
    absence = nil
    gate.admission.renewToken()
    try showLink("web.closed")
  }

  // MARK: The browser

  private func answer(_ request: WebRequest) -> WebReply {
    switch (request.method, request.path) {
    case ("GET", "/"):
      return .content(type: "text/html; charset=utf-8", PackageResources.index_html + Self.words)
    case ("GET", "/style.css"): return .content(type: "text/css", PackageResources.style_css)
    case ("GET", "/script.js"):
      return .content(type: "text/javascript", PackageResources.script_js)
    case ("POST", "/open"): return open(request)
    case ("GET", _) where request.endpoint == "events":
      guard let pass = gate.admission.pass else { return .status(404) }
      absence = nil
      gate.admission.withdrawToken()
      let isFirst = request.argument("first") == "1"
      return .stream(feed.connect(showing: picture, proof: pass.proof, isFirst: isFirst))
    case ("POST", _) where request.endpoint == "input": return take(request)
    default: return .status(404)
    }
  }

  /// The element with the language and the sentences of the page, by key; plurals have two forms.
  private static let words: [UInt8] = {
    let words = sentences.entries.filter { $0.key.hasPrefix("page.") }.map { key, entry in
      let text =
        switch entry {
        case .sentence(let sentence): sentence.quoted
        case .plural(let forms):
          "[\((forms[.one] ?? "").quoted),\((forms[.other] ?? "").quoted)]"
        }
      return "\(key.dropFirst("page.".utf8.count).description.quoted):\(text)"
    }
    let language = "\"lang\":\(sentences.language.tag.quoted)"
    let object = "{\((words + [language]).joined(separator: ","))}"
    return Array("<script id=\"words\" type=\"application/json\">\(object)</script>\n".utf8)
  }()

  /// Exchanges a token for the path of the page's data, a proof, a cookie, and the first picture.
  private func open(_ request: WebRequest) -> WebReply {
    guard let token = request.body.text, let pass = gate.admission.exchange(token) else {
      return .status(403, text: "no such link\n")
    }
    launch = nil
    feed.lastNumber = 0
    // A browser that does not come back leaves the form to another one.
    absence = .now + limits.absence
    let cookie =
      "\(Admission.cookieName)=\(pass.cookie); Path=/\(pass.path); HttpOnly; SameSite=Strict"
    let first = feed.begin(showing: picture, proof: pass.proof)
    let object =
      "{\"pass\":[\(pass.path.quoted),\(pass.proof.quoted)],\"picture\":\(first ?? "null")}"
    return .content(
      type: "application/json", Array(object.utf8),
      headers: [("Set-Cookie", cookie)])
  }

  private func take(_ request: WebRequest) -> WebReply {
    // The page leaves out only the numbers of refused inputs.
    guard let input = PageInput(request, in: picture), input.revision <= host.revision,
      input.number <= feed.lastNumber + 1000
    else { return .status(400) }
    if input.number <= feed.lastNumber { return .status(204) }
    // Before the picture is complete, the node of the input may be gone.
    guard input.fits(picture) else {
      feed.lastNumber = input.number
      return .status(410)
    }
    feed.lastNumber = input.number
    if case .complete(_, .text(let text), _) = input.message { feed.noteCompletion(of: text) }
    if case .edit(let node, let text, let cursor) = input.message {
      let value: PropertyValue =
        switch text {
        case .text(let text): .text(text)
        case .secret(let secret): .number(secret.codePointCount)
        }
      picture.noteEdit(of: node, value: value, cursor: cursor)
    }
    host.post(input.message, seenAt: input.revision)
    return .status(204)
  }
}

extension ViewTreeReplica {
  /// The texts that stay readable after the front end has left.
  fileprivate var lastingTexts: [String] {
    nodes().filter { $0.number(.lasting) == 1 }.flatMap { node in
      [.label, .detail, .explanation].map { node.text($0) }.filter { !$0.isEmpty }
    }
  }
}

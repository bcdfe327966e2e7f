import FormworkFrontEnd

/// A front end that writes labels, and enters lines.
struct TrivialFrontEnd: FrontEnd {
  static let identifier = "trivial"
  static let name = "Trivial"
  static let version = "1.0"

  func run(_ host: HostConnection) throws(SystemError) {
    var picture = ViewTreeReplica()
    var output = TextOutput(descriptor: host.outputDescriptor)
    let input = LineInput(descriptor: host.inputDescriptor)
    while true {
      while let message = host.next() {
        if case .detach = message { return }
        guard let changes = picture.apply(message) else { continue }
        for id in changes.inserted { output.write("\(picture[id]?.text(.label) ?? "")\n") }
        try output.flush()
      }
      let ready = try host.wait(for: input)
      guard ready.contains(.input) else { continue }
      if case .line(let bytes, _) = try input.next(), let text = bytes.text,
        let focus = picture.focus
      {
        host.post(.edit(focus, .text(text), cursor: text.utf8.count))
        host.post(.commit(focus, .text(text)))
      } else {
        host.post(.quit)
      }
    }
  }
}

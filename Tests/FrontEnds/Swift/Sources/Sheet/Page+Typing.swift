import FormworkFrontEnd

extension Page {
  /// Posts the message for a key.
  mutating func handle(_ typed: TerminalInput) throws(SystemError) {
    refusal = ""
    let node = picture.focus.flatMap { picture[$0] }
    switch typed {
    case .key(.escape): host.post(.back())
    case .key(.control("D")): host.post(.back(insists: true))
    case .key(.tab), .key(.down): host.post(.go(.next))
    case .key(.backTab), .key(.up): host.post(.go(.previous))
    case .key(.enter): if let node { enter(node) }
    default: if let node { type(typed, at: node) }
    }
    if picture.isConsistent { try draw() }
  }

  private mutating func enter(_ node: PictureNode) {
    if node.kind == .button || node.kind == .row { return _ = host.post(.activate(node.id)) }
    // Without a text, the commit means the last edit.
    host.post(.commit(node.id, nil))
    answered = node.id
  }

  private mutating func type(_ typed: TerminalInput, at node: PictureNode) {
    switch (node.kind, typed) {
    case (.secretField, _): typeSecret(typed, at: node)
    case (.textField, .character(let scalar)), (.textArea, .character(let scalar)):
      edit(node, node.text(.value) + String(scalar))
    case (.textField, .paste(let bytes)), (.textArea, .paste(let bytes)):
      let pasted = (bytes.text ?? "").replacingControls(allowingLines: node.kind == .textArea)
      edit(node, node.text(.value) + pasted)
    case (.textField, .key(.backspace)), (.textArea, .key(.backspace)):
      edit(node, String(node.text(.value).dropLast()))
    case (.toggle, .character(" ")):
      host.post(.choose(node.id, isOn: node.number(.value) != 1))
    case (.choice, .character(let digit)), (.choices, .character(let digit)):
      guard let number = Int(String(digit)), node.children.indices.contains(number - 1),
        let option = picture[node.children[number - 1]]
      else { return }
      host.post(.choose(option.id, isOn: node.kind == .choice || !option.isSelected))
    default: break
    }
  }

  private mutating func edit(_ node: PictureNode, _ text: String) {
    let cursor = text.utf8.count
    // An edit of more than 64 KiB is not posted. The host does not echo accepted edits.
    guard host.post(.edit(node.id, .text(text), cursor: cursor)) else { return }
    picture.noteEdit(of: node.id, value: .text(text), cursor: cursor)
  }

  private mutating func typeSecret(_ typed: TerminalInput, at node: PictureNode) {
    var outcome = secret.apply(typed)
    if outcome == .unhandled(.backspace) { outcome = secret.apply(.erase(.characterBefore)) }
    guard outcome == .changed else { return }
    let content = secret.copyContent()
    host.post(.edit(node.id, .secret(content), cursor: secret.cursorByte))
    let count = content.codePointCount
    picture.noteEdit(of: node.id, value: .number(count), cursor: count)
  }
}

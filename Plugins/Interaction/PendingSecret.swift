package import FormworkFrontEnd

/// The secret that the user types, kept while questions or other pictures come between.
///
/// Typing continues if the field has the same path and the host has a secret of the same length. After a submission,
/// a secret that breaks a rule can be continued; a refused secret is replaced by the next input.
package struct PendingSecret {
  /// The editor of the secret; `nil` if none is being typed.
  package private(set) var editor: SecretEditor?

  private var path: [String] = []
  private var isSubmitted = false

  package init() {}

  /// Returns the editor for a field: that of the secret which was being typed there, or an empty one.
  package mutating func begin(at id: NodeID, in picture: ViewTreeReplica) -> SecretEditor {
    let path = picture.path(of: id)
    if let editor, path == self.path, editor.codePointCount == picture[id]?.number(.value) {
      return editor
    }
    return restart(at: id, in: picture)
  }

  @discardableResult
  package mutating func restart(at id: NodeID, in picture: ViewTreeReplica) -> SecretEditor {
    let editor = SecretEditor()
    self = PendingSecret()
    (self.editor, path) = (editor, picture.path(of: id))
    return editor
  }

  /// Forgets the secret of another field; at an alert it is kept, since the user comes back to it.
  package mutating func leave(for id: NodeID?, in picture: ViewTreeReplica) {
    let isElsewhere = editor != nil && id.map { picture.path(of: $0) } != path
    if isElsewhere && picture.alert == nil { forget() }
  }

  package mutating func forget() { self = PendingSecret() }

  /// Returns the number of bytes that stay if something is typed now.
  package func keptByteCount(status: NodeStatus?) -> Int {
    gives(wayAt: status) ? 0 : editor?.byteCount ?? 0
  }

  /// Notes that the secret was submitted or, with `false`, that the picture is another one.
  package mutating func noteSubmitted(_ isSubmitted: Bool = true) {
    self.isSubmitted = isSubmitted && editor != nil
  }

  /// Applies what was typed or pasted; what is refused replaces nothing.
  package mutating func enter(
    _ typed: TerminalInput, status: NodeStatus?
  ) -> SecretEditor.Outcome? {
    guard let editor else { return nil }
    if gives(wayAt: status) {
      let outcome = SecretEditor().apply(typed)
      guard case .changed = outcome else { return outcome }
      _ = editor.apply(.eraseAll)
    }
    isSubmitted = false
    return editor.apply(typed)
  }

  package mutating func apply(_ edit: TextEdit) -> SecretEditor.Outcome? {
    isSubmitted = false
    return editor?.apply(edit)
  }

  private func gives(wayAt status: NodeStatus?) -> Bool {
    isSubmitted && status.map { $0 != .invalid && $0 != .incomplete } ?? false
  }
}

extension SecretEditor {
  /// The length in code points, in which the host counts a secret.
  package var codePointCount: Int { withBytes { $0.codePointCount } }

  package var codePointsBeforeCursor: Int {
    withBytes { UnsafeRawBufferPointer(rebasing: $0.prefix(cursorByte)).codePointCount }
  }
}

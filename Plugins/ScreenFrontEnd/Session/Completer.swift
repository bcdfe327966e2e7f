import FormworkFrontEnd
import Interaction
import Wording

/// Completes a text: asks the host for suggestions, and shows them in a window.
final class Completer {
  private unowned let session: Session

  /// The last request, and the suggestions that are visible.
  var completion: Completion?
  private var suggestionLists = SuggestionLists()

  init(_ session: Session) { self.session = session }

  /// Whether it is not known yet what Tab comes to, and so where the next key belongs.
  var awaitsSuggestions: Bool { completion?.isAwaited == true }

  /// Completes the text at Tab; if there is nothing to complete, the focus moves on.
  func complete() {
    guard case .text(let id, let editor) = session.person.focus, !editor.isEmpty,
      session.picture[id]?.number(.completes) == 1,
      ask(for: Completion(node: id, text: editor.text, isAwaited: true), editor)
    else { return session.walker.go(.next) }
  }

  /// Asks the host for suggestions, and returns whether the request was posted.
  private func ask(for asked: Completion, _ editor: TextEditor) -> Bool {
    guard session.host.post(.complete(asked.node, .text(editor.text), cursor: editor.cursor)) else {
      return false
    }
    completion = asked
    suggestionLists.noteRequest()
    return true
  }

  /// Limits the visible suggestions to those for the present text, and asks again.
  func narrowCompletion(to editor: TextEditor) {
    guard case .completing = session.machine.state else { return }
    guard let former = completion, !editor.isEmpty else { return endCompletion() }
    let left = former.narrowed(to: editor.text)
    _ = session.machine.apply(.renewed(options(of: left)))
    let asked = Completion(
      node: former.node, text: editor.text, isAwaited: false, suggestions: left)
    if !ask(for: asked, editor) { endCompletion() }
  }

  /// Shows none any more, and waits for none.
  func endCompletion() {
    completion = nil
    if case .completing = session.machine.state { _ = session.machine.apply(.moved) }
  }

  /// Notes a suggestion, or the end of a list; a list for an older text is not shown.
  func note(_ suggestion: Suggestion?, for node: NodeID) {
    guard let all = suggestionLists.take(suggestion) else { return }
    guard var asked = completion, asked.node == node,
      case .text(node, let editor) = session.person.focus,
      editor.text == asked.text
    else { return endCompletion() }
    asked.suggestions = all.filter { suggestion in
      editor.canReplace(suggestion.range)
        && editor.part(suggestion.range) != suggestion.text[...]
    }
    if asked.isAwaited { return begin(with: asked, editor) }
    guard case .completing = session.machine.state, !asked.suggestions.isEmpty else {
      return endCompletion()
    }
    completion = asked
    _ = session.machine.apply(.renewed(options(of: asked.suggestions)))
  }

  /// Completes a text as far as there is only one way, and shows the ways if there are several.
  private func begin(with found: Completion, _ former: TextEditor) {
    endCompletion()
    guard let first = found.suggestions.first else { return session.walker.go(.next) }
    var editor = former
    let isOne = found.suggestions.count == 1
    if let known = isOne ? first : found.common {
      editor.replace(known.range, with: known.text)
      session.typist.adopt(editor, of: found.node, isText: true)
    }
    guard !isOne, case .text(found.node, let editor) = session.person.focus else { return }
    let shown =
      editor.text == found.text ? found.suggestions : found.narrowed(to: editor.text)
    completion = Completion(
      node: found.node, text: editor.text, isAwaited: false, suggestions: shown)
    _ = session.machine.apply(.opened(Popup(suggestions: options(of: shown)), isCompletion: true))
  }

  private func options(of suggestions: [Suggestion]) -> [Popup.Option] {
    suggestions.indices.map {
      Popup.Option(id: NodeID(rawValue: UInt32($0)), label: suggestions[$0].text)
    }
  }

  /// Inserts a visible suggestion into the text.
  func take(_ option: Popup.Option) {
    let index = Int(option.id.rawValue)
    guard case .text(let id, var editor) = session.person.focus, let completion,
      completion.node == id,
      completion.text == editor.text, completion.suggestions.indices.contains(index)
    else { return session.ring() }
    let suggestion = completion.suggestions[index]
    self.completion = nil
    editor.replace(suggestion.range, with: suggestion.text)
    session.typist.adopt(editor, of: id, isText: true)
  }
}

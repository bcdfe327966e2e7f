import FormworkFrontEnd
import Interaction

/// The suggestions for a text, as it was at the time of the request.
struct FieldCompletion: Equatable {
  let node: NodeID
  let text: String

  /// The received suggestions, except those that match the present text.
  var suggestions: [Suggestion] = []

  /// Returns the suggestions for a text in which the part to replace was edited.
  func narrowed(to other: String) -> [Suggestion] {
    let (old, new) = (Array(text.utf8), Array(other.utf8))
    return suggestions.compactMap { suggestion in
      let start = suggestion.range.lowerBound
      let rest = old.count - suggestion.range.upperBound
      guard start >= 0, rest >= 0, start + rest <= new.count,
        old.prefix(start) == new.prefix(start), old.suffix(rest) == new.suffix(rest)
      else { return nil }
      let part = start..<new.count - rest
      let typed = String(decoding: new[part], as: UTF8.self)
      guard suggestion.text != typed, suggestion.text.lowercased().hasPrefix(typed.lowercased())
      else { return nil }
      return Suggestion(replacing: part, with: suggestion.text)
    }
  }
}

/// The part of a session that asks the host for suggestions, and shows them in a window.
final class Completer {
  private unowned let session: ScreenController
  private var completion: FieldCompletion?
  private var suggestionLists = SuggestionLists()

  init(_ session: ScreenController) { self.session = session }

  private var isOpen: Bool { session.machine.state.window == .suggestions }

  /// Completes the text at Tab; if there is nothing to complete, the focus moves on.
  func complete() {
    guard case .text(let id, let editor) = session.user.focus, !editor.text.isEmpty,
      session.picture[id]?.number(.completes) == 1,
      ask(for: FieldCompletion(node: id, text: editor.text), editor)
    else { return session.focusMover.go(.next) }
    session.gate.awaitsSuggestions = true
  }

  private func ask(for asked: FieldCompletion, _ editor: TextEditor) -> Bool {
    guard session.host.post(.complete(asked.node, .text(editor.text), cursor: editor.cursor)) else {
      return false
    }
    completion = asked
    suggestionLists.noteRequest()
    return true
  }

  /// Limits the visible suggestions to those for the present text, and asks again.
  func narrowCompletion(to editor: TextEditor) {
    guard let previous = completion, !editor.text.isEmpty else { return endCompletion() }
    let left = previous.narrowed(to: editor.text)
    show(left)
    let asked = FieldCompletion(node: previous.node, text: editor.text, suggestions: left)
    if !ask(for: asked, editor) { endCompletion() }
  }

  func endCompletion() {
    (completion, session.gate.awaitsSuggestions) = (nil, false)
    if isOpen { _ = session.machine.apply(.moved) }
  }

  /// Notes a suggestion, or the end of a list; a list for an older text is not shown.
  func note(_ suggestion: Suggestion?, for node: NodeID) {
    guard let all = suggestionLists.take(suggestion) else { return }
    guard var asked = completion, asked.node == node,
      case .text(node, let editor) = session.user.focus, editor.text == asked.text
    else { return endCompletion() }
    asked.suggestions = all.filter {
      editor.canReplace($0.range) && editor.part($0.range) != $0.text[...]
    }
    if session.gate.awaitsSuggestions { return begin(with: asked, editor) }
    guard isOpen, !asked.suggestions.isEmpty else { return endCompletion() }
    completion = asked
    show(asked.suggestions)
  }

  /// Completes a text as far as all suggestions agree, and shows them if there are several.
  private func begin(with found: FieldCompletion, _ previous: TextEditor) {
    endCompletion()
    if found.suggestions.isEmpty { return session.focusMover.go(.next) }
    var editor = previous
    if let known = found.suggestions.completion {
      editor.replace(known.range, with: known.text)
      session.fieldEditor.adopt(editor, of: found.node, isText: true)
    }
    guard found.suggestions.count > 1, case .text(found.node, let editor) = session.user.focus
    else { return }
    let shown = editor.text == found.text ? found.suggestions : found.narrowed(to: editor.text)
    completion = FieldCompletion(node: found.node, text: editor.text, suggestions: shown)
    show(shown)
  }

  private func show(_ suggestions: [Suggestion]) {
    let options = suggestions.enumerated().map {
      Popup.Option(id: NodeID(rawValue: UInt32($0.offset)), label: $0.element.text)
    }
    _ = session.machine.apply(isOpen ? .renewed(options) : .opened(Popup(options, .suggestions)))
  }

  func take(_ option: Popup.Option) {
    let index = Int(option.id.rawValue)
    guard case .text(let id, var editor) = session.user.focus, let completion,
      completion.node == id, completion.text == editor.text,
      completion.suggestions.indices.contains(index)
    else { return session.ring() }
    let suggestion = completion.suggestions[index]
    self.completion = nil
    editor.replace(suggestion.range, with: suggestion.text)
    session.fieldEditor.adopt(editor, of: id, isText: true)
  }
}

import Conversation
import FormworkFrontEnd

/// Where a person is among what was entered into a field before.
struct Recalled {
  /// The line that is shown; behind the last of them stands what was on the line.
  var index: Int
  /// What was on the line.
  let line: Line
  /// What was put there last: where it was changed since, the walk begins anew.
  var text = ""
}

extension LineInterview {
  private func history(of question: Question) -> [String] {
    question.field.flatMap { dialogue.histories[$0] } ?? []
  }

  /// Back in what was entered before; where nothing was, one field back.
  func goUp(from question: Question) throws(Ending) -> Bool {
    if !history(of: question).isEmpty { return recall(at: question, isBack: true, "") }
    return try go(.previous, from: question)
  }

  /// On in what was entered before; where nothing was, or nothing was asked of it, one field on.
  ///
  /// At the end of it the terminal rings: a key that is held down does not leave the field.
  func goDown(from question: Question) throws(Ending) -> Bool {
    if recalled != nil { return recall(at: question, isBack: false, "") }
    return try go(.next, from: question)
  }

  /// Goes to another question.
  ///
  /// - Returns: Whether there is one in that direction.
  func go(_ direction: Decision, from question: Question) throws(Ending) -> Bool {
    let first = picture.fields.first?.id
    switch (direction, question.field) {
    case (.previous, let field?) where field == first: return false
    // Behind the last field there are buttons, unless it is all there is, as at a shell's prompt.
    case (.next, let field?) where picture.stops.map(\.id) == [field]: return false
    // An answer at the buttons is taken; without one they are the end of the way.
    case (.next, nil) where editor.line.isEmpty: return false
    case (.previous, nil) where editor.line.isEmpty && (picture.alert != nil || first == nil):
      return false
    default: try leave(question, to: direction)
    }
    return true
  }

  /// Puts what was entered before on the line: the next one back or on that begins like that.
  func recall(at question: Question, isBack: Bool, _ beginning: String) -> Bool {
    let lines = history(of: question)
    let line = editor.line
    var place = Recalled(index: lines.count, line: line)
    if let recalled, recalled.text == line.text { place = recalled }
    let step = isBack ? -1 : 1
    repeat {
      place.index += step
      guard (0...lines.count).contains(place.index) else { return false }
    } while place.index < lines.count && !lines[place.index].hasPrefix(beginning)
    let text = place.index < lines.count ? lines[place.index] : place.line.text
    place.text = text
    recalled = place
    let cursor = beginning.isEmpty ? text : beginning
    editor.replaceLine(with: text.unicodeScalars, cursor: cursor.unicodeScalars.count)
    return true
  }
}

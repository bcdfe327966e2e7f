package import FormworkFrontEnd

/// Where a person is asked something.
///
/// An answer counts only if the place is still the same; with another attachment it is another one.
package enum Place: Equatable {
  case alert(NodeID, attachment: Int)
  case field(NodeID, attachment: Int)
  /// At the buttons of the screen.
  case menu(attachment: Int)
}

/// The way of a person through a screen: question by question, field by field, then to the buttons.
///
/// The host knows one focus. That the person has gone on from the last field to the buttons is known
/// here alone.
package struct Route {
  private let dialogue: Dialogue
  private var isPastFields = false
  private var followedFocus: NodeID?

  /// Begins at the host's focus.
  package init(_ dialogue: Dialogue) { self.dialogue = dialogue }

  private var picture: Picture { dialogue.picture }

  /// Where the person is now.
  package var place: Place {
    let attachment = dialogue.attachmentCount
    if let alert = picture.alert { return .alert(alert.id, attachment: attachment) }
    if !isPastFields, picture.screen?.status != .failed, let field = focusedField {
      return .field(field.id, attachment: attachment)
    }
    return .menu(attachment: attachment)
  }

  private var focusedField: PictureNode? {
    picture.focus.flatMap { picture[$0] }.flatMap { $0.kind.isField && $0.isEnabled ? $0 : nil }
  }

  /// Begins anew, on another picture.
  package mutating func restart() { isPastFields = false }

  /// Goes where the host has put the person; to the first field, where that is nowhere.
  package mutating func follow() throws(Ending) {
    if followedFocus != picture.focus { restart() }
    followedFocus = picture.focus
    guard picture.focus == nil, !isPastFields, picture.alert == nil,
      picture.screen?.status != .failed, let first = picture.fields.first
    else { return }
    try dialogue.exchange([.go(.node(first.id))])
    if picture.focus == nil { isPastFields = true }
    followedFocus = picture.focus
  }

  /// Goes one field on; from the last one to the buttons, whether the host says so or stays.
  package mutating func goNext(from id: NodeID?) throws(Ending) {
    let attachment = dialogue.attachmentCount
    try dialogue.exchange([.go(.next)])
    guard let id, dialogue.attachmentCount == attachment else { return }
    let order = picture.fields.map(\.id)
    if let field = focusedField {
      let isFurther = order.drop { $0 != id }.dropFirst().contains(field.id)
      isPastFields = picture.prompt == nil && !isFurther && order.contains(id)
    } else {
      isPastFields = true
    }
    followedFocus = picture.focus
  }

  /// Goes one field back; from the buttons to the field that was last.
  package mutating func goPrevious() throws(Ending) {
    // There the host's focus is still.
    if isPastFields && focusedField != nil { return isPastFields = false }
    isPastFields = false
    try dialogue.exchange([.go(.previous)])
  }

  /// Activates a button, and follows the host to where it puts the person then.
  package mutating func activate(_ button: NodeID) throws(Ending) {
    try dialogue.exchange([.activate(button)])
    // What is true of the screen answers the button, though it may have been said before.
    if let screen = picture.screen { dialogue.announcer.announceAnew(screen.id) }
    if focusedField != nil { isPastFields = false }
  }
}

package import FormworkFrontEnd
package import Interaction
import Wording

/// Where a person is asked something.
///
/// An answer counts only if the place is still the same; with another attachment it is another one.
package enum Place: Equatable {
  case alert(NodeID, attachment: Int)
  case field(NodeID, attachment: Int)
  /// At the buttons of a section, or of the screen as a whole.
  case menu(of: NodeID?, attachment: Int)

  /// The number of the attachment.
  package var attachment: Int {
    switch self {
    case .alert(_, let number), .field(_, let number), .menu(_, let number): number
    }
  }
}

/// The way of a person through a screen: question by question, field by field, then to the buttons.
///
/// The host knows one focus. That the person has gone on from the last field to the buttons is known
/// here alone.
package struct Route {
  private let dialogue: Dialogue
  private var isPastFields = false

  /// The section whose buttons the person has asked for.
  private var askedSection: NodeID?
  private var followedFocus: NodeID?

  /// Whether a submission was refused: then the way on leads from fault to fault, and to the buttons.
  package var isCorrecting = false

  /// Begins at the host's focus.
  package init(_ dialogue: Dialogue) { self.dialogue = dialogue }

  private var picture: Picture { dialogue.picture }

  /// Where the person is now.
  package var place: Place {
    let attachment = dialogue.attachmentCount
    if let alert = picture.alert { return .alert(alert.id, attachment: attachment) }
    guard !isPastFields, picture.screen?.status != .failed, let stop = focusedStop else {
      return .menu(of: nil, attachment: attachment)
    }
    if let askedSection, picture[askedSection] != nil {
      return .menu(of: askedSection, attachment: attachment)
    }
    if stop.kind.isField { return .field(stop.id, attachment: attachment) }
    return .menu(of: stop.parent, attachment: attachment)
  }

  /// The node that is asked for: a field, the first of the section's buttons, or an alert; `nil` at the
  /// buttons of the screen.
  package var stop: PictureNode? {
    switch place {
    case .field(let id, _), .alert(let id, _): picture[id]
    case .menu(let section, _): section.flatMap { picture.buttons(of: $0).first }
    }
  }

  /// The field, or the button of a section, that the host has put the person at.
  private var focusedStop: PictureNode? {
    let stop = picture.focus.flatMap { picture[$0] }.flatMap { $0.isEnabled ? $0 : nil }
    return stop.flatMap { stop in
      stop.kind.isField || stop.kind == .button && picture.isInSection(stop) ? stop : nil
    }
  }

  /// Begins anew, on another picture.
  package mutating func restart() { (isPastFields, askedSection) = (false, nil) }

  /// Whether the person is at the buttons of a section, from where there is a way on and back.
  package var isAtSection: Bool {
    if case .menu(_?, _) = place { true } else { false }
  }

  /// Asks for the buttons of the innermost section around that has any; whether there is one.
  package mutating func askSection() -> Bool {
    guard let stop = focusedStop, !isPastFields else { return false }
    let sections = picture.labelledGroups(of: stop).reversed()
    let section = sections.first { !picture.buttons(of: $0.id).isEmpty }?.id
    // From a section's own buttons the way on leads to what is behind it.
    askedSection = stop.kind.isField || section != stop.parent ? section : nil
    return section != nil
  }

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
    // Behind the buttons that were asked for is the field where they were.
    if askedSection != nil { return askedSection = nil }
    let attachment = dialogue.attachmentCount
    let start = id ?? focusedStop?.id
    try dialogue.exchange([.go(.next)])
    guard let start, dialogue.attachmentCount == attachment else { return }
    try arrive(from: start)
  }

  /// Goes on from an answer: to the next place, or to the next fault of a form that was refused.
  package mutating func goOnward(from id: NodeID?) throws(Ending) {
    guard isCorrecting, askedSection == nil, picture.alert == nil, picture.prompt == nil,
      let start = id ?? focusedStop?.id
    else { return try goNext(from: id) }
    guard let fault = picture.nextFault(after: start) else { return isPastFields = true }
    try dialogue.exchange([.go(.node(fault))])
    followedFocus = picture.focus
  }

  /// Goes on behind the section around, or back to its beginning, and from there to that of the one before; from
  /// outside, to the next section, or to the last one before.
  ///
  /// - Returns: Whether there is such a place.
  package mutating func passSection(isBack: Bool) throws(Ending) -> Bool {
    guard picture.alert == nil, isBack || !isPastFields, let start = picture.focus else {
      return false
    }
    let former = place
    try dialogue.exchange([.go(isBack ? .previousSection : .nextSection)])
    guard place != former || picture.focus != start else { return false }
    askedSection = nil
    if isBack { isPastFields = false } else { try arrive(from: start) }
    return true
  }

  /// Sees where the host has put the person, who was at a place before.
  private mutating func arrive(from start: NodeID) throws(Ending) {
    let order = picture.places.map(\.id)
    if let stop = focusedStop {
      let isFurther = order.drop { $0 != start }.dropFirst().contains(stop.id)
      isPastFields = picture.prompt == nil && !isFurther && order.contains(start)
    } else {
      isPastFields = true
    }
    followedFocus = picture.focus
  }

  /// Goes one field back; from the buttons to the field that was last.
  package mutating func goPrevious() throws(Ending) {
    // There the host's focus is still.
    if isPastFields && focusedStop != nil { return isPastFields = false }
    if askedSection != nil { return askedSection = nil }
    isPastFields = false
    try dialogue.exchange([.go(.previous)])
    // Among rows the host goes from one to the one before; the person goes back from all of them.
    guard picture.focus.flatMap({ picture[$0] })?.kind == .row, let last = picture.places.last
    else {
      return
    }
    try dialogue.exchange([.go(.node(last.id))])
  }

  /// Goes to the first field of an item; where it has none, the person stays.
  package mutating func goIn(_ item: PictureNode) throws(Ending) {
    askedSection = nil
    let within = Set(picture.nodes(below: item.id).map(\.id))
    guard let first = picture.fields.first(where: { within.contains($0.id) }) else { return }
    try dialogue.exchange([.go(.node(first.id))])
  }

  /// Activates a button, and follows the host to where it puts the person then.
  package mutating func activate(_ button: NodeID) throws(Ending) {
    askedSection = nil
    try dialogue.exchange([.activate(button)])
    // What is true of the screen answers the button, though it may have been said before.
    if let screen = picture.screen { dialogue.announcer.announceAnew(screen.id) }
    if focusedStop != nil { isPastFields = false }
  }
}

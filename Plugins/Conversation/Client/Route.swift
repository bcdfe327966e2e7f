package import FormworkFrontEnd
package import Interaction
import Wording

/// The place of a person who is asked something: an answer counts only while the place is the same.
package enum Place: Equatable {
  case alert(NodeID, attachment: Int)
  case field(NodeID, attachment: Int)
  /// The buttons of a section, or of the screen.
  case menu(of: NodeID?, attachment: Int)

  package var attachment: Int {
    switch self {
    case .alert(_, let number), .field(_, let number), .menu(_, let number): number
    }
  }
}

/// The way of a person through a screen: question by question, field by field, then to the buttons.
///
/// The host knows one focus, and does not know that the user has gone from the last field to the buttons.
package struct Route {
  private let client: HostClient
  private var isPastFields = false
  private var askedSection: NodeID?
  private var followedFocus: NodeID?

  /// Whether a submission was refused: then the way leads from fault to fault, and to the buttons.
  package var isCorrecting = false

  package init(_ client: HostClient) { self.client = client }

  private var picture: ViewTreeReplica { client.picture }

  package var place: Place {
    let attachment = client.attachmentCount
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

  /// The field or alert that is asked for, or the first button of the section; `nil` at the screen.
  package var stop: PictureNode? {
    switch place {
    case .field(let id, _), .alert(let id, _): picture[id]
    case .menu(let section, _): section.flatMap { picture.buttons(of: $0).first }
    }
  }

  /// The field with the focus, or the button of a section.
  private var focusedStop: PictureNode? {
    guard let stop = picture.focus.flatMap({ picture[$0] }), stop.isEnabled,
      stop.kind.isField || stop.kind == .button && picture.isInSection(stop)
    else { return nil }
    return stop
  }

  package mutating func restart() { (isPastFields, askedSection) = (false, nil) }

  package var isAtSection: Bool {
    if case .menu(_?, _) = place { true } else { false }
  }

  /// Goes to the buttons of the innermost section that has any; returns whether there is one.
  package mutating func askSection() -> Bool {
    guard let stop = focusedStop, !isPastFields else { return false }
    let sections = picture.labelledGroups(of: stop).reversed()
    let section = sections.first { !picture.buttons(of: $0.id).isEmpty }?.id
    // From a section's own buttons the way leads past the section.
    askedSection = stop.kind.isField || section != stop.parent ? section : nil
    return section != nil
  }

  /// Goes to the host's focus, or else to the first field.
  package mutating func follow() throws(FrontEndExit) {
    if followedFocus != picture.focus { restart() }
    followedFocus = picture.focus
    guard picture.focus == nil, !isPastFields, picture.alert == nil,
      picture.screen?.status != .failed, let first = picture.fields.first
    else { return }
    try client.exchange([.go(.node(first.id))])
    if picture.focus == nil { isPastFields = true }
    followedFocus = picture.focus
  }

  package mutating func goNext(from id: NodeID?) throws(FrontEndExit) {
    // The buttons that were asked for lead back to the field.
    if askedSection != nil { return askedSection = nil }
    let attachment = client.attachmentCount
    let start = id ?? focusedStop?.id
    try client.exchange([.go(.next)])
    guard let start, client.attachmentCount == attachment else { return }
    arrive(from: start)
  }

  /// Goes from an answer to the next place, or to the next fault of a form that was refused.
  package mutating func advance(from id: NodeID?) throws(FrontEndExit) {
    guard isCorrecting, askedSection == nil, picture.alert == nil, picture.prompt == nil,
      let start = id ?? focusedStop?.id
    else { return try goNext(from: id) }
    guard let fault = picture.nextFault(after: start) else { return isPastFields = true }
    try client.exchange([.go(.node(fault))])
    followedFocus = picture.focus
  }

  /// Goes past the section, or back to its beginning or that of the one before, if there is such a place.
  package mutating func passSection(isBack: Bool) throws(FrontEndExit) -> Bool {
    guard picture.alert == nil, isBack || !isPastFields, let start = picture.focus else {
      return false
    }
    let previous = place
    try client.exchange([.go(isBack ? .previousSection : .nextSection)])
    guard place != previous || picture.focus != start else { return false }
    askedSection = nil
    if isBack { isPastFields = false } else { arrive(from: start) }
    return true
  }

  /// Notes whether the host's focus is further than the start, or the user is past all fields.
  private mutating func arrive(from start: NodeID) {
    let order = picture.places.map(\.id)
    let rest = order.drop { $0 != start }.dropFirst()
    isPastFields =
      focusedStop.map { stop in
        picture.prompt == nil && !rest.contains(stop.id) && order.contains(start)
      } ?? true
    followedFocus = picture.focus
  }

  package mutating func goPrevious() throws(FrontEndExit) {
    // The host's focus is still at the last field.
    if isPastFields && focusedStop != nil { return isPastFields = false }
    if askedSection != nil { return askedSection = nil }
    isPastFields = false
    try client.exchange([.go(.previous)])
    // Among rows the host goes from one to the one before; the user leaves all of them.
    guard picture.focus.flatMap({ picture[$0] })?.kind == .row, let last = picture.places.last
    else { return }
    try client.exchange([.go(.node(last.id))])
  }

  package mutating func goIn(_ item: PictureNode) throws(FrontEndExit) {
    askedSection = nil
    let within = Set(picture.nodes(below: item.id).map(\.id))
    guard let first = picture.fields.first(where: { within.contains($0.id) }) else { return }
    try client.exchange([.go(.node(first.id))])
  }

  package mutating func activate(_ button: NodeID) throws(FrontEndExit) {
    askedSection = nil
    try client.exchange([.activate(button)])
    // The state of the screen answers the button, though it may have been announced before.
    if let screen = picture.screen { client.announcer.announceAgain(screen.id) }
    if focusedStop != nil { isPastFields = false }
  }
}

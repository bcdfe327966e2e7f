import FormworkFrontEnd
import Interaction
import Wording

@testable import ScreenFrontEnd

/// The keyboard in sentences, with flags instead of states, and place by place instead of key by key.
struct KeyboardReference {
  typealias Action = KeyboardMachine.Action

  private var popup: Popup?
  private var isChord = false
  /// How many pages of the list of keys were turned; `nil` where it is not on view.
  private var help: Int?

  var state: KeyboardMachine.State {
    if let popup { return .window(popup) }
    if let help { return .help(page: help) }
    return isChord ? .chord : .form
  }

  private var isCompletion: Bool { popup?.kind == .suggestions }

  mutating func apply(_ event: KeyboardMachine.Event) -> Action {
    switch event {
    case .moved: close()
    case .opened(let popup):
      if self.popup == nil, help == nil {
        close()
        self.popup = popup
      }
    case .renewed(let options):
      if isCompletion, popup != nil {
        let label = popup?.marked?.label
        popup = Popup(options, .suggestions)
        if let place = options.firstIndex(where: { $0.label == label }) { popup?.mark(place) }
      } else {
        popup?.renew(options)
      }
    case .stepped(let count): popup?.move(by: count)
    case .pointed(let place):
      popup?.mark(place)
      guard let popup else { return .nothing }
      guard let marked = popup.marked else { return .ring }
      if popup.kind == .choices {
        return .choose(marked, isOn: !marked.isSelected, then: .nothing)
      }
      close()
      return popup.kind == .suggestions
        ? .take(marked) : .choose(marked, isOn: true, then: .nothing)
    case .pressed(let key, let place): return press(key, place)
    }
    return .nothing
  }

  private mutating func close() { self = KeyboardReference() }

  private mutating func press(_ key: Key, _ place: KeyboardMachine.Place) -> Action {
    if let page = help {
      if key == .redraw { return .redraw }
      close()
      if key == .up || key == .pageUp { help = page == 0 ? 0 : page - 1 }
      if key == .down || key == .pageDown { help = page + 1 }
      return .nothing
    }
    if isChord {
      close()
      return behindChord(key, place)
    }
    if popup != nil {
      // Both kinds of windows can be pointed at, drawn anew and walked in.
      if key == .redraw { return .redraw }
      if case .mouse(let report) = key { return .point(report) }
      if key == .pageUp || key == .pageDown { return .turnPage(by: key == .pageUp ? -1 : 1) }
      if key == .up || key == .older || key == .down || key == .newer {
        popup?.move(by: key == .up || key == .older ? -1 : 1)
        return .nothing
      }
      return isCompletion ? completing(key, place) : choosing(key)
    }
    return atForm(key, place)
  }

  private mutating func completing(_ key: Key, _ place: KeyboardMachine.Place) -> Action {
    let (marked, matches) = (popup?.marked, popup?.matches ?? [])
    switch key {
    case .character:
      popup?.mark(-1)
      return atForm(key, place)
    case .edit(let command)
    where ![.left, .right, .wordLeft, .wordRight, .home, .end].contains(command):
      popup?.mark(-1)
      return atForm(key, place)
    default: break
    }
    close()
    if key == .escape { return .nothing }
    if let marked, key == .enter || key == .next { return .take(marked) }
    if let only = matches.first, matches.count == 1, key == .next { return .take(only) }
    return key == .next ? .go(.next) : atForm(key, place)
  }

  private mutating func choosing(_ key: Key) -> Action {
    guard let former = popup else { return .ring }
    let isFiltered = !former.filter.isEmpty
    switch key {
    case .edit(.home): popup?.mark(0)
    case .edit(.end): popup?.mark(.max)
    case .character(" ") where former.kind == .choices:
      return former.marked.map { .choose($0, isOn: !$0.isSelected, then: .nothing) } ?? .ring
    case .character(" ") where !isFiltered: return choose(then: .nothing)
    case .character(let scalar): popup?.type(scalar)
    case .edit(.backspace) where isFiltered: _ = popup?.erase()
    case .edit(.killHead) where isFiltered, .edit(.killToBlank) where isFiltered,
      .escape where isFiltered, .endOfText where isFiltered:
      _ = popup?.clear()
    case .escape, .endOfText: close()
    case .enter: return former.kind == .choices ? closed(.commit) : choose(then: .commit)
    case .next: return former.kind == .choices ? closed(.go(.next)) : choose(then: .go(.next))
    case .submit: return former.kind == .choices ? closed(.submit) : choose(then: .submit)
    default: return .ring
    }
    return .nothing
  }

  private mutating func closed(_ action: Action) -> Action {
    close()
    return action
  }

  private mutating func choose(then next: Action) -> Action {
    guard let marked = popup?.marked else { return .ring }
    return closed(.choose(marked, isOn: true, then: next))
  }

  private mutating func behindChord(_ key: Key, _ place: KeyboardMachine.Place) -> Action {
    let isText = place == .text || place == .area
    switch key {
    case .escape: return .nothing
    case .intent(.help):
      help = 0
      return .nothing
    case .intent(.reveal) where place == .secret: return .reveal
    case .intent(.editOutside) where isText: return .editOutside
    case .intent(.switchFrontEnd): return .switchFrontEnd
    case .intent(.reset): return .reset
    case .intent(.reload): return .reload
    case .intent(.submit): return .submit
    case .intent(.next): return .go(.next)
    case .intent(.previous): return .go(.previous)
    case .intent(.skip): return .go(.nextSection)
    case .intent(.rewind): return .go(.previousSection)
    default: return .ring
    }
  }

  // MARK: At the form

  private mutating func atForm(_ key: Key, _ place: KeyboardMachine.Place) -> Action {
    if case .intent = key { return behindChord(key, place) }
    if key == .chord {
      isChord = true
      return .nothing
    }
    return Self.own(key, at: place) ?? Self.anywhere(key)
  }

  /// What a key does at a place alone.
  private static func own(_ key: Key, at place: KeyboardMachine.Place) -> Action? {
    switch place {
    case .text: atTyping(key) ?? atText(key)
    case .area: key == .enter ? .type("\n") : atTyping(key) ?? atArea(key)
    case .secret: atTyping(key)
    case .toggle:
      switch key {
      case .enter: .commit
      case .character(" "): .switchToggle(to: nil)
      case .character("y"), .character("Y"): .switchToggle(to: true)
      case .character("n"), .character("N"): .switchToggle(to: false)
      default: nil
      }
    case .options:
      switch key {
      case .enter: .commit
      case .character(" "): .switchOption
      case .character(let scalar): .findOption(scalar)
      case .edit(.left): .stepOption(by: -1)
      case .edit(.right): .stepOption(by: 1)
      default: nil
      }
    case .choice:
      switch key {
      case .character(" "), .enter, .edit(.left), .edit(.right): .open(nil)
      case .character(let scalar): .open(scalar)
      default: nil
      }
    case .button, .row, .nothing: atRest(key, place)
    }
  }

  private static func atTyping(_ key: Key) -> Action? {
    switch key {
    case .character(let scalar): .type(scalar)
    case .edit(let command): .edit(command)
    case .enter: .commit
    default: nil
    }
  }

  private static func atText(_ key: Key) -> Action? {
    switch key {
    case .next: .complete
    case .older: .recall(isBack: true)
    case .newer: .recall(isBack: false)
    default: nil
    }
  }

  private static func atArea(_ key: Key) -> Action? {
    switch key {
    case .up: .goInArea(.up)
    case .down: .goInArea(.down)
    case .pageUp: .goInArea(.pageUp)
    case .pageDown: .goInArea(.pageDown)
    default: nil
    }
  }

  private static func atRest(_ key: Key, _ place: KeyboardMachine.Place) -> Action? {
    switch key {
    case .enter, .character(" "): place == .nothing ? nil : .activate
    case .character(let scalar) where place == .row:
      Array("123456789".unicodeScalars).firstIndex(of: scalar).map { .sort(column: $0) }
    case .edit(.left): .go(.left)
    case .edit(.right): .go(.right)
    default: nil
    }
  }

  private static func anywhere(_ key: Key) -> Action {
    switch key {
    case .next: .go(.next)
    case .up, .older: .go(.up)
    case .down, .newer: .go(.down)
    case .pageUp: .go(.pageUp)
    case .pageDown: .go(.pageDown)
    case .edit(.home): .go(.first)
    case .edit(.end): .go(.last)
    case .escape: .back
    case .endOfText: .leave
    case .redraw: .redraw
    case .mouse(let report): .point(report)
    default: .ring
    }
  }
}

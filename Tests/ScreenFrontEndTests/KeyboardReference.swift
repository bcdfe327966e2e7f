import FormworkFrontEnd

@testable import ScreenFrontEnd

/// The keyboard in sentences, with flags instead of states, and place by place instead of key by key.
struct KeyboardReference {
  typealias Action = KeyboardMachine.Action

  private var popup: Popup?
  private var isCompletion = false
  private var isChord = false
  /// How many pages of the list of keys were turned; `nil` where it is not on view.
  private var help: Int?

  var state: KeyboardMachine.State {
    if let popup { return isCompletion ? .completing(popup) : .choosing(popup) }
    if let help { return .help(page: help) }
    return isChord ? .chord : .form
  }

  mutating func apply(_ event: KeyboardMachine.Event) -> Action {
    switch event {
    case .moved: close()
    case .opened(let popup, let isCompletion):
      if self.popup == nil, help == nil {
        close()
        (self.popup, self.isCompletion) = (popup, isCompletion)
      }
    case .renewed(let options): if !isCompletion { popup?.renew(options) }
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
      if let steps = Self.steps(key, inCompletion: isCompletion, popup?.isMultiple == true) {
        popup?.move(by: steps)
        return .nothing
      }
      return isCompletion ? completing(key, place) : choosing(key)
    }
    return atForm(key, place)
  }

  private static func steps(_ key: Key, inCompletion: Bool, _ isMultiple: Bool) -> Int? {
    switch key {
    case .up, .older: -1
    case .down, .newer: 1
    case .pageUp: -8
    case .pageDown: 8
    case .previous: inCompletion ? -1 : nil
    case .next: !inCompletion && isMultiple ? 1 : nil
    default: nil
    }
  }

  private mutating func completing(_ key: Key, _ place: KeyboardMachine.Place) -> Action {
    let marked = popup?.marked
    close()
    if key == .escape { return .nothing }
    if key == .enter || key == .next { return marked.map { .take($0) } ?? .ring }
    return atForm(key, place)
  }

  private mutating func choosing(_ key: Key) -> Action {
    guard let former = popup else { return .ring }
    let isFiltered = !former.filter.isEmpty
    switch key {
    case .edit(.home): popup?.mark(0)
    case .edit(.end): popup?.mark(.max)
    case .character(" ") where former.isMultiple:
      return former.marked.map { .choose($0, isOn: !$0.isSelected) } ?? .ring
    case .character(let scalar): popup?.type(scalar)
    case .edit(.erase) where isFiltered: _ = popup?.erase()
    case .edit(.killHead) where isFiltered, .edit(.killWord) where isFiltered,
      .escape where isFiltered, .endOfText where isFiltered:
      _ = popup?.clear()
    case .escape, .endOfText: close()
    case .enter, .next, .submit:
      guard let marked = former.marked else { return .ring }
      close()
      return former.isMultiple ? .commit : .choose(marked, isOn: true)
    default: return .ring
    }
    return .nothing
  }

  private func behindChord(_ key: Key, _ place: KeyboardMachine.Place) -> Action {
    let isText = place == .text || place == .area
    switch key {
    case .escape: return .nothing
    case .character("v") where place == .secret, .edit(.yank) where place == .secret:
      return .reveal
    case .character("e") where isText, .edit(.end) where isText: return .editOutside
    case .character("f"), .edit(.right): return .switchFrontEnd
    case .character("c"): return .reset
    case .character("r"): return .reload
    case .character("s"), .submit: return .submit
    case .character("n"), .newer: return .go(.next)
    case .character("p"), .older: return .go(.previous)
    case .character("N"), .character("k"), .edit(.killRest): return .go(.nextSection)
    case .character("P"): return .go(.previousSection)
    default: return .ring
    }
  }

  // MARK: At the form

  private mutating func atForm(_ key: Key, _ place: KeyboardMachine.Place) -> Action {
    if key == .help { help = 0 }
    if key == .chord { isChord = true }
    if key == .help || key == .chord { return .nothing }
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
    case .options, .manyOptions:
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
    key == .up ? .moveRow(by: -1) : key == .down ? .moveRow(by: 1) : nil
  }

  private static func atRest(_ key: Key, _ place: KeyboardMachine.Place) -> Action? {
    switch key {
    case .enter, .character(" "): place == .nothing ? nil : .activate
    case .character("2"): place == .row ? .sort(column: 1) : nil
    case .edit(.left): .go(.left)
    case .edit(.right): .go(.right)
    default: nil
    }
  }

  private static func anywhere(_ key: Key) -> Action {
    switch key {
    case .next: .go(.next)
    case .previous: .go(.previous)
    case .up, .older: .go(.up)
    case .down, .newer: .go(.down)
    case .pageUp: .go(.pageUp)
    case .pageDown: .go(.pageDown)
    case .edit(.home): .go(.first)
    case .edit(.end): .go(.last)
    case .submit: .submit
    case .escape: .back
    case .endOfText: .leave
    case .redraw: .redraw
    case .mouse(let report): .point(report)
    default: .ring
    }
  }
}

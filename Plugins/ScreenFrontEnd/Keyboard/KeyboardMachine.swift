import FormworkFrontEnd
import Interaction

/// Maps keys to actions, depending on the open window and the focused item.
struct KeyboardMachine: Equatable {
  enum State: Equatable {
    case form
    /// The next key follows ^X.
    case chord
    /// A window with the options of a choice, or with suggestions while the user continues to type.
    case window(Popup)
    /// A page of the list of keys; the first page follows the last one.
    case help(page: Int)

    /// The kind of the open window of entries; `nil` if there is none.
    var window: Popup.Kind? { if case .window(let popup) = self { popup.kind } else { nil } }

    var hasWindow: Bool { self != .form && self != .chord }
  }

  /// The kind of the focused item.
  enum Place: Equatable, CaseIterable {
    case nothing
    case text, area, secret
    case toggle
    /// A choice whose options are beside its label.
    case options
    /// A choice whose options are in a window of their own.
    case choice
    case button, row
  }

  enum Event: Equatable {
    case pressed(KeyCommand, at: Place)
    case opened(Popup)
    /// The options or suggestions in the window have changed.
    case renewed([Popup.Option])
    /// The mark in the window moves by a number of entries.
    case stepped(by: Int)
    /// The user has clicked a visible entry of the window.
    case pointed(at: Int)
    /// The focus, the alert or the picture is another one.
    case moved
  }

  enum FocusMove: Equatable {
    case next, previous, nextSection, previousSection
    case up, down, left, right, pageUp, pageDown, first, last
  }

  enum Action: Equatable, Sendable {
    case nothing, ring
    case edit(EditCommand)
    case type(Unicode.Scalar)
    /// Validate the field, and move the focus on.
    case commit
    case go(FocusMove)
    /// Move the cursor by a row or a page of a text area, and leave the area at its ends.
    case goInArea(FocusMove)
    case switchToggle(to: Bool?)
    /// Mark the option a number of places further; in a single choice, choose it.
    case stepOption(by: Int)
    /// Mark the option that begins with the letters typed so far, and choose it.
    case findOption(Unicode.Scalar)
    case switchOption
    /// Open the window of a choice, with what was typed as its filter.
    case open(Unicode.Scalar?)
    indirect case choose(Popup.Option, isOn: Bool, then: Action)
    /// Move the mark in the window by a number of pages.
    case turnPage(by: Int)
    /// Insert a suggestion into the field.
    case take(Popup.Option)
    case complete
    case activate, submit
    case sort(column: Int)
    case back, leave
    case recall(isBack: Bool)
    case reveal, editOutside, switchFrontEnd, reset, reload, redraw
    case point(MouseReport)
  }

  private(set) var state = State.form

  mutating func apply(_ event: Event) -> Action {
    switch (state, event) {
    case (.form, .moved), (.chord, .moved), (.window, .moved), (.help, .moved):
      state = .form
      return .nothing
    case (.form, .opened(let popup)), (.chord, .opened(let popup)): return show(popup)
    case (.window(var popup), .renewed(let options)):
      popup.renew(options)
      return show(popup)
    case (.window(var popup), .stepped(let count)):
      popup.move(by: count)
      return show(popup)
    case (.window(var popup), .pointed(let place)):
      popup.mark(place)
      _ = show(popup)
      return take(popup, then: .nothing)
    case (.window, .opened), (.help, .opened), (.form, .renewed), (.chord, .renewed),
      (.help, .renewed), (.form, .stepped), (.chord, .stepped), (.help, .stepped),
      (.form, .pointed), (.chord, .pointed), (.help, .pointed):
      return .nothing
    case (.form, .pressed(let key, let place)): return press(key, at: place)
    case (.chord, .pressed(let key, let place)):
      state = .form
      guard case .intent(let intent) = key else { return key == .escape ? .nothing : .ring }
      return perform(intent, at: place)
    case (.window(let popup), .pressed(let key, let place)):
      return press(key, at: place, in: popup)
    case (.help(let page), .pressed(let key, _)):
      switch key {
      case .redraw: return .redraw
      case .down, .pageDown: state = .help(page: page + 1)
      case .up, .pageUp: state = .help(page: max(0, page - 1))
      default: state = .form
      }
      return .nothing
    }
  }

  private mutating func show(_ popup: Popup) -> Action {
    state = .window(popup)
    return .nothing
  }

  // MARK: At the form

  private mutating func press(_ key: KeyCommand, at place: Place) -> Action {
    switch key {
    case .character(let scalar): return type(scalar, at: place)
    case .edit(let command): return edit(command, at: place)
    case .enter: return enter(at: place)
    case .next: return place == .text ? .complete : .go(.next)
    case .up: return place == .area ? .goInArea(.up) : .go(.up)
    case .down: return place == .area ? .goInArea(.down) : .go(.down)
    case .pageUp: return place == .area ? .goInArea(.pageUp) : .go(.pageUp)
    case .pageDown: return place == .area ? .goInArea(.pageDown) : .go(.pageDown)
    case .older: return place == .text ? .recall(isBack: true) : .go(.up)
    case .newer: return place == .text ? .recall(isBack: false) : .go(.down)
    case .escape: return .back
    case .endOfText: return .leave
    case .redraw: return .redraw
    case .intent(let intent): return perform(intent, at: place)
    case .mouse(let report): return .point(report)
    case .unknown: return .ring
    case .chord:
      state = .chord
      return .nothing
    }
  }

  private mutating func perform(_ intent: Intent, at place: Place) -> Action {
    switch intent {
    case .reveal: return place == .secret ? .reveal : .ring
    case .editOutside: return place == .text || place == .area ? .editOutside : .ring
    case .switchFrontEnd: return .switchFrontEnd
    case .reset: return .reset
    case .reload: return .reload
    case .next: return .go(.next)
    case .previous: return .go(.previous)
    case .skip: return .go(.nextSection)
    case .rewind: return .go(.previousSection)
    case .submit: return .submit
    // The actions for a section are visible already.
    case .section: return .ring
    case .help:
      state = .help(page: 0)
      return .nothing
    }
  }

  private func type(_ scalar: Unicode.Scalar, at place: Place) -> Action {
    switch (place, scalar) {
    case (.text, _), (.area, _), (.secret, _): .type(scalar)
    case (.toggle, " "): .switchToggle(to: nil)
    case (.toggle, "y"), (.toggle, "Y"): .switchToggle(to: true)
    case (.toggle, "n"), (.toggle, "N"): .switchToggle(to: false)
    case (.options, " "): .switchOption
    case (.options, _): .findOption(scalar)
    case (.choice, _): .open(scalar == " " ? nil : scalar)
    case (.button, " "), (.row, " "): .activate
    case (.row, "1"..."9"): .sort(column: Int(scalar.value) - 0x31)
    case (.toggle, _), (.button, _), (.row, _), (.nothing, _): .ring
    }
  }

  private func edit(_ command: EditCommand, at place: Place) -> Action {
    switch (place, command) {
    case (.text, _), (.area, _), (.secret, _): .edit(command)
    case (_, .move(.beginning)): .go(.first)
    case (_, .move(.end)): .go(.last)
    case (.options, .move(.characterBefore)): .stepOption(by: -1)
    case (.options, .move(.characterAfter)): .stepOption(by: 1)
    case (.choice, .move(.characterBefore)), (.choice, .move(.characterAfter)): .open(nil)
    case (.toggle, _): .ring
    case (_, .move(.characterBefore)): .go(.left)
    case (_, .move(.characterAfter)): .go(.right)
    default: .ring
    }
  }

  private func enter(at place: Place) -> Action {
    switch place {
    case .text, .secret, .toggle, .options: .commit
    case .area: .type("\n")
    case .choice: .open(nil)
    case .button, .row: .activate
    case .nothing: .ring
    }
  }

  // MARK: In a window

  private mutating func press(_ key: KeyCommand, at place: Place, in previous: Popup) -> Action {
    var popup = previous
    switch key {
    case .up, .older: popup.move(by: -1)
    case .down, .newer: popup.move(by: 1)
    case .pageUp: return .turnPage(by: -1)
    case .pageDown: return .turnPage(by: 1)
    case .redraw: return .redraw
    case .mouse(let report): return .point(report)
    case _ where popup.kind == .suggestions: return press(key, at: place, completing: popup)
    case .edit(.move(.beginning)): popup.mark(0)
    case .edit(.move(.end)): popup.mark(.max)
    case .edit(.erase(.characterBefore)): if !popup.erase() { return .ring }
    case .edit(.kill(.beginning)), .edit(.killToBlank): if !popup.clear() { return .ring }
    // A search cannot begin with a blank.
    case .character(" ") where popup.kind == .choices || popup.filter.isEmpty:
      return take(popup, then: .nothing)
    case .character(let scalar): popup.type(scalar)
    case .escape, .endOfText: if !popup.clear() { return close(.nothing) }
    case .enter: return leave(popup, then: .commit)
    case .next: return leave(popup, then: .go(.next))
    case .intent(.submit): return leave(popup, then: .submit)
    case .edit, .intent, .chord, .unknown: return .ring
    }
    return show(popup)
  }

  /// Switches the marked option of several; takes any other marked entry, and closes the window.
  private mutating func take(_ popup: Popup, then next: Action) -> Action {
    guard let option = popup.marked else { return .ring }
    return switch popup.kind {
    case .choices: .choose(option, isOn: !option.isSelected, then: next)
    case .choice: close(.choose(option, isOn: true, then: next))
    case .suggestions: close(.take(option))
    }
  }

  /// Closes the window of a choice; in a single choice, chooses the marked option.
  private mutating func leave(_ popup: Popup, then next: Action) -> Action {
    popup.kind == .choices ? close(next) : take(popup, then: next)
  }

  private mutating func close(_ action: Action) -> Action {
    state = .form
    return action
  }

  /// Performs a key at suggestions: keys that do not edit the text close the window.
  private mutating func press(_ key: KeyCommand, at place: Place, completing previous: Popup)
    -> Action
  {
    var popup = previous
    state = .form
    switch key {
    case .escape: return .nothing
    case .enter: return popup.marked.map { .take($0) } ?? enter(at: place)
    case .next: return (popup.marked ?? popup.only).map { .take($0) } ?? .go(.next)
    case .edit(.move): break
    case .character, .edit:
      // After an edit, Enter accepts the text, and not the marked suggestion.
      popup.mark(-1)
      state = .window(popup)
    default: break
    }
    return press(key, at: place)
  }
}

/// The meaning of a key, whatever the focused item is.
enum KeyCommand: Equatable {
  case character(Unicode.Scalar)
  case edit(EditCommand)
  case enter, next, up, down, pageUp, pageDown
  case older, newer
  case escape, endOfText
  case redraw, chord
  /// An action with a key of its own, or one whose key follows ^X.
  case intent(Intent)
  case mouse(MouseReport)
  case unknown

  /// Creates the key for input, or for its bytes if the decoder has no name; `nil` for other input.
  init?(_ input: TerminalInput, bytes: [UInt8] = []) {
    switch input {
    case .character(let scalar): self = .character(scalar)
    case .key(.unknown) where Self.deletesWord(bytes): self = .edit(.kill(.wordAfter))
    case .key(let key): self.init(key)
    case .paste, .overlongPaste, .malformed: return nil
    }
  }

  /// Creates the key for input after ^X, where most keys have a meaning of their own.
  init?(afterChord input: TerminalInput) {
    let scalar: Unicode.Scalar? =
      switch input {
      case .character(let scalar): scalar
      case .key(.control(let letter)): Unicode.Scalar(letter.value & 0x1F)
      case .key, .paste, .overlongPaste, .malformed: nil
      }
    if let intent = scalar.flatMap({ Intent(chord: $0) }) {
      self = .intent(intent)
    } else {
      self.init(input)
      if case .intent = self { self = .unknown }
    }
  }

  /// Whether the bytes are Control with Delete, as xterm or rxvt sends it.
  private static func deletesWord(_ bytes: [UInt8]) -> Bool {
    bytes.elementsEqual("\u{1B}[3;5~".utf8) || bytes.elementsEqual("\u{1B}[3^".utf8)
  }

  private init(_ key: TerminalKey) {
    if let intent = Intent(key) {
      self = .intent(intent)
      return
    }
    self =
      switch key {
      case .enter: .enter
      case .tab: .next
      case .escape: .escape
      case .control("D"): .endOfText
      case .up: .up
      case .down: .down
      case .pageUp: .pageUp
      case .pageDown: .pageDown
      case .control("P"): .older
      case .control("N"): .newer
      case .control("L"): .redraw
      case .control("X"): .chord
      case .left, .control("B"): .edit(.move(.characterBefore))
      case .right, .control("F"): .edit(.move(.characterAfter))
      case .wordLeft, .meta("b"): .edit(.move(.wordBefore))
      case .wordRight, .meta("f"): .edit(.move(.wordAfter))
      case .home, .control("A"): .edit(.move(.beginning))
      case .end, .control("E"): .edit(.move(.end))
      case .backspace: .edit(.erase(.characterBefore))
      case .delete: .edit(.erase(.characterAfter))
      case .control("W"): .edit(.killToBlank)
      case .meta("\u{7F}"): .edit(.kill(.wordBefore))
      case .meta("d"): .edit(.kill(.wordAfter))
      case .control("U"): .edit(.kill(.beginning))
      case .control("K"): .edit(.kill(.end))
      case .control("Y"): .edit(.yank)
      case .control("T"): .edit(.transpose)
      case .control("_"): .edit(.undo)
      case .mouse(let report): .mouse(report)
      case .backTab, .insert, .function, .unknown, .control, .meta: .unknown
      }
  }
}

import FormworkFrontEnd
import Interaction
import Wording

/// Maps keys to actions, depending on the open window and the focused item.
///
/// It knows neither the picture nor the terminal: an event says what the person is at, and an action what the owner is
/// to do.
struct KeyboardMachine: Equatable {
  enum State: Equatable {
    /// The field, the button or the row that has the focus.
    case form
    /// The next key follows ^X.
    case chord
    /// The options of a choice, in a window of their own.
    case choosing(Popup)
    /// The suggestions for a field, in which the user continues to type.
    case completing(Popup)
    /// The list of keys.
    ///
    /// The user turns its pages if it is longer than the terminal; the first page follows the last one. Other keys
    /// close the list, except ^L, which redraws.
    case help(page: Int)

    /// Whether it is the window of a choice.
    var isChoosing: Bool { if case .choosing = self { true } else { false } }

    /// Whether a window covers the form.
    var hasWindow: Bool {
      switch self {
      case .form, .chord: false
      case .choosing, .completing, .help: true
      }
    }
  }

  /// The kind of the focused item.
  enum Place: Equatable, CaseIterable {
    /// Nothing that could be answered.
    case nothing
    case text, area, secret
    case toggle
    /// A choice whose options are beside its label: a single choice, or a multiple choice.
    case options, manyOptions
    /// A choice whose options are in a window of their own.
    case choice
    case button, row
  }

  enum Event: Equatable {
    case pressed(Key, at: Place)
    /// A window opens with the options of a choice, or with suggestions for a field.
    case opened(Popup, isCompletion: Bool)
    /// The options or suggestions in the window have changed.
    case renewed([Popup.Option])
    /// The mark in the window moves by a number of entries.
    case stepped(by: Int)
    /// The user has clicked a visible entry of the window.
    case pointed(at: Int)
    /// The focus, the alert or the picture is another one.
    case moved
  }

  enum Way: Equatable {
    case next, previous, nextSection, previousSection
    case up, down, left, right, pageUp, pageDown, first, last
  }

  /// The step after an option was chosen.
  enum Next: Equatable {
    case stay, commit, goOn, submit
  }

  enum Action: Equatable {
    case nothing, ring
    case edit(EditCommand)
    case type(Unicode.Scalar)
    /// Validate the field, and move the focus on.
    case commit
    case go(Way)
    /// Move the cursor by rows of a text area, and leave the area at its ends.
    case moveRow(by: Int)
    /// Move the cursor by pages of a text area, and leave the area at its ends.
    case movePage(by: Int)
    case switchToggle(to: Bool?)
    /// Mark the option a number of places further; in a single choice, choose it.
    case stepOption(by: Int)
    /// Mark the option that begins like that, and choose it.
    case findOption(Unicode.Scalar)
    case switchOption
    /// Open the window of a choice, with what was typed as its filter.
    case open(Unicode.Scalar?)
    /// Choose an option of the window, or take it back.
    case choose(Popup.Option, isOn: Bool, then: Next)
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
    case (_, .moved):
      state = .form
      return .nothing
    case (.form, .opened(let popup, let isCompletion)),
      (.chord, .opened(let popup, let isCompletion)):
      state = isCompletion ? .completing(popup) : .choosing(popup)
      return .nothing
    case (.choosing, .opened), (.completing, .opened), (.help, .opened): return .nothing
    case (.choosing(var popup), .renewed(let options)):
      popup.renew(options)
      state = .choosing(popup)
      return .nothing
    case (.completing(var popup), .renewed(let options)):
      popup.renew(suggestions: options)
      state = .completing(popup)
      return .nothing
    case (.form, .renewed), (.chord, .renewed), (.help, .renewed): return .nothing
    case (.choosing(var popup), .stepped(let count)):
      popup.move(by: count)
      state = .choosing(popup)
      return .nothing
    case (.completing(var popup), .stepped(let count)):
      popup.move(by: count)
      state = .completing(popup)
      return .nothing
    case (.form, .stepped), (.chord, .stepped), (.help, .stepped): return .nothing
    case (.choosing(var popup), .pointed(let place)):
      popup.mark(place)
      state = .choosing(popup)
      return switchOrChoose(in: popup, then: .stay)
    case (.completing(var popup), .pointed(let place)):
      popup.mark(place)
      state = .form
      return popup.marked.map { .take($0) } ?? .nothing
    case (.form, .pointed), (.chord, .pointed), (.help, .pointed): return .nothing
    case (.form, .pressed(let key, let place)): return press(key, at: place)
    case (.chord, .pressed(let key, let place)):
      state = .form
      return pressBehindChord(key, at: place)
    case (.choosing(let popup), .pressed(let key, _)): return press(key, in: popup)
    case (.completing(let popup), .pressed(let key, let place)):
      return press(key, at: place, completing: popup)
    case (.help, .pressed(.redraw, _)): return .redraw
    case (.help(let page), .pressed(.down, _)), (.help(let page), .pressed(.pageDown, _)):
      state = .help(page: page + 1)
      return .nothing
    case (.help(let page), .pressed(.up, _)), (.help(let page), .pressed(.pageUp, _)):
      state = .help(page: max(0, page - 1))
      return .nothing
    case (.help, .pressed):
      state = .form
      return .nothing
    }
  }

  // MARK: At the form

  private mutating func press(_ key: Key, at place: Place) -> Action {
    switch key {
    case .character(let scalar): return type(scalar, at: place)
    case .edit(let command): return edit(command, at: place)
    case .enter: return enter(at: place)
    case .next: return place == .text ? .complete : .go(.next)
    case .previous: return .go(.previous)
    case .up: return place == .area ? .moveRow(by: -1) : .go(.up)
    case .down: return place == .area ? .moveRow(by: 1) : .go(.down)
    case .pageUp: return place == .area ? .movePage(by: -1) : .go(.pageUp)
    case .pageDown: return place == .area ? .movePage(by: 1) : .go(.pageDown)
    case .older: return place == .text ? .recall(isBack: true) : .go(.up)
    case .newer: return place == .text ? .recall(isBack: false) : .go(.down)
    case .submit: return .submit
    case .escape: return .back
    case .endOfText: return .leave
    case .redraw: return .redraw
    case .mouse(let report): return .point(report)
    case .chorded, .unknown: return .ring
    case .help:
      state = .help(page: 0)
      return .nothing
    case .chord:
      state = .chord
      return .nothing
    }
  }

  private func type(_ scalar: Unicode.Scalar, at place: Place) -> Action {
    switch place {
    case .text, .area, .secret: .type(scalar)
    case .toggle:
      switch scalar {
      case " ": .switchToggle(to: nil)
      case "y", "Y": .switchToggle(to: true)
      case "n", "N": .switchToggle(to: false)
      default: .ring
      }
    case .options, .manyOptions: scalar == " " ? .switchOption : .findOption(scalar)
    case .choice: .open(scalar == " " ? nil : scalar)
    case .button: scalar == " " ? .activate : .ring
    case .row:
      switch scalar {
      case " ": .activate
      case "1"..."9": .sort(column: Int(scalar.value) - 0x31)
      default: .ring
      }
    case .nothing: .ring
    }
  }

  private func edit(_ command: EditCommand, at place: Place) -> Action {
    switch place {
    case .text, .area, .secret: return .edit(command)
    case .toggle, .options, .manyOptions, .choice, .button, .row, .nothing: break
    }
    switch command {
    case .left: return goAside(.left, by: -1, at: place)
    case .right: return goAside(.right, by: 1, at: place)
    case .home: return .go(.first)
    case .end: return .go(.last)
    case .wordLeft, .wordRight, .erase, .delete, .killWord, .killWordLeft, .killWordRight,
      .killHead, .killRest, .yank, .transpose, .undo:
      return .ring
    }
  }

  /// Left or right where nothing is typed.
  private func goAside(_ way: Way, by count: Int, at place: Place) -> Action {
    switch place {
    case .options, .manyOptions: .stepOption(by: count)
    case .choice: .open(nil)
    case .button, .row, .nothing: .go(way)
    case .text, .area, .secret, .toggle: .ring
    }
  }

  private func enter(at place: Place) -> Action {
    switch place {
    case .text, .secret, .toggle, .options, .manyOptions: .commit
    case .area: .type("\n")
    case .choice: .open(nil)
    case .button, .row: .activate
    case .nothing: .ring
    }
  }

  private mutating func pressBehindChord(_ key: Key, at place: Place) -> Action {
    guard case .chorded(let intent) = key else { return key == .escape ? .nothing : .ring }
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

  // MARK: In a window

  private mutating func press(_ key: Key, in former: Popup) -> Action {
    var popup = former
    defer { if case .choosing = state { state = .choosing(popup) } }
    switch key {
    case .up, .older: popup.move(by: -1)
    case .down, .newer: popup.move(by: 1)
    case .pageUp: return .turnPage(by: -1)
    case .pageDown: return .turnPage(by: 1)
    case .edit(.home): popup.mark(0)
    case .edit(.end): popup.mark(.max)
    case .edit(.erase): return popup.erase() ? .nothing : .ring
    case .edit(.killHead), .edit(.killWord): return popup.clear() ? .nothing : .ring
    // There is nothing that begins with a blank.
    case .character(" ") where popup.isMultiple || popup.filter.isEmpty:
      return switchOrChoose(in: popup, then: .stay)
    case .character(let scalar): popup.type(scalar)
    case .escape, .endOfText: if !popup.clear() { state = .form }
    case .enter: return leave(popup, then: .commit)
    case .next: return leave(popup, then: .goOn)
    case .submit: return leave(popup, then: .submit)
    case .redraw: return .redraw
    case .mouse(let report): return .point(report)
    case .edit, .previous, .help, .chord, .chorded, .unknown: return .ring
    }
    return .nothing
  }

  /// Switches the option that is marked, or, of one choice, chooses it and closes the window.
  private mutating func switchOrChoose(in popup: Popup, then next: Next) -> Action {
    guard let option = popup.marked else { return .ring }
    if popup.isMultiple { return .choose(option, isOn: !option.isSelected, then: next) }
    state = .form
    return .choose(option, isOn: true, then: next)
  }

  /// Closes the window of a choice: of one choice, with the option that is marked.
  private mutating func leave(_ popup: Popup, then next: Next) -> Action {
    guard popup.isMultiple else { return switchOrChoose(in: popup, then: next) }
    state = .form
    switch next {
    case .stay: return .nothing
    case .commit: return .commit
    case .goOn: return .go(.next)
    case .submit: return .submit
    }
  }

  private mutating func press(
    _ key: Key, at place: Place, completing former: Popup
  ) -> Action {
    var popup = former
    switch key {
    case .up, .older: popup.move(by: -1)
    case .down, .newer: popup.move(by: 1)
    case .pageUp: return .turnPage(by: -1)
    case .pageDown: return .turnPage(by: 1)
    case .redraw: return .redraw
    case .mouse(let report): return .point(report)
    case .character: return typeOn(key, at: place, completing: former)
    case .edit(let command) where !command.isMotion:
      return typeOn(key, at: place, completing: former)
    case .escape:
      state = .form
      return .nothing
    case .enter:
      state = .form
      return popup.marked.map { .take($0) } ?? enter(at: place)
    case .next:
      state = .form
      return (popup.marked ?? popup.only).map { .take($0) } ?? .go(.next)
    case .edit, .previous, .submit, .endOfText, .help, .chord, .chorded, .unknown:
      state = .form
      return press(key, at: place)
    }
    state = .completing(popup)
    return .nothing
  }

  /// Edits the text while its suggestions are visible; the mark disappears, and the text counts.
  private mutating func typeOn(
    _ key: Key, at place: Place, completing former: Popup
  ) -> Action {
    var popup = former
    popup.unmark()
    state = .completing(popup)
    return press(key, at: place)
  }
}

import FormworkFrontEnd
import Interaction

/// A search by typed letters among the options beside a label.
struct OptionSearch {
  /// The longest time between two letters of one search.
  private static let timeout = Duration.seconds(1)

  private var typed = ""
  private var last: ContinuousClock.Instant?

  /// Returns the place of an option that begins with the letters; the same letter goes to the next.
  mutating func type(
    _ scalar: Unicode.Scalar, at now: ContinuousClock.Instant, among labels: [String],
    marked: Int
  ) -> Int? {
    if let last, last.duration(to: now) > Self.timeout { typed = "" }
    last = now
    func place(_ beginning: String, from start: Int) -> Int? {
      let order = labels.indices.map { ($0 + start) % labels.count }
      return order.first { labels[$0].lowercased().hasPrefix(beginning) }
    }
    let letter = String(scalar).lowercased()
    if !typed.isEmpty, let place = place(typed + letter, from: marked) {
      typed += letter
      return place
    }
    guard typed.isEmpty || typed == letter, let place = place(letter, from: marked + 1) else {
      return nil
    }
    typed = letter
    return place
  }
}

/// The part of a session that switches toggles, and marks and chooses options.
final class Chooser {
  private unowned let session: ScreenController
  var search = OptionSearch()

  init(_ session: ScreenController) { self.session = session }

  func switchToggle(to isOn: Bool?) {
    guard let node = session.focusNode else { return }
    choose(node.id, isOn: isOn ?? (node.number(.value) != 1))
  }

  func choose(_ id: NodeID, isOn: Bool) {
    guard session.picture[id] != nil else { return session.ring() }
    session.fieldEditor.post(.choose(id, isOn: isOn))
  }

  /// A choice with options beside its label, these options, and the place of the marked one.
  private var optionsInPlace: (choice: PictureNode, options: [PictureNode], marked: Int)? {
    guard case .options(let id, let marked) = session.user.focus, let choice = session.picture[id]
    else { return nil }
    let options = session.picture.options(of: choice)
    return options.firstIndex { $0.id == marked }.map { (choice, options, $0) }
  }

  func stepOption(by count: Int) {
    guard let (choice, options, marked) = optionsInPlace else { return }
    let next = marked + count
    mark(options.indices.contains(next) ? options[next] : nil, of: choice)
  }

  func findOption(_ scalar: Unicode.Scalar) {
    guard let (choice, options, marked) = optionsInPlace else { return }
    let next = search.type(scalar, at: .now, among: options.map(\.spokenName), marked: marked)
    mark(next.map { options[$0] }, of: choice)
  }

  private func mark(_ option: PictureNode?, of choice: PictureNode) {
    guard let option else { return session.ring() }
    session.user.focus = .options(choice.id, marked: option.id)
    if choice.kind == .choice, !option.isSelected { choose(option.id, isOn: true) }
  }

  func switchOption() {
    guard let (choice, options, marked) = optionsInPlace else { return session.ring() }
    choose(options[marked].id, isOn: choice.kind == .choice || !options[marked].isSelected)
  }

  func open(with scalar: Unicode.Scalar?) {
    guard let choice = session.focusNode else { return session.ring() }
    var popup = Popup(popupOptions(of: choice), choice.kind == .choices ? .choices : .choice)
    if let scalar { popup.type(scalar) }
    _ = session.machine.apply(.opened(popup))
  }

  private func popupOptions(of choice: PictureNode) -> [Popup.Option] {
    session.picture.options(of: choice).map {
      Popup.Option(id: $0.id, label: $0.spokenName, isSelected: $0.isSelected)
    }
  }

  /// Updates the options of a choice, and whether they have room beside its label.
  func adoptOptions(of choice: PictureNode) {
    guard choice.kind == .choice || choice.kind == .choices else { return }
    if session.machine.state.window != nil {
      _ = session.machine.apply(.renewed(popupOptions(of: choice)))
    }
    markOption(of: choice)
  }

  /// Marks the selected option beside the label of a choice; in a multiple choice, the previous one.
  func markOption(of choice: PictureNode) {
    guard session.painter.look({ $0.fields.hasOptionsInPlace(choice) }) else {
      return session.user.focus = .node(choice.id)
    }
    let options = session.picture.options(of: choice)
    let chosen = options.first(where: \.isSelected)
    let previous = optionsInPlace.flatMap {
      $0.choice.id == choice.id ? $0.options[$0.marked] : nil
    }
    let marked = choice.kind == .choice ? chosen ?? previous : previous ?? chosen
    session.user.focus = .options(choice.id, marked: (marked ?? options.first)?.id)
  }
}

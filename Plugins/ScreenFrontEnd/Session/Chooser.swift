import FormworkFrontEnd
import Interaction
import Wording

/// Switches toggles, and marks and chooses options.
final class Chooser {
  private unowned let session: Session

  /// The letters that were typed in a row to find an option.
  var search = OptionSearch()

  init(_ session: Session) { self.session = session }

  func switchToggle(to isOn: Bool?) {
    guard let node = session.picture.focus.flatMap({ session.picture[$0] }) else { return }
    choose(node.id, isOn: isOn ?? (node.number(.value) != 1))
  }

  /// Switches an option or a toggle; the host sends the outcome.
  func choose(_ id: NodeID, isOn: Bool) {
    guard session.picture[id] != nil else { return session.ring() }
    session.typist.tell(.choose(id, isOn: isOn))
  }

  /// A choice with options beside its label, these options, and the place of the marked one.
  private var optionsInPlace: (choice: PictureNode, options: [PictureNode], marked: Int)? {
    guard case .options(let id, let marked) = session.person.focus, let choice = session.picture[id]
    else {
      return nil
    }
    let options = session.picture.options(of: choice)
    return options.firstIndex { $0.id == marked }.map { (choice, options, $0) }
  }

  func stepOption(by count: Int) {
    guard let (choice, options, marked) = optionsInPlace else { return }
    let next = marked + count
    guard options.indices.contains(next) else { return session.ring() }
    mark(options[next], of: choice)
  }

  func findOption(_ scalar: Unicode.Scalar) {
    guard let (choice, options, marked) = optionsInPlace else { return }
    let found = search.type(
      scalar, at: .now, among: options.map(\.spokenName), marked: marked)
    guard let next = found else { return session.ring() }
    mark(options[next], of: choice)
  }

  /// Marks an option; of one choice it is chosen by that.
  private func mark(_ option: PictureNode, of choice: PictureNode) {
    session.person.focus = .options(choice.id, marked: option.id)
    if choice.kind == .choice, !option.isSelected { choose(option.id, isOn: true) }
  }

  func switchOption() {
    guard let (choice, options, marked) = optionsInPlace else { return session.ring() }
    choose(options[marked].id, isOn: choice.kind == .choice || !options[marked].isSelected)
  }

  func open(with scalar: Unicode.Scalar?) {
    guard let choice = session.picture.focus.flatMap({ session.picture[$0] }) else {
      return session.ring()
    }
    var popup = Popup(popupOptions(of: choice), isMultiple: choice.kind == .choices)
    if let scalar { popup.type(scalar) }
    _ = session.machine.apply(.opened(popup, isCompletion: false))
  }

  private func popupOptions(of choice: PictureNode) -> [Popup.Option] {
    session.picture.options(of: choice).map {
      Popup.Option(id: $0.id, label: $0.spokenName, isSelected: $0.isSelected)
    }
  }

  /// Updates the options of a choice, and whether they have room beside its label.
  ///
  /// Any other node is ignored.
  func adoptOptions(of choice: PictureNode) {
    guard choice.kind == .choice || choice.kind == .choices else { return }
    if session.machine.state.isChoosing {
      _ = session.machine.apply(.renewed(popupOptions(of: choice)))
    }
    markOption(of: choice)
  }

  /// Marks an option of a choice if the options are beside the label.
  ///
  /// In a single choice, this is the selected option; in a multiple choice, the option that was marked before.
  func markOption(of choice: PictureNode) {
    guard session.painter.look({ $0.fields.hasOptionsInPlace(choice) }) else {
      return session.person.focus = .node(choice.id)
    }
    let options = session.picture.options(of: choice)
    let chosen = options.first(where: \.isSelected)
    var former: PictureNode?
    if case .options(choice.id, let marked) = session.person.focus {
      former = options.first { $0.id == marked }
    }
    let marked = choice.kind == .choice ? chosen ?? former : former ?? chosen
    session.person.focus = .options(choice.id, marked: (marked ?? options.first)?.id)
  }
}

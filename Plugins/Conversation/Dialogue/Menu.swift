package import FormworkFrontEnd
import Interaction
package import Wording

/// What a person can choose where no field is asked for.
package enum MenuChoice: Hashable, Sendable {
  /// A button is pressed, an item is gone to, a row is opened, or a list is sorted by a column.
  case node(NodeID)
  /// A page of a list is written that begins at a place, from 0.
  case page(of: NodeID, from: Int)
}

/// What there is to choose from, and how it is asked for.
package final class Menu {
  /// Something that can be chosen, by its number or by the beginning of its label.
  struct Entry: Equatable {
    let choice: MenuChoice
    let option: ChoiceMatch.Option
    let number: Int?
    /// What it is called above the prompt; `nil` where it is on view anyway.
    let shown: String?
    /// Whether its label may be typed: a row that has gone is known by its number alone.
    let isNamed: Bool
    /// What stands first in a row, such as a name.
    var firstCell: String?

    init(
      _ choice: MenuChoice, _ label: String, number: Int? = nil, isListed: Bool = false,
      shown: String? = nil, isNamed: Bool = true, firstCell: String? = nil
    ) {
      (self.choice, self.number, self.isNamed) = (choice, number, isNamed)
      self.firstCell = firstCell
      option = ChoiceMatch.Option(name: label, label: label)
      self.shown = shown ?? (isListed ? label : nil)
    }

    init(_ node: PictureNode, number: Int? = nil, isListed: Bool = false) {
      (choice, self.number, isNamed) = (.node(node.id), number, true)
      option = ChoiceMatch.Option(node)
      shown = isListed ? node.spokenName : nil
    }

    /// Whether an answer may be about it: a page that is not offered is named in full.
    func isMeant(by answer: String) -> Bool {
      guard case .page = choice, shown == nil else { return true }
      return ChoiceMatch.isWhole(option.label, answer)
    }

    /// The same where there are several lists: with the name of its own.
    func named(within list: String) -> Entry {
      let name = { Words.about(list, $0) }
      return Entry(choice, name(option.label), number: number, shown: shown.map(name))
    }
  }

  package private(set) var prompt: Prompt

  /// What Enter alone stands for.
  package let preset: MenuChoice?

  /// Whether Enter alone goes on.
  package let isOfSection: Bool

  /// Whether Enter alone shows a page of a list.
  package var isAtList: Bool { if case .page = preset { true } else { false } }

  private let dialogue: Dialogue
  /// What the buttons belong to: a section, an alert, or else the screen.
  private let owner: NodeID?
  /// The buttons as they were when the question was asked.
  private let asked: [Entry]
  private let items: [Entry]
  private let lists: [NodeID]
  private let width: Int

  /// Makes the menu of some buttons, and of the lists beside them.
  ///
  /// Where there are lists the numbers are those of rows, and Enter alone presses nothing.
  ///
  /// - Parameters:
  ///   - owner: The section or the alert that the buttons belong to; `nil` at those of the screen.
  ///   - section: The section, where it is one.
  ///   - dialogue: What knows the lists.
  ///   - width: The columns of the terminal; 0 where there is none.
  ///   - none: What stands in the prompt where nothing can be chosen.
  package init(
    of owner: NodeID?, section: PictureNode? = nil, in dialogue: Dialogue, width: Int,
    none: String
  ) {
    let picture = dialogue.picture
    let buttons = picture.buttons(of: owner)
    let lists = dialogue.lists.lists { list in
      picture.alert == nil
        && (section == nil
          || picture[list].flatMap { picture.labelledGroup(of: $0) }?.id == section?.id)
    }
    let preset = dialogue.lists.preset(among: lists, in: picture)
    items = (section.map { picture.items(at: $0) } ?? []).map { Entry($0) }
    asked = buttons.enumerated().map { index, button in
      Entry(button, number: preset == nil ? index + 1 : nil, isListed: preset != nil)
    }
    self.owner = owner
    (self.dialogue, self.lists, isOfSection) = (dialogue, lists, section != nil)
    self.width = width > 0 ? width : .max
    let plain =
      section.map { Prompt(section: $0, buttons: buttons, in: picture) }
      ?? Prompt(buttons: buttons, none: none)
    guard let preset else {
      prompt = plain
      self.preset =
        section == nil ? Prompt.preset(of: buttons).map { .node(buttons[$0].id) } : nil
      return
    }
    let name = picture[preset.list]?.spokenName ?? ""
    let question = Words.text(preset.isNext ? "prompt.list.next" : "prompt.list", ["name": name])
    prompt = Prompt(
      subject: section == nil ? name : plain.subject,
      choices: [],
      text: section == nil ? question : plain.text)
    self.preset = section == nil ? preset.choice : nil
    prompt.choices = choices
  }

  /// What stands above the prompt, as it is by now: of a page that has changed, what shows it anew.
  package var choices: [String] {
    lists.isEmpty ? prompt.choices : entries.compactMap(\.shown).sideBySide(in: width)
  }

  /// Whether nothing can be chosen.
  package var isEmpty: Bool { entries.isEmpty }

  /// What can be typed, in full.
  package var labels: [String] { entries.filter(\.isNamed).map(\.option.label) }

  /// What there is by now: beside a list a row or a button that came after the question was asked can be chosen, too.
  private var entries: [Entry] {
    if lists.isEmpty { return asked + items }
    let picture = dialogue.picture
    let buttons = picture.buttons(of: owner).map { Entry($0, isListed: true) }
    return dialogue.lists.entries(of: lists, in: picture) + buttons + items
  }

  /// Finds what a typed answer means.
  ///
  /// - Throws: Why it means nothing.
  package func choice(typed answer: String) throws(ChoiceMatch.Mismatch) -> MenuChoice {
    let entries = entries
    if let index = ChoiceMatch.number(answer, upTo: .max),
      let entry = entries.first(where: { $0.number == index + 1 })
    {
      return entry.choice
    }
    // A word that a row is called by as well is that of the button: the row has its number.
    let named =
      entries.filter { $0.number == nil && $0.isMeant(by: answer) }
      + entries.filter { $0.number != nil && $0.isNamed }
    let index: Int
    do throws(ChoiceMatch.Mismatch) {
      index = try ChoiceMatch.index(typed: answer, among: named.map(\.option), numberCount: 0)
    } catch {
      // A whole name is more than the beginning of others.
      let rows = named.filter { $0.firstCell.map { ChoiceMatch.isWhole($0, answer) } ?? false }
      guard error == .several, rows.count == 1, let row = rows.first else { throw error }
      return row.choice
    }
    let chosen = named[index]
    let isRow = chosen.number != nil && !lists.isEmpty
    if isRow, named.count(where: { $0.option.label == chosen.option.label }) > 1 { throw .several }
    return chosen.choice
  }

  /// Why an answer means nothing, in words.
  package func words(for mismatch: ChoiceMatch.Mismatch) -> String {
    Words.noOption(mismatch, prompt.subject, count: numberCount)
  }

  /// That Enter alone means nothing, in words.
  package var wordsForNothing: String { Words.noAnswer(prompt.subject, count: numberCount) }

  private var numberCount: Int { entries.compactMap(\.number).max() ?? 0 }
}

package import FormworkFrontEnd
import Interaction
package import Wording

package enum MenuChoice: Hashable, Sendable {
  /// A button, an item, a row, or a column to sort by.
  case node(NodeID)
  /// A page of a list that begins at a place, from 0.
  case page(of: NodeID, from: Int)
}

/// The choices at a prompt that asks for no field.
package final class Menu {
  struct Entry: Equatable {
    let choice: MenuChoice
    let option: ChoiceMatch.Option
    var number: Int?
    /// The text above the prompt; `nil` if the choice is visible anyway.
    var shown: String?
    var row: RowPage.Entry?

    /// Whether the label may be typed: a row that is gone has only its number.
    var isNamed: Bool { row?.exists != false }

    /// Whether an answer may mean the entry: a page that is not offered has to be named in full.
    func isMeant(by answer: String) -> Bool {
      guard case .page = choice, shown == nil else { return true }
      return ChoiceMatch.isWhole(option.label, answer)
    }
  }

  package private(set) var prompt: Prompt
  package let preset: MenuChoice?
  package let isOfSection: Bool

  package var isAtList: Bool { if case .page = preset { true } else { false } }

  private let client: HostClient
  /// The owner of the buttons: a section, an alert, or else the screen.
  private let owner: NodeID?
  /// The buttons as they were when the question was asked.
  private let asked: [Entry]
  private let items: [Entry]
  private let lists: [NodeID]
  private let width: Int

  /// Creates the menu of the buttons of a section, an alert or the screen, with the lists beside them.
  package init(of owner: NodeID?, in client: HostClient, width: Int, none: String) {
    let picture = client.picture
    let section = picture.alert == nil ? owner.flatMap { picture[$0] } : nil
    let buttons = picture.buttons(of: owner)
    let lists = client.lists.ids.filter { list in
      picture.alert == nil
        && (section == nil
          || picture[list].flatMap { picture.labelledGroup(of: $0) }?.id == section?.id)
    }
    // If there are lists, the numbers are those of rows, and Enter alone presses no button.
    let page = client.lists.preset(among: lists, in: picture)
    items = (section.map { picture.items(at: $0) } ?? []).map {
      Entry(choice: .node($0.id), option: ChoiceMatch.Option($0))
    }
    asked = buttons.enumerated().map { index, button in
      Entry(choice: .node(button.id), option: ChoiceMatch.Option(button), number: index + 1)
    }
    self.owner = owner
    (self.client, self.lists, isOfSection) = (client, lists, section != nil)
    self.width = width > 0 ? width : .max
    prompt =
      section.map { Prompt(section: $0, buttons: buttons, in: picture) }
      ?? Prompt(buttons: buttons, none: none)
    let button = Prompt.preset(of: buttons).map { MenuChoice.node(buttons[$0].id) }
    preset = section == nil ? page?.choice ?? button : nil
    guard let page else { return }
    if section == nil {
      let name = picture[page.list]?.spokenName ?? ""
      let key = page.isNext ? "prompt.list.next" : "prompt.list"
      prompt = Prompt(subject: name, choices: [], text: FrontEndMessages.text(key, ["name": name]))
    }
    prompt.choices = choices
  }

  /// The lines above the prompt, as they are now: a page that has changed is offered again.
  package var choices: [String] {
    lists.isEmpty ? prompt.choices : entries.compactMap(\.shown).sideBySide(in: width)
  }

  package var labels: [String] { entries.filter(\.isNamed).map(\.option.label) }

  /// The present choices: at a list, a row or a button that came after the question can be chosen, too.
  private var entries: [Entry] {
    if lists.isEmpty { return asked + items }
    let picture = client.picture
    let buttons = picture.buttons(of: owner).map {
      Entry(choice: .node($0.id), option: ChoiceMatch.Option($0), shown: $0.spokenName)
    }
    return client.lists.entries(of: lists, in: picture) + buttons + items
  }

  package enum Meaning {
    case choice(MenuChoice)
    /// The reason why the answer means nothing.
    case mistake(String)
    /// Enter alone, and there is nothing to choose.
    case nothing
  }

  package func meaning(of answer: String) -> Meaning {
    let count = entries.compactMap(\.number).max() ?? 0
    do throws(ChoiceMatch.Mismatch) {
      if let choice = answer.isEmpty ? preset : try choice(typed: answer) {
        return .choice(choice)
      }
      return entries.isEmpty
        ? .nothing : .mistake(FrontEndMessages.noAnswer(prompt.subject, count: count))
    } catch {
      return .mistake(FrontEndMessages.noOption(error, prompt.subject, count: count))
    }
  }

  private func choice(typed answer: String) throws(ChoiceMatch.Mismatch) -> MenuChoice {
    let entries = entries
    if let index = ChoiceMatch.number(answer, upTo: .max),
      let entry = entries.first(where: { $0.number == index + 1 })
    {
      return entry.choice
    }
    // A label of a row and of a button means the button: the row has its number.
    let named =
      entries.filter { $0.number == nil && $0.isMeant(by: answer) }
      + entries.filter { $0.number != nil && $0.isNamed }
    let index: Int
    do throws(ChoiceMatch.Mismatch) {
      index = try ChoiceMatch.index(named: answer, among: named.map(\.option))
    } catch {
      // A whole name takes precedence over names that only begin like it.
      let rows = named.filter {
        $0.row?.row.cells.first.map { ChoiceMatch.isWhole($0, answer) } ?? false
      }
      guard error == .several, rows.count == 1 else { throw error }
      return rows[0].choice
    }
    let chosen = named[index]
    let isRow = chosen.number != nil && !lists.isEmpty
    if isRow, named.count(where: { $0.option.label == chosen.option.label }) > 1 { throw .several }
    return chosen.choice
  }
}

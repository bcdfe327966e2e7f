import Conversation
import FormworkFrontEnd
import Interaction
import Wording

extension PromptMachine.Answer {
  /// Reads an answer of yes or no; a validated one is not new.
  init(yesOrNo text: String, isNew: Bool, subject: String) {
    if let isOn = ChoiceMatch.yesOrNo(text) {
      self = .choice(.isOn(isOn), isNew: isNew)
    } else {
      self = .mistake(Words.text("answer.yesOrNo", ["subject": subject]), isKept: false)
    }
  }

  /// Reads an answer that names options of a choice.
  init(options text: String, of choice: PictureNode, in picture: Picture, isNew: Bool) {
    do throws(ChoiceMatch.Mismatch) {
      let indices = try picture.indices(
        of: text, in: choice, by: ChoiceMatch.index(typed:among:))
      self = .choice(.options(indices), isNew: isNew)
    } catch {
      // The user need not type the right ones of several answers again.
      self = .mistake(picture.words(for: error, to: choice), isKept: text.contains(","))
    }
  }

  /// Reads an answer that names an entry of a menu; an empty one means what the menu presets.
  init(text: String, at menu: Menu) {
    self =
      switch menu.meaning(of: text) {
      case .choice(let choice): .menu(choice)
      case .mistake(let words): .mistake(words, isKept: false)
      case .nothing: .menu(nil)
      }
  }
}

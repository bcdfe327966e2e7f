import Conversation
import FormworkFrontEnd

extension PromptMachine.Answer {
  /// Reads an answer of yes or no; one that was judged already is not new.
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
      // Of several answers the right ones need not be typed again.
      self = .mistake(picture.words(for: error, text, to: choice), isKept: text.contains(","))
    }
  }

  /// Reads an answer that names a button, or an item; nothing is the first button by which nothing is lost.
  init(
    button text: String, among buttons: [PictureNode], items: [PictureNode], subject: String
  ) {
    let nodes = buttons + items
    var index = Prompt.preset(of: buttons)
    if !text.isEmpty {
      do throws(ChoiceMatch.Mismatch) {
        index = try ChoiceMatch.index(
          typed: text, among: nodes.map { ChoiceMatch.Option($0) }, numberCount: buttons.count)
      } catch {
        self = .mistake(Words.noOption(error, subject, count: buttons.count), isKept: false)
        return
      }
    }
    if index == nil && !buttons.isEmpty {
      self = .mistake(Words.noAnswer(subject, count: buttons.count), isKept: false)
    } else {
      self = .button(index.map { nodes[$0].id })
    }
  }
}

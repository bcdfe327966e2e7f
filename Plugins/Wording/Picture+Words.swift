package import FormworkFrontEnd
import Interaction

extension Picture {
  /// Where a field stands among those that a person can enter something in, such as `3 of 7`; empty
  /// where it is the only one.
  package func position(of field: PictureNode) -> String {
    let order = fields
    guard order.count > 1, let index = order.firstIndex(where: { $0.id == field.id }) else {
      return ""
    }
    return Words.text("form.position", ["place": "\(index + 1)"], count: order.count)
  }

  /// What a node is called outside of the item that it stands in: "Address of Contact 2"; below the name of
  /// that item, or of a group in it, "Address".
  package func fullName(of node: PictureNode, below group: PictureNode? = nil) -> String {
    let named = group.map { labelledGroups(of: $0) + [$0] } ?? []
    guard let item = labelledGroups(of: node).last(where: \.isItem), !named.contains(item) else {
      return node.spokenName
    }
    return Words.text("item.part", ["item": item.spokenName, "name": node.spokenName])
  }

  /// The prompt for the buttons of a section: how many items are in it, if it has any, or how much of it is
  /// answered.
  func prompt(of section: PictureNode) -> String {
    let name = section.spokenName
    let items = section.children.count { self[$0]?.isItem ?? false }
    if items > 0 { return Words.text("prompt.section.items", ["name": name], count: items) }
    guard let total = section.number(.total) else {
      return Words.text("prompt.section", ["name": name])
    }
    let answered = section.number(.answered) ?? 0
    return Words.text(
      "prompt.section.answered", ["name": name, "answered": "\(answered)"], count: total)
  }

  /// The indices of the options that an answer to a choice means: of one, or of several with commas
  /// between them.
  package func indices(
    of answer: String, in choice: PictureNode,
    by match: (String, [ChoiceMatch.Option]) throws(ChoiceMatch.Mismatch) -> Int
  ) throws(ChoiceMatch.Mismatch) -> Set<Int> {
    guard choice.kind == .choices else { return [try match(answer, answers(to: choice))] }
    return try ChoiceMatch.indices(of: answer, among: answers(to: choice), by: match)
  }

  /// Why a typed answer to a choice means no option, in words.
  package func words(
    for mismatch: ChoiceMatch.Mismatch, _ answer: String, to choice: PictureNode
  ) -> String {
    let options = answers(to: choice)
    let part =
      choice.kind == .choices
      ? ChoiceMatch.part(of: answer, among: options, thatFailsBy: mismatch) : nil
    return Words.noOption(mismatch, choice.spokenName, count: options.count, part: part)
  }

  /// The options of a choice, as answers name them.
  private func answers(to choice: PictureNode) -> [ChoiceMatch.Option] {
    options(of: choice).map { ChoiceMatch.Option($0) }
  }
}

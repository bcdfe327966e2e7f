package import FormworkFrontEnd
import Interaction

extension Picture {
  /// Returns the place of a field among all fields, such as `3 of 7`; empty if it is the only one.
  package func position(of field: PictureNode) -> String {
    let order = fields.map(\.id)
    guard order.count > 1, let index = order.firstIndex(of: field.id) else { return "" }
    return Words.text("form.position", ["place": "\(index + 1)"], count: order.count)
  }

  /// Returns the name of a node, with that of its item ("Address of Contact 2") unless the group has it.
  package func fullName(of node: PictureNode, below group: PictureNode? = nil) -> String {
    let named = group.map { labelledGroups(of: $0) + [$0] } ?? []
    guard let item = labelledGroups(of: node).last(where: \.isItem), !named.contains(item) else {
      return node.spokenName
    }
    return Words.text("item.part", ["item": item.spokenName, "name": node.spokenName])
  }

  /// Returns the indices of the options that an answer means: one, or several between commas.
  package func indices(
    of answer: String, in choice: PictureNode,
    by match: (String, [ChoiceMatch.Option]) throws(ChoiceMatch.Mismatch) -> Int
  ) throws(ChoiceMatch.Mismatch) -> Set<Int> {
    let options = options(of: choice).map { ChoiceMatch.Option($0) }
    guard choice.kind == .choices else { return [try match(answer, options)] }
    return try ChoiceMatch.indices(of: answer, among: options, by: match)
  }

  package func words(for mismatch: ChoiceMatch.Mismatch, to field: PictureNode) -> String {
    field.kind == .toggle
      ? Words.text("answer.yesOrNo", ["subject": field.spokenName])
      : Words.noOption(mismatch, field.spokenName, count: options(of: field).count)
  }
}

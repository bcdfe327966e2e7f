package import FormworkFrontEnd

/// A form with a node of each kind that accepts messages.
package let picture: ViewTreeReplica = {
  let kinds: [NodeKind] = [
    .screen, .textField, .secretField, .textArea, .toggle, .choice, .button, .list,
  ]
  var picture = ViewTreeReplica()
  for (index, kind) in kinds.enumerated() {
    let parent = index == 0 ? nil : NodeID(rawValue: 1)
    picture.apply(
      .change(
        .inserted(
          NodeID(rawValue: UInt32(index + 1)), kind: kind, name: "n\(index)", parent: parent,
          index: max(0, index - 1))))
  }
  picture.apply(.flush(revision: 7))
  return picture
}()

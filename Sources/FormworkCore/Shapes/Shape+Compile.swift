extension Shape {
  /// The shape of a form, or of a part of one that is known later, made of these items.
  ///
  /// - Throws: What cannot be.
  static func compile(_ items: [FormItem]) throws(DefinitionError) -> Shape {
    let outline = try ShapeOutline(items)
    // Children have higher indexes than their parents.
    var shapes: [Shape?] = Array(repeating: nil, count: outline.nodes.count)
    for index in outline.nodes.indices.reversed() {
      let node = outline.nodes[index]
      shapes[index] = Shape(
        node, names: node.names.isEmpty ? [:] : node.names.mapValues { outline.nodes[$0].number },
        control: node.control.flatMap { shapes[$0] },
        children: node.children.compactMap { shapes[$0] })
    }
    guard let root = shapes.first.flatMap(\.self) else { preconditionFailure("no root") }
    return root
  }
}

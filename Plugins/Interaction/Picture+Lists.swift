package import FormworkFrontEnd

extension Picture {
  /// Returns the rows at some places of a list, from 0, as far as the host has sent them.
  package func rows(of list: PictureNode, from first: Int, count: Int) -> [PictureNode] {
    let offset = first - list.count(.firstRow)
    return offset < 0 ? [] : rows(of: list).dropFirst(offset).prefix(count).compactMap { self[$0] }
  }

  /// The rows of a list that the host has sent, in order.
  package func rows(of list: PictureNode) -> [NodeID] {
    list.children.filter { self[$0]?.kind == .row }
  }

  /// The columns of a list, in order.
  package func columns(of list: PictureNode) -> [PictureNode] {
    children(of: list).filter { $0.kind == .column }
  }

  /// The number of rows of a list, at least that of the rows that the host has sent.
  package func rowCount(of list: PictureNode) -> Int {
    let told = rows(of: list).count
    return max(list.count(.rowCount), told == 0 ? 0 : list.count(.firstRow) + told)
  }
}

extension PictureNode {
  /// A number of things, which is never negative, and small enough to be added to.
  package func count(_ property: Property) -> Int { min(max(0, number(property) ?? 0), 1 << 53) }

  /// Whether its rows are on their way.
  package var isLoading: Bool { status == .loading || number(.busy) == 1 }

  package var layout: ListLayout { number(.layout).flatMap(ListLayout.init) ?? .table }
}

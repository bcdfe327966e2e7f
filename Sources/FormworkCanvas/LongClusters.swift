/// The clusters that have no room in a cell, each once.
struct LongClusters {
  /// A cluster that is kept.
  struct Entry: Hashable {
    let text: [UInt8]
    let width: Int
  }

  private(set) var entries: [Entry] = []
  private var numbers: [Entry: Int] = [:]

  /// The number of a cluster.
  mutating func number(of entry: Entry) -> Int {
    if let number = numbers[entry] { return number }
    let number = entries.count
    entries.append(entry)
    numbers[entry] = number
    return number
  }
}

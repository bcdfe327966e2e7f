/// Types into random fields, reproducibly, texts that change the status of the field.
struct Typist {
  /// A field with its new and old content.
  struct Edit {
    let field: Int
    let text: String
    let before: String
  }

  private let fieldCount: Int
  private var isLong = false
  private var seed: UInt64 = 1

  init(fieldCount: Int) { self.fieldCount = fieldCount }

  mutating func next() -> Edit {
    // Knuth's generator: its high bits are random enough.
    seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    isLong.toggle()
    return Edit(
      field: Int(seed >> 33) % fieldCount, text: isLong ? "abc" : "a", before: isLong ? "a" : "abc")
  }
}

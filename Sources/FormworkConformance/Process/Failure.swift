/// What a front end did that breaks the contract, in one line, with the mend.
struct Failure: Error, Equatable {
  /// What it did: words to stand behind "it".
  let deed: String

  /// What its author can do about it.
  let mend: String

  init(_ deed: String, mend: String = "") {
    self.deed = deed
    self.mend = mend
  }

  /// One line.
  var text: String { mend.isEmpty ? deed : "\(deed): \(mend)" }
}

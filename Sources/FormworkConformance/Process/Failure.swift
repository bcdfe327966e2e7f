/// What a front end did that breaks the contract, in one line, with the mend.
struct Failure: Error, Equatable {
  let text: String

  init(_ text: String) { self.text = text }
}

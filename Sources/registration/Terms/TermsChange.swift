import ArgumentParser
import FormworkCommands

struct TermsChange: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Ask new accounts to accept these terms: a file of UTF-8 text, or - for standard input.",
      valueName: "file"), completion: .file())
  var terms: String?

  @Flag(help: "Ask new accounts to accept nothing.")
  var noTerms = false

  func validate() throws {
    try ValidationError.checkPath(terms, of: "--terms")
    guard terms == nil || !noTerms else { throw ValidationError.exclusive("--terms", "--no-terms") }
  }

  var isChange: Bool { terms != nil || noTerms }

  func perform(_ set: (String?) throws -> Void) throws {
    if let terms { try set(try TermsFile.read(terms)) } else if noTerms { try set(nil) }
  }
}

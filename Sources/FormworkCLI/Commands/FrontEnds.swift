import ArgumentParser
import FormworkCore
import FormworkHost

/// `formwork front-ends`: lists front ends, and whether they can be loaded.
struct FrontEnds: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "front-ends",
    abstract: "List the front ends: name, version of the contract, file.",
    discussion: """
      Of one that would not be loaded, the rule that it breaks is told. \
      \(speaker.catalogue.text(for: FrontEndListing.promise))
      """)

  func run() throws {
    for listing in FrontEndListing.all(in: .installed()) { try speaker.say(listing.message) }
  }
}

import ArgumentParser
import CFormworkWire
import FormworkArguments
import FormworkConformance
import FormworkCore
import FormworkDemo
import FormworkHost
import FormworkSession

/// The program: `formwork front-ends | demo [SCREEN] | check-front-end NAME|FILE`.
@main
struct Formwork: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "formwork",
    abstract:
      "Lists front ends, shows what they may be told, and checks whether they keep to the contract.",
    discussion: "Exit status: 0 done, 1 failed, or a check failed, 2 wrong usage.",
    version: FORMWORK_VERSION,
    subcommands: [FrontEnds.self, ShowDemo.self, CheckFrontEnd.self, ProbeFrontEnd.self])

  static func main() { main(saying: speaker) }
}

let speaker = ProgramOutput(
  "formwork",
  Catalogue.english.overriding(Catalogue.conformance.entries)
    .overriding(Catalogue.demo.entries).overriding([
      "check.noProc": "/proc/self/exe: {reason}: mount /proc",
      "check.unknown": "There is no check {name}: there are {names}.",
      "check.fileName": "the path of a file has a / in it: write {path}",
      "probe.notForPeople":
        "{command}: check-front-end starts it by itself: there is nothing to do for people",
    ]).spoken())

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

package import FormworkCore
import FormworkSystem

/// What can be told of an installed front end without running any of its code.
package struct FrontEndListing: Equatable, Sendable {
  /// What the help of a command that lists them promises.
  package static let promise: Message = "frontEnd.promise"

  /// The name by which it is asked for.
  package let name: FrontEndName

  package let path: String

  /// What was found out, or why the file would not be loaded.
  package let inspection: Result<FrontEndFile, FrontEndRefusal>

  /// Inspects all front ends that there are, sorted by name, and those of one name in the order in
  /// which they are looked for: only the first of these would be loaded.
  package static func all(in locator: FrontEndLocator) -> [FrontEndListing] {
    locator.names().flatMap { name in
      // One that vanished since it was named is not in the list.
      let places = locator.places(of: name)
      return places.map { place in
        let inspection = Result { () throws(FrontEndRefusal) in
          if let first = places.first, first != place {
            throw locator.isGiven(first)
              ? .replaced(by: first.path) : .hidden(behind: first.path)
          }
          return try FrontEndFile(inspecting: place, named: name)
        }
        return FrontEndListing(name: name, path: place.path, inspection: inspection)
      }
    }
  }
}

extension FrontEndListing {
  /// One line: the name, the version, the file, and why it would not be loaded.
  package var message: Message {
    let path = path.systemTextShown.replacingControls()
    return switch inspection {
    case .success(let file): .verbatim("\(name) \(file.version) \(path)")
    case .failure(let refusal):
      Message(
        "frontEnd.refused",
        ["path": .verbatim("\(name) \(refusal.version) \(path)"), "reason": refusal.message])
    }
  }
}

extension FrontEndRefusal {
  /// The version of the contract, where the file has one of another.
  fileprivate var version: String {
    if case .otherContract(let version) = self { "\(version)" } else { "-" }
  }
}

package import FormworkCore
import FormworkSystem

/// The facts about an installed front end that are known without running its code.
package struct FrontEndListing: Equatable, Sendable {
  package static let promise: Message = "frontEnd.promise"

  package let name: FrontEndName
  package let path: String

  /// The inspected file, or the reason why it would not be loaded.
  package let inspection: Result<FrontEndFile, FrontEndLoadError>

  /// Inspects all front ends, sorted by name.
  package static func all(in locator: FrontEndLocator) -> [FrontEndListing] {
    locator.names().flatMap { name in
      // A front end that has disappeared meanwhile is not listed.
      let places = locator.places(of: name)
      return places.map { place in
        let inspection = Result { () throws(FrontEndLoadError) in
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

extension FrontEndLoadError {
  /// The version of the contract, if the file has another one.
  fileprivate var version: String {
    if case .otherContract(let version) = self { "\(version)" } else { "-" }
  }
}

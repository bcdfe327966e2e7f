import FormworkCore

/// What can be told of an installed front end without running any of its code.
package struct FrontEndListing: Equatable, Sendable {
  /// The name by which it is asked for.
  package let name: FrontEndName

  /// The file.
  package let path: String

  /// The version of the contract that it was made for, or why it would not be loaded.
  package let inspection: Result<ContractVersion, FrontEndRefusal>

  /// Inspects all front ends that there are, sorted by name, and those of one name in the order in
  /// which they are looked for: only the first of these would be loaded.
  package static func all(in locator: FrontEndLocator) -> [FrontEndListing] {
    locator.names().flatMap { name in
      // One that vanished since it was named is not in the list.
      let files = locator.files(of: name)
      return files.map { file in
        let inspection = Result { () throws(FrontEndRefusal) in
          if let first = files.first, first != file { throw .hidden(behind: first.path) }
          return try file.inspected().version
        }
        return FrontEndListing(name: name, path: file.path, inspection: inspection)
      }
    }
  }
}

extension FrontEndListing: CustomStringConvertible {
  /// One line: the name, the version, the file, and why it would not be loaded.
  package var description: String {
    let file = path.replacingControls()
    return switch inspection {
    case .success(let version): "\(name) \(version) \(file)"
    case .failure(.otherContract(let version)):
      "\(name) \(version) \(file): \(FrontEndRefusal.otherContract(version))"
    case .failure(let refusal): "\(name) - \(file): \(refusal)"
    }
  }
}

package import FormworkCore
package import FormworkSystem

/// Why a file cannot be used.
package enum PrivateFileError: Explained, Equatable {
  case system(SystemError)
  case symbolicLink

  /// The file is a directory, a pipe or a device.
  case noFile

  case belongsToOthers
  case writableByOthers

  /// Others may read the file, and the system does not let its mode be changed.
  case readableByOthers

  /// Other users could put files where it lies.
  case untrustedDirectory(DirectoryDistrust)

  /// The file is not UTF-8.
  case notText

  /// The file has more bytes than it can have come to.
  case tooLarge(limit: Int)

  /// There are as many files of its kind as there can be.
  case tooMany(limit: Int)

  package var message: Message {
    switch self {
    case .system(let error): Message(explaining: error)
    case .symbolicLink: "privateFile.symbolicLink"
    case .noFile: "privateFile.noFile"
    case .belongsToOthers: "privateFile.belongsToOthers"
    case .writableByOthers: "privateFile.writableByOthers"
    case .readableByOthers: "privateFile.readableByOthers"
    case .untrustedDirectory(.otherOwner(let path, _)):
      Message("privateFile.directoryOfOthers", ["path": .path(path)])
    case .untrustedDirectory(.writable(let path)):
      Message("privateFile.writableDirectory", ["path": .path(path)])
    case .untrustedDirectory(.unknown(let code)): Message(explaining: SystemError(code: code))
    case .notText: "privateFile.notText"
    case .tooMany(let limit): Message("privateFile.tooMany", count: limit)
    case .tooLarge(let limit): Message("privateFile.tooLarge", count: limit)
    }
  }
}

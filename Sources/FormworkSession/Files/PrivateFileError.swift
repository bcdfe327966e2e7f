package import FormworkOperations
package import FormworkSystem

/// Why a file cannot be used.
package enum PrivateFileError: Error, Equatable, CustomStringConvertible {
  /// A system call failed.
  case system(SystemError)

  /// The file is a symbolic link.
  case symbolicLink

  /// The file is a directory, a pipe or a device.
  case noFile

  /// The file is another user's.
  case belongsToOthers

  /// Others may write to the file.
  case writableByOthers

  /// Other users could put files where it lies.
  case untrustedDirectory(DirectoryDistrust)

  /// The file is not UTF-8.
  case notText

  /// The file has more bytes than it can have come to.
  case tooLarge(limit: Int)

  /// There are as many files of its kind as there can be.
  case tooMany(limit: Int)

  /// What is wrong, and the mend.
  package var description: String {
    switch self {
    case .system(let error): error.description
    case .symbolicLink: "is a symbolic link: put a file there, or nothing"
    case .noFile: "is no file: move it away"
    case .belongsToOthers: "belongs to another user: move it away"
    case .writableByOthers: "others may write to it: chmod 600 it"
    case .untrustedDirectory(.otherOwner(let path, _)):
      "\(path) belongs to another user: name a directory of yours by XDG_STATE_HOME"
    case .untrustedDirectory(.writable(let path)):
      "others may write to \(path): take that from them with chmod go-w"
    case .untrustedDirectory(.unknown(let code)): SystemError(code: code).description
    case .notText: "is no text in UTF-8: move it away"
    case .tooMany(let limit): "there are \(limit) others: remove some"
    case .tooLarge(let limit): "more than \(limit) bytes: move it away"
    }
  }
}

import CFormwork
import FormworkCore
import FormworkSystem
import Glibc

/// A front end that is loaded into this process, and stays there: a library with Swift in it
/// cannot be unloaded without breaking the host's own runtime.
package struct FrontEndLibrary {
  package let file: FrontEndFile

  /// What the front end says of itself, and how to run it.
  package let table: CheckedFrontEnd

  /// Loads a file, provided that it is still the one that was inspected.
  ///
  /// This runs its initialisers and its entry.
  ///
  /// - Throws: ``FrontEndError/refused(path:_:)``.
  package static func load(_ file: FrontEndFile) throws(FrontEndError) -> FrontEndLibrary {
    do {
      return FrontEndLibrary(file: file, table: try table(of: file))
    } catch {
      throw .refused(path: file.path, error)
    }
  }

  private static func table(of file: FrontEndFile) throws(FrontEndRefusal) -> CheckedFrontEnd {
    let path = file.loadPath
    guard file.isUnchanged else { throw .changed }
    guard let handle = dlopen(path.systemCString, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE) else {
      throw .notLoadable(loaderExplanation(of: path))
    }
    // What it looks for in its own directory when it runs leads through the descriptor as well.
    _ = Unmanaged.passRetained(file.folder)
    guard file.isUnchanged else { throw .changed }
    guard let address = dlsym(handle, FORMWORK_ENTRY) else { throw .noEntry }
    let entry = unsafeBitCast(address, to: Entry.self)
    let version = ContractVersion.host
    return try CheckedFrontEnd(entry(version.major, version.minor), of: file.name)
  }

  private typealias Entry =
    @convention(c) (_ major: UInt32, _ minor: UInt32) -> UnsafePointer<formwork_front_end>?

  /// What the loader says of its last failure, without the path that it begins with.
  private static func loaderExplanation(of path: String) -> Message {
    guard let words = dlerror() else { return "refusal.notLoadable.unexplained" }
    let text = String(systemText: words)
    let explanation = text.hasPrefix(path + ": ") ? text.dropFirst(path.count + 2) : text[...]
    return .path(String(explanation).replacingControls())
  }
}

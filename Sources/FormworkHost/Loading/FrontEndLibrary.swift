import CFormwork
import FormworkCore
import FormworkSystem
import Glibc

/// A front end loaded into this process.
///
/// It stays loaded: a library with Swift code cannot be unloaded without damage to the Swift runtime of the
/// host.
package struct FrontEndLibrary {
  package let file: FrontEndFile

  /// The description of the front end, and the function that runs it.
  package let table: CheckedFrontEnd

  /// Loads a file if it is unchanged since its inspection.
  ///
  /// This runs its initialisers and its entry.
  package static func load(_ file: FrontEndFile) throws(FrontEndError) -> FrontEndLibrary {
    do {
      return FrontEndLibrary(file: file, table: try table(of: file))
    } catch {
      throw .refused(path: file.path, error)
    }
  }

  private static func table(of file: FrontEndFile) throws(FrontEndLoadError) -> CheckedFrontEnd {
    let path = file.loadPath
    guard file.isUnchanged else { throw .changed }
    guard let handle = dlopen(path.systemCString, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE) else {
      throw .notLoadable(loaderExplanation(of: path))
    }
    // The library uses this descriptor too, when it looks for files in its own directory later.
    _ = Unmanaged.passRetained(file.folder)
    guard file.isUnchanged else { throw .changed }
    guard let address = dlsym(handle, FORMWORK_ENTRY) else { throw .noEntry }
    let entry = unsafeBitCast(address, to: Entry.self)
    let version = ContractVersion.host
    return try CheckedFrontEnd(entry(version.major, version.minor), of: file.name)
  }

  private typealias Entry =
    @convention(c) (_ major: UInt32, _ minor: UInt32) -> UnsafePointer<formwork_front_end>?

  /// Returns the last error message of the loader, without the path at its beginning.
  private static func loaderExplanation(of path: String) -> Message {
    guard let words = dlerror() else { return "refusal.notLoadable.unexplained" }
    let text = String(systemText: words)
    let explanation = text.hasPrefix(path + ": ") ? text.dropFirst(path.count + 2) : text[...]
    return .path(String(explanation).replacingControls())
  }
}

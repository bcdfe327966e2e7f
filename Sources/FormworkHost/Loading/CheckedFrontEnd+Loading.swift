import CFormwork
import FormworkCore
import FormworkSystem
import Glibc

extension CheckedFrontEnd {
  /// Loads an unchanged file into this process, and runs its initialisers and its entry.
  ///
  /// It stays loaded: a library with Swift code cannot be unloaded without damage to the Swift runtime of the
  /// host.
  package init(loading file: FrontEndFile) throws(FrontEndLoadError) {
    let path = file.loadPath
    guard file.isUnchanged else { throw .changed }
    guard let handle = dlopen(path.systemCString, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE) else {
      throw .notLoadable(Self.loaderExplanation(of: path))
    }
    // The library uses this descriptor too, when it looks for files in its own directory later.
    _ = Unmanaged.passRetained(file.folder)
    guard file.isUnchanged else { throw .changed }
    guard let address = dlsym(handle, FORMWORK_ENTRY) else { throw .noEntry }
    let entry = unsafeBitCast(address, to: Entry.self)
    let version = ContractVersion.host
    try self.init(entry(version.major, version.minor), of: file.name)
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

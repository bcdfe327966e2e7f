import CFormwork
import Glibc

/// A front end that is loaded into this process, and stays there: a library with Swift in it
/// cannot be unloaded without breaking the host's own runtime.
package struct FrontEndLibrary {
  /// The file that it was loaded from.
  package let path: String

  /// What the front end says of itself, and how to run it.
  package let table: FrontEndTable

  /// Finds, inspects and loads the front end that a person asked for by name.
  package static func load(
    named text: String, from locator: FrontEndLocator
  ) throws(FrontEndError) -> FrontEndLibrary {
    guard let name = FrontEndName(text) else {
      throw .invalidName(text, available: locator.names())
    }
    let file = try locator.file(of: name)
    do {
      return try load(file, as: name)
    } catch {
      throw .refused(path: file.path, error)
    }
  }

  /// Inspects and loads the file that a person gave the path of, whatever it is called.
  package static func load(path: String) throws(FrontEndError) -> FrontEndLibrary {
    do {
      return try load(FrontEndFile(explicit: path), as: nil)
    } catch {
      throw .refused(path: path, error)
    }
  }

  private static func load(
    _ place: FrontEndFile, as name: FrontEndName?
  ) throws(FrontEndRefusal) -> FrontEndLibrary {
    let path = place.path
    let file = try place.inspected().file
    guard file.isUnchanged(at: path) else { throw .changed }
    guard let handle = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE) else {
      throw .notLoadable(loaderExplanation(of: path))
    }
    guard file.isUnchanged(at: path) else { throw .changed }
    guard let address = dlsym(handle, FORMWORK_ENTRY) else { throw .noEntry }
    let entry = unsafeBitCast(address, to: Entry.self)
    let version = ContractVersion.host
    let table = try FrontEndTable(entry(version.major, version.minor), of: name)
    return FrontEndLibrary(path: path, table: table)
  }

  private typealias Entry =
    @convention(c) (_ major: UInt32, _ minor: UInt32) -> UnsafePointer<formwork_front_end>?

  /// What the loader says of its last failure, without the path that it begins with.
  private static func loaderExplanation(of path: String) -> String {
    guard let message = dlerror() else { return "the loader gives no reason" }
    let text = String(cString: message)
    return text.hasPrefix(path + ": ") ? String(text.dropFirst(path.count + 2)) : text
  }
}

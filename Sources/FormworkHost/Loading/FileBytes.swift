/// Bytes that were read from a file and are not to be trusted.
struct FileBytes {
  let storage: [UInt8]

  /// The structure of C that begins at `offset`, whatever its alignment there.
  ///
  /// The file and this host are both little endian: the header has been checked before.
  func load<T: BitwiseCopyable>(_ type: T.Type, at offset: Int) throws(FrontEndRefusal) -> T {
    guard offset >= 0, offset <= storage.count, MemoryLayout<T>.size <= storage.count - offset
    else { throw .damaged(.truncated) }
    return storage.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: type) }
  }
}

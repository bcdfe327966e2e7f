import Glibc

/// The writer of a document's entries, with the rules that do not depend on the document's format.
///
/// The link of an open container is the index of the one around it.
struct JSONEntryWriter {
  private(set) var entries: UnsafeMutablePointer<JSONEntry>
  private(set) var count = 0
  private var capacity: Int
  private var depth = 0

  /// The innermost open container; `none` outside of all.
  private(set) var container = none

  /// The hashes and the indices of the names in all open objects.
  private var names: [UInt64] = []

  private static let none = UInt32.max

  /// The maximum number of names that are compared one by one.
  private static let fewNames = 16

  init(capacity: Int) {
    self.capacity = capacity + 16
    entries = Self.resize(nil, self.capacity)
  }

  private static func resize(
    _ entries: UnsafeMutablePointer<JSONEntry>?, _ capacity: Int
  ) -> UnsafeMutablePointer<JSONEntry> {
    guard let memory = realloc(entries, capacity * MemoryLayout<JSONEntry>.stride) else {
      preconditionFailure("no memory for \(capacity) entries")
    }
    return memory.assumingMemoryBound(to: JSONEntry.self)
  }

  /// Returns the entries, which the caller frees.
  func finish() -> (UnsafePointer<JSONEntry>, Int) {
    (UnsafePointer(Self.resize(entries, max(1, count))), count)
  }

  func free() { Glibc.free(entries) }

  /// The kind of the innermost open container.
  var openKind: JSONKind? {
    container == Self.none ? nil : entries[Int(container)].kind
  }

  @inline(__always)
  private mutating func append(_ entry: JSONEntry) {
    if count == capacity {
      capacity *= 2
      entries = Self.resize(entries, capacity)
    }
    (entries + count).initialize(to: entry)
    count += 1
  }

  /// Appends a value.
  @inline(__always)
  mutating func append(_ kind: JSONKind, offset: Int, count: Int) {
    if container != Self.none, entries[Int(container)].kind == .array {
      entries[Int(container)].count += 1
    }
    append(
      JSONEntry(
        kind: kind, offset: UInt32(truncatingIfNeeded: offset),
        count: UInt32(truncatingIfNeeded: count)))
  }

  /// Appends an array or object, which stays open; returns whether it is nested too deeply.
  mutating func open(_ kind: JSONKind, offset: Int, limit: Int) -> Bool {
    append(kind, offset: offset, count: 0)
    entries[count - 1].link = container
    container = UInt32(count - 1)
    depth += 1
    return depth > limit
  }

  /// Closes the innermost container; returns the index of a name that is there twice.
  mutating func close(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
    let index = Int(container)
    container = entries[index].link
    entries[index].link = UInt32(count)
    depth -= 1
    guard entries[index].kind == .object else { return nil }
    let count = Int(entries[index].count)
    let double = count > Self.fewNames ? doubleName(of: names.suffix(count), text) : nil
    names.removeLast(count)
    return double
  }

  /// Appends a name; returns its index if it is there twice and the object has few names.
  @inline(__always)
  mutating func appendName(offset: Int, count: Int, in text: UnsafeBufferPointer<UInt8>) -> Int? {
    let name = UnsafeBufferPointer(rebasing: text[offset..<offset + count])
    let hash = JSONDocument.hash(of: name)
    let index = self.count
    append(
      JSONEntry(kind: .string, offset: UInt32(offset), count: UInt32(count), link: hash))
    let siblings = Int(entries[Int(container)].count)
    entries[Int(container)].count += 1
    entries[Int(container)].lengths |= JSONEntry.bit(count)
    let key = UInt64(hash) << 32 | UInt64(index)
    let isDouble =
      siblings < Self.fewNames && names.suffix(siblings).contains { isSame($0, key, text) }
    names.append(key)
    return isDouble ? index : nil
  }

  @inline(__always)
  private func isSame(_ one: UInt64, _ other: UInt64, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard one >> 32 == other >> 32 else { return false }
    let (one, other) = (entries[Int(one & 0xFFFF_FFFF)], entries[Int(other & 0xFFFF_FFFF)])
    return one.count == other.count
      && text[Int(one.offset)...].prefix(Int(one.count))
        .elementsEqual(text[Int(other.offset)...].prefix(Int(one.count)))
  }

  /// Returns the index of the first name that is equal to an earlier one, by a table of all names.
  private func doubleName(
    of names: ArraySlice<UInt64>, _ text: UnsafeBufferPointer<UInt8>
  ) -> Int? {
    let mask = 1 << (Int.bitWidth - names.count.leadingZeroBitCount + 1) - 1
    // No name has index 0.
    var table = [UInt64](repeating: 0, count: mask + 1)
    for name in names {
      var slot = Int(name >> 32) & mask
      while table[slot] != 0 {
        if isSame(table[slot], name, text) { return Int(name & 0xFFFF_FFFF) }
        slot = (slot + 1) & mask
      }
      table[slot] = name
    }
    return nil
  }
}

extension JSONEntry {
  static func bit(_ length: Int) -> UInt16 { 1 << UInt16(length & 15) }

  /// Returns the index after the value and its descendants.
  func end(at index: Int) -> Int {
    kind == .array || kind == .object ? Int(link) : index + 1
  }
}

extension JSONDocument {
  /// Two random numbers, so that no document can provoke collisions.
  private static let seeds = (UInt64.random(in: 0...(.max)), UInt64.random(in: 0...(.max)) | 1)

  /// Returns the hash of a name, which differs between processes.
  package static func hash(of name: UnsafeBufferPointer<UInt8>) -> UInt32 {
    let bytes = UnsafeRawBufferPointer(name)
    let (seed, factor) = seeds
    var state = seed ^ UInt64(bytes.count)
    func mix(_ word: UInt64) {
      let (high, low) = (state ^ word).multipliedFullWidth(by: factor)
      state = high ^ low
    }
    var offset = 0
    while bytes.count - offset >= 8 {
      mix(bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      offset += 8
    }
    var rest: UInt64 = 0
    if bytes.count - offset >= 4 {
      rest = UInt64(bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
      offset += 4
    }
    while offset < bytes.count {
      rest = rest << 8 | UInt64(bytes[offset])
      offset += 1
    }
    mix(rest)
    mix(seed)
    return UInt32(truncatingIfNeeded: state >> 32)
  }
}

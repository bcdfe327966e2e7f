import CPCRE2

/// The limits of a pattern.
public struct PatternLimits: Sendable {
  /// The maximum length of a pattern in bytes.
  public var byteCount = 1 << 16

  /// Creates the default limits.
  public init() {}
}

/// A regular expression of ECMAScript in Unicode mode, whose matches are bounded in time and memory.
///
/// Characters that are newer than the Unicode version of PCRE2 have no properties.
package final class Pattern: Sendable {
  /// The pattern as it is written.
  package let source: String

  /// The compiled pattern, which never changes.
  private nonisolated(unsafe) let code: OpaquePointer

  private let syntax: PatternSyntax
  private let isAnchored: Bool

  /// The maximum number of steps of a match without another limit.
  private static let steps = 10_000_000

  /// The maximum size of the interpreter's backtracking in KiB.
  private static let heap: UInt32 = 64 << 10

  /// Reads and compiles a pattern.
  package init(
    _ source: String, limits: PatternLimits = PatternLimits()
  ) throws(PatternError) {
    guard source.utf8.count <= limits.byteCount else { throw .tooLong(limit: limits.byteCount) }
    self.source = source
    syntax = try PatternSyntax(source)
    if let obstacle = syntax.obstacle { throw obstacle }
    code = try syntax.compile()
    // Without just-in-time compilation the pattern is interpreted.
    _ = pcre2_jit_compile_8(code, PCRE2_JIT_COMPLETE)
    var options: UInt32 = 0
    _ = pcre2_pattern_info_8(code, UInt32(PCRE2_INFO_ALLOPTIONS), &options)
    isAnchored = options & PCRE2_ANCHORED != 0
  }

  deinit { pcre2_code_free_8(code) }

  /// Returns whether the pattern matches a part of a text, which is valid UTF-8.
  package func matches(
    _ text: UnsafeBufferPointer<UInt8>
  ) throws(PatternLimitExceeded) -> Bool {
    var rest = Self.steps
    return try matches(text, spending: &rest)
  }

  /// Returns whether the pattern matches a part of a text, and subtracts its steps from `rest`.
  package func matches(
    _ text: UnsafeBufferPointer<UInt8>, spending rest: inout Int
  ) throws(PatternLimitExceeded) -> Bool {
    // Compiled code counts few steps, between which it can read the text twice, and counts again at each start.
    let starts = isAnchored ? 1 : text.count + 1
    let cost = max(1, text.count * starts / Steps.length)
    rest -= 1 + text.count / Steps.length
    var budget = min(64 * (text.count + Steps.length), Self.steps)
    repeat {
      if let verdict = try matches(text, code, limit: min(budget, rest) / cost) { return verdict }
      // The steps that it took are unknown: few if it was stopped early.
      rest -= budget / 4
      budget *= 8
    } while budget <= min(rest, Self.steps) && budget / cost >= 16
    guard rest > 0 else { throw PatternLimitExceeded() }
    // The interpreter reports each attempted item.
    guard let code = try? syntax.compile(PCRE2_AUTO_CALLOUT) else { throw PatternLimitExceeded() }
    defer { pcre2_code_free_8(code) }
    var steps = Steps(rest: rest, minimum: syntax.greatestMinimum)
    defer { rest = steps.rest }
    guard let verdict = try matches(text, code, limit: rest, counting: &steps) else {
      throw PatternLimitExceeded()
    }
    return verdict
  }

  /// Returns whether the code matches, or `nil` at a limit.
  private func matches(
    _ text: UnsafeBufferPointer<UInt8>, _ code: OpaquePointer, limit: Int,
    counting steps: UnsafeMutablePointer<Steps>? = nil
  ) throws(PatternLimitExceeded) -> Bool? {
    guard let match = pcre2_match_data_create_8(1, nil) else { throw PatternLimitExceeded() }
    defer { pcre2_match_data_free_8(match) }
    guard let context = pcre2_match_context_create_8(nil) else { throw PatternLimitExceeded() }
    defer { pcre2_match_context_free_8(context) }
    pcre2_set_match_limit_8(context, UInt32(clamping: limit))
    pcre2_set_heap_limit_8(context, Self.heap)
    if let steps {
      pcre2_set_callout_8(
        context, { Steps.count($0, $1?.assumingMemoryBound(to: Steps.self)) }, steps)
    }
    let result = pcre2_match_8(
      code, text.baseAddress, text.count, 0, PCRE2_NO_UTF_CHECK, match, context)
    return result >= 0 ? true : result == PCRE2_ERROR_NOMATCH ? false : nil
  }
}

/// The number of steps that a match may still take.
private struct Steps {
  /// The number of bytes that are read in the time of a step.
  static let length = 8

  var rest: Int
  let minimum: Int
  var position = 0

  /// Counts a step, the text read since the last one, and the text that the next item may read in vain.
  static func count(
    _ block: UnsafeMutablePointer<pcre2_callout_block_8>?, _ steps: UnsafeMutablePointer<Steps>?
  ) -> CInt {
    guard let block = block?.pointee, let steps else { return 0 }
    var read = abs(block.current_position - steps.pointee.position)
    read += min(steps.pointee.minimum, block.subject_length - block.current_position)
    for capture in 1..<max(1, Int(block.capture_top)) {
      let (start, end) = (block.offset_vector[2 * capture], block.offset_vector[2 * capture + 1])
      if start >= 0 && end > start { read += end - start }
    }
    steps.pointee.position = block.current_position
    steps.pointee.rest -= 1 + read / length
    return steps.pointee.rest < 0 ? PCRE2_ERROR_MATCHLIMIT : 0
  }
}

extension PatternSyntax {
  /// Compiles the translation.
  fileprivate func compile(_ options: UInt32 = 0) throws(PatternError) -> OpaquePointer {
    var error: CInt = 0
    var offset = 0
    let options =
      options | PCRE2_UTF | PCRE2_NO_UTF_CHECK | PCRE2_DOTALL
      | PCRE2_MATCH_UNSET_BACKREF | PCRE2_NEVER_BACKSLASH_C
    if let code = pcre2_compile_8(
      translation, translation.count, options, &error, &offset, nil)
    {
      return code
    }
    // Source: pcre2.h. The property is unknown, or the length of a lookbehind is too great or not fixed.
    switch error {
    case PCRE2_ERROR_UNKNOWN_UNICODE_PROPERTY, PCRE2_ERROR_MALFORMED_UNICODE_PROPERTY:
      let start = translation[..<offset].lastIndex(of: UInt8(ascii: "\\")) ?? 0
      let property = String(decoding: translation[start..<offset], as: UTF8.self)
      throw .untranslatable(properties[property] ?? property)
    case PCRE2_ERROR_LOOKBEHIND_NOT_FIXED_LENGTH, PCRE2_ERROR_LOOKBEHIND_TOO_LONG,
      PCRE2_ERROR_LOOKBEHIND_TOO_COMPLICATED:
      throw .untranslatable("(?<=")
    default: throw .tooComplex
    }
  }
}

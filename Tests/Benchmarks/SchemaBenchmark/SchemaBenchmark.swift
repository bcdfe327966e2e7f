import FormworkJSON
import FormworkSchema
import Foundation

/// Measures compiling a schema, and reading and validating a document.
///
/// Usage: `SchemaBenchmark SCHEMA DOCUMENT RUNS`. Prints a line of JSON for each run after the first, for
/// `Scripts/bench`: the times in nanoseconds, the peak memory of the process so far in bytes, and the verdict.
@main
struct SchemaBenchmark {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 4, let runs = Int(arguments[3]), runs > 0 else {
      print("usage: SchemaBenchmark SCHEMA DOCUMENT RUNS")
      exit(2)
    }
    let text = try String(contentsOfFile: arguments[1], encoding: .utf8)
    let bytes = try Data(contentsOf: URL(filePath: arguments[2]), options: .alwaysMapped)
    for run in 0...runs {
      let start = ContinuousClock.now
      let schema = try JSONSchema(reading: text)
      let compiled = ContinuousClock.now
      let isValid = try bytes.withUnsafeBytes { try schema.isValid(JSONDocument(parsing: $0)) }
      let end = ContinuousClock.now
      guard run > 0 else { continue }
      print(
        "{\"compiled\": \(start.duration(to: compiled) / .nanoseconds(1)), "
          + "\"validated\": \(compiled.duration(to: end) / .nanoseconds(1)), "
          + "\"memory\": \(try peakMemory()), \"valid\": \(isValid)}")
    }
  }

  private static func peakMemory() throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let kibibytes = status.split(separator: "VmHWM:").last?.split(separator: "kB").first
    return 1024 * (kibibytes.flatMap { Int($0.filter(\.isNumber)) } ?? 0)
  }
}

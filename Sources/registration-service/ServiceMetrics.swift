#if Service
import HTTPTypes
import Hummingbird
import Synchronization

/// The counts and times of requests, in the text format of Prometheus.
///
/// - SeeAlso: Prometheus, *Exposition formats*.
final class ServiceMetrics: Sendable {
  private struct Key: Hashable {
    let route: String
    let method: String
    let status: Int

    var labels: String { #"route="\#(route)",method="\#(method)",status="\#(status)""# }
  }

  private struct Series {
    /// The number of requests in each bucket, and beyond the last one.
    var counts = [Int](repeating: 0, count: bounds.count + 1)
    var sum = 0.0
  }

  /// The upper bounds of the buckets in seconds.
  private static let bounds = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10]

  private let series = Mutex<[Key: Series]>([:])

  func note(
    route: String, method: HTTPRequest.Method, status: HTTPResponse.Status, time: Duration
  ) {
    let seconds = time / .seconds(1)
    let bucket = Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count
    let known = ["GET", "HEAD", "POST", "PUT", "DELETE"]
    let method = known.contains(method.rawValue) ? method.rawValue : "other"
    let key = Key(route: route, method: method, status: status.code)
    series.withLock { series in
      series[key, default: Series()].counts[bucket] += 1
      series[key, default: Series()].sum += seconds
    }
  }

  /// The present values.
  var text: String {
    let name = "http_request_duration_seconds"
    var lines = ["# HELP \(name) The time of a request.", "# TYPE \(name) histogram"]
    let series = series.withLock { $0 }
    for (key, series) in series.sorted(by: { $0.key.labels < $1.key.labels }) {
      var total = 0
      for (bound, count) in zip(Self.bounds.map { "\($0)" } + ["+Inf"], series.counts) {
        total += count
        lines.append(#"\#(name)_bucket{\#(key.labels),le="\#(bound)"} \#(total)"#)
      }
      lines.append("\(name)_sum{\(key.labels)} \(series.sum)")
      lines.append("\(name)_count{\(key.labels)} \(total)")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
#endif

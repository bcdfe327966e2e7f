import Foundation
import FormworkTesting
import Synchronization

/// A server of PostgreSQL for the tests of this process, which ends with the process.
///
/// It runs without rights, in a folder of its own, and has no address except a socket there.
package final class PostgreSQLServer: Sendable {
  private static let server = Mutex<Result<PostgreSQLServer, any Error>?>(nil)

  /// Returns the server, which the first caller starts.
  package static func shared() async throws -> PostgreSQLServer {
    try await onThreadOfItsOwn {
      try server.withLock { server in
        let started = server ?? Result { try PostgreSQLServer() }
        server = started
        return try started.get()
      }
    }
  }

  /// The folder of the socket.
  package let folder: String
  private let process: Process
  private let (input, output) = (Pipe(), Pipe())
  private let schemaCount = Mutex(0)

  /// Starts the server, and waits until it answers.
  ///
  /// The end of this process closes the pipe from which the script reads: then it ends the server.
  package init() throws {
    process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = ["-c", Self.script]
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let answer = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    guard answer.hasPrefix("/") else {
      throw SupportError.refused(command: "postgres", answer: [answer])
    }
    folder = String(answer.dropLast())
  }

  private static let script = #"""
    set -u
    folder=$(mktemp -d "${TMPDIR:-/tmp}/formwork-XXXXXX")
    bin=$(ls -d /usr/lib/postgresql/*/bin | sort -V | tail -1)
    as=()
    if [ "$(id -u)" = 0 ]; then
      chown nobody "$folder"
      as=(setpriv --reuid=nobody --regid=nogroup --clear-groups)
    fi
    cd "$folder"
    "${as[@]}" "$bin/initdb" -D data -U test -A trust --no-sync -E UTF8 --locale=C > log 2>&1 ||
      { cat log; rm -rf "$folder"; exit 1; }
    start() {
      "${as[@]}" "$bin/postgres" -D data -k "$folder" -c listen_addresses= -c fsync=off \
        -c full_page_writes=off -c max_connections=300 -c shared_buffers=32MB >> log 2>&1 &
      server=$!
      for _ in $(seq 600); do
        "$bin/pg_isready" -q -h "$folder" && return 0
        kill -0 $server || return 1
        sleep 0.05
      done
      return 1
    }
    start || { cat log; rm -rf "$folder"; exit 1; }
    echo "$folder"
    while read -r _; do
      kill -KILL $server
      wait $server
      # The processes of its connections end by themselves.
      for _ in $(seq 600); do start && break; done
      echo "$folder"
    done
    kill -QUIT $server
    wait $server
    cd /
    rm -rf "$folder"
    """#

  /// Kills the server by SIGKILL, and starts it again.
  package func killAndRestart() throws {
    try input.fileHandleForWriting.write(contentsOf: Data("\n".utf8))
    _ = output.fileHandleForReading.availableData
  }

  /// Returns the URL of a new schema without tables.
  package func freshURL() async throws -> String {
    let schema = try await onThreadOfItsOwn {
      try self.schemaCount.withLock { count in
        // One start of psql for all: it takes longer than a hundred schemas.
        if count.isMultiple(of: 100) {
          try self.execute((1...100).map { "CREATE SCHEMA s\(count + $0);" }.joined())
        }
        count += 1
        return "s\(count)"
      }
    }
    return "postgresql://test@/postgres?host=\(folder)&options=-csearch_path%3D\(schema)"
      + "&application_name=\(schema)"
  }

  /// Returns the schema of a URL.
  package static func schema(of url: String) -> String {
    url.split(separator: "=").last.map { String($0) } ?? ""
  }

  /// Ends the connections of a URL, as an administrator does, and returns their number.
  @discardableResult
  package func endConnections(of url: String) throws -> Int {
    let rows = try execute(
      """
      SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
      WHERE application_name = '\(Self.schema(of: url))'
      """)
    return rows.split(separator: "\n").count
  }

  /// Runs statements by hand, in the schema of a URL.
  @discardableResult
  package func run(_ sql: String, at url: String? = nil) async throws -> String {
    try await onThreadOfItsOwn { try self.execute(sql, at: url) }
  }

  /// Runs statements by hand, on a thread that may block.
  @discardableResult
  package func execute(_ sql: String, at url: String? = nil) throws -> String {
    let url = url ?? "postgresql://test@/postgres?host=\(folder)"
    let outcome = try Child.run(
      ["psql", "-XqAt", "-v", "ON_ERROR_STOP=1", "-d", url, "-c", sql], limit: .seconds(300))
    guard outcome.status == .exited(0) else {
      throw SupportError.refused(command: sql, answer: [outcome.errorText])
    }
    return outcome.outputText
  }
}

import Accounts
import CPostgreSQL
import FormworkOperations
import Glibc

/// A connection to a server of PostgreSQL, which one thread uses at a time.
///
/// A thread that waits for the server blocks, up to a limit, and notices a cancelled task.
final class ServerConnection: @unchecked Sendable {
  private static let statementLimit = Duration.seconds(30)

  /// The greatest number of prepared statements.
  private static let statementCount = 256

  /// The longest wait for a connection, without the time to find the address of a name.
  private static let connectLimit = Duration.seconds(10)

  /// The longest wait for an answer: the server itself ends a statement earlier.
  private static let answerLimit = statementLimit + .seconds(5)

  /// The longest wait for the end of a cancelled statement.
  private static let cancelLimit = Duration.seconds(2)

  /// The pause between two looks at a cancelled task, in milliseconds.
  private static let pause: CInt = 20

  private let client: postgresql_client
  private let handle: OpaquePointer

  /// Whether an answer is missing, or a request to cancel a statement may arrive late.
  private var isSpoiled = false

  /// Whether statements are sent without waiting for the answers of those before, in one transaction.
  private var isPipelined = false

  /// Whether the end of a pipeline was sent, and its answer was not read.
  private var isEnding = false

  /// The names of the prepared statements.
  private(set) var statements: [String: String] = [:]

  /// Connects, and sets the limits of the session.
  init(to address: ServerAddress) throws {
    client = try ServerAddress.client()
    guard let handle = try address.connect(client) else { throw ServerFault.unreachable("") }
    self.handle = handle
    // The library would write the server's notices to standard error.
    _ = client.PQsetNoticeProcessor(handle, { _, _ in }, nil)
    try connect()
    guard client.PQsetnonblocking(handle, 1) == 0 else { throw ServerFault.unreachable(reason) }
    if let encoding = parameter("server_encoding"), encoding != "UTF8" {
      throw ServerFault.encoding(encoding)
    }
    let limit = Int(Self.statementLimit / .milliseconds(1))
    _ = try run(
      """
      SET statement_timeout = \(limit); SET lock_timeout = \(limit / 6);
      SET idle_in_transaction_session_timeout = \(2 * limit);
      SET tcp_keepalives_idle = \(2 * limit / 1000); SET tcp_user_timeout = \(2 * limit);
      SET default_transaction_isolation = 'repeatable read';
      SELECT set_config('synchronous_commit', 'on', false)
      WHERE current_setting('synchronous_commit') IN ('off', 'local', 'remote_write')
      """)
  }

  private func connect() throws {
    let deadline = ContinuousClock.now + Self.connectLimit
    var events = POLLOUT
    while client.PQstatus(handle) != CONNECTION_OK {
      guard client.PQstatus(handle) != CONNECTION_BAD else {
        let wantsPassword =
          client.PQconnectionNeedsPassword(handle) != 0
          || client.PQconnectionUsedPassword(handle) != 0
        throw wantsPassword ? ServerFault.noAccess(reason) : .unreachable(reason)
      }
      try Task.checkCancellation()
      guard ContinuousClock.now < deadline else { throw ServerFault.noAnswer }
      var entry = pollfd(fd: descriptor, events: Int16(events), revents: 0)
      guard poll(&entry, 1, Self.pause) > 0 else { continue }
      events = client.PQconnectPoll(handle) == PGRES_POLLING_READING ? POLLIN : POLLOUT
    }
  }

  /// Whether the connection can be used for something else.
  var isUsable: Bool { !isSpoiled && client.PQstatus(handle) == CONNECTION_OK }

  deinit { client.PQfinish(handle) }

  var descriptor: CInt { client.PQsocket(handle) }

  private func parameter(_ name: String) -> String? {
    client.PQparameterStatus(handle, name).map { ServerRows.text($0) }
  }

  /// The first line of the last error.
  private var reason: String { ServerRows.text(client.PQerrorMessage(handle)).firstLine }

  // MARK: Statements

  /// Begins a pipeline, unless it was begun: its statements see one state of the database.
  func beginPipeline() throws {
    try finish()
    if isPipelined { return }
    try check(client.PQenterPipelineMode(handle))
    isPipelined = true
  }

  /// Ends a pipeline; the answer to that is read before the next statement is sent.
  func endPipeline() throws {
    if isEnding { return }
    try check(client.PQpipelineSync(handle))
    isEnding = true
  }

  /// Ends the transaction of a statement that failed.
  func rollBack() throws {
    if isPipelined { try endPipeline() } else { _ = try run("ROLLBACK") }
  }

  /// Reads the rest of a pipeline that ends, and makes room for another statement.
  private func finish() throws {
    if isEnding {
      while try !answer(mayFail: true).isEndOfPipeline {}
      try check(client.PQexitPipelineMode(handle))
      (isPipelined, isEnding) = (false, false)
    }
    if !isPipelined, statements.count >= Self.statementCount {
      statements = [:]
      _ = try run("DEALLOCATE ALL")
    }
  }

  /// Throws if a function of the library has failed.
  private func check(_ result: CInt) throws {
    guard result == 1 else { throw ServerFault.lost(reason) }
  }

  /// Runs statements without values, and returns the rows of the last one.
  func run(_ sql: String) throws -> ServerRows {
    try finish()
    try check(client.PQsendQuery(handle, sql))
    return try answer()
  }

  /// Runs a statement, which is prepared for the next time, with its values as texts.
  func run(_ sql: String, _ values: [String?]) throws -> ServerRows {
    try finish()
    try send(prepare(sql), values)
    try requestAnswers()
    return try answer()
  }

  /// Runs statements, in a pipeline at once; if they are its last ones, it ends with them.
  func run(_ sent: [ServerStatement], areLast: Bool = false) throws -> [ServerRows] {
    try finish()
    for (name, values) in try sent.map({ (try prepare($0.sql), $0.values) }) {
      try send(name, values)
    }
    if areLast { try endPipeline() } else { try requestAnswers() }
    return try sent.map { _ in try answer() }
  }

  /// Sends a prepared statement with its values.
  ///
  /// The server accepts no NUL, which the texts that it stores do not contain: see ``ServerRows/bytes(_:_:)``.
  private func send(_ name: String, _ values: [String?]) throws {
    let texts: [UnsafePointer<CChar>?] = values.map { value in
      value.flatMap {
        UnsafePointer(strdup($0.utf8.contains(0) ? $0.replacing("\0", with: "\u{1}") : $0))
      }
    }
    defer { for text in texts { free(UnsafeMutablePointer(mutating: text)) } }
    try check(client.PQsendQueryPrepared(handle, name, CInt(texts.count), texts, nil, nil, 0))
  }

  private func prepare(_ sql: String) throws -> String {
    if let name = statements[sql] { return name }
    let name = "s\(statements.count)"
    try check(client.PQsendPrepare(handle, name, sql, 0, nil))
    try requestAnswers()
    _ = try answer()
    statements[sql] = name
    return name
  }

  /// Makes the server answer before the end of a pipeline.
  private func requestAnswers() throws {
    if isPipelined { try check(client.PQsendFlushRequest(handle)) }
  }

  /// Waits for the results of the first statement that has no answer, and returns the last one.
  private func answer(mayFail: Bool = false) throws -> ServerRows {
    // Until the whole answer is here.
    isSpoiled = true
    var isCancelled = false
    var deadline = ContinuousClock.now + Self.answerLimit
    func wait(_ events: CInt) throws {
      if !isCancelled, Task.isCancelled {
        isCancelled = true
        deadline = ContinuousClock.now + Self.cancelLimit
        cancel()
      }
      if ContinuousClock.now > deadline {
        throw isCancelled ? CancellationError() : ServerFault.noAnswer
      }
      var entry = pollfd(fd: descriptor, events: Int16(events), revents: 0)
      _ = poll(&entry, 1, Self.pause)
    }
    while client.PQflush(handle) > 0 {
      try wait(POLLIN | POLLOUT)
      guard client.PQconsumeInput(handle) == 1 else { throw ServerFault.lost(reason) }
    }
    var last: ServerRows?
    while true {
      while client.PQisBusy(handle) == 1 {
        guard client.PQconsumeInput(handle) == 1 else { throw ServerFault.lost(reason) }
        if client.PQisBusy(handle) == 1 { try wait(POLLIN) }
      }
      guard let result = client.PQgetResult(handle) else { break }
      let rows = ServerRows(client, result)
      if rows.isCopy { throw ServerFault.damaged }
      last = rows
    }
    guard let last, client.PQstatus(handle) == CONNECTION_OK else {
      throw ServerFault.lost(reason)
    }
    isSpoiled = isCancelled
    if mayFail { return last }
    do { try last.check() } catch ServerFault.server(.cancelled, _) where isCancelled {
      throw CancellationError()
    }
    return last
  }

  /// Asks the server to cancel the statement, on a separate thread, because that may block.
  private func cancel() {
    guard let request = client.PQgetCancel(handle) else { return }
    let box = CancelRequest(client, request)
    _ = startThread { box.send() }
  }

  // MARK: Notifications

  /// Returns whether there was a notification since the last call; throws if the connection is lost.
  func takeNotifications(from schema: String) throws -> Bool {
    guard client.PQconsumeInput(handle) == 1 else { throw ServerFault.lost(reason) }
    var isFound = false
    while let notification = client.PQnotifies(handle) {
      isFound = isFound || ServerRows.text(notification.pointee.extra) == schema
      client.PQfreemem(notification)
    }
    return isFound
  }
}

/// A statement with its values as texts.
typealias ServerStatement = (sql: String, values: [String?])

/// A request to cancel a statement.
private final class CancelRequest: @unchecked Sendable {
  private let client: postgresql_client
  private let request: OpaquePointer

  init(_ client: postgresql_client, _ request: OpaquePointer) {
    self.client = client
    self.request = request
  }

  deinit { client.PQfreeCancel(request) }

  func send() {
    var reason = [CChar](repeating: 0, count: 256)
    _ = client.PQcancel(request, &reason, CInt(reason.count))
  }
}

/// The rows of an answer, or the number of rows that a statement changed.
final class ServerRows {
  private let client: postgresql_client
  private let result: OpaquePointer

  init(_ client: postgresql_client, _ result: OpaquePointer) {
    self.client = client
    self.result = result
  }

  deinit { client.PQclear(result) }

  /// Throws the error of the server, if the answer is one.
  func check() throws {
    let status = client.PQresultStatus(result)
    if status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK { return }
    let state = client.PQresultErrorField(result, postgresql_client_sqlstate)
    throw ServerFault.server(
      SQLState(rawValue: Self.text(state)),
      Self.text(client.PQresultErrorField(result, postgresql_client_message)))
  }

  /// Whether the server begins to copy, which no statement asks for.
  fileprivate var isCopy: Bool {
    let status = client.PQresultStatus(result)
    return status == PGRES_COPY_IN || status == PGRES_COPY_OUT || status == PGRES_COPY_BOTH
  }

  /// Whether this is the answer to the end of a pipeline.
  fileprivate var isEndOfPipeline: Bool { client.PQresultStatus(result) == PGRES_PIPELINE_SYNC }

  var count: Int { Int(client.PQntuples(result)) }

  /// The number of rows that the statement changed.
  var changedCount: Int { Int(Self.text(client.PQcmdTuples(result))) ?? 0 }

  /// Returns the text of a column; `nil` for NULL.
  func text(_ row: Int, _ column: Int) -> String? {
    if client.PQgetisnull(result, CInt(row), CInt(column)) == 1 { return nil }
    return client.PQgetvalue(result, CInt(row), CInt(column)).map { Self.text($0) }
  }

  /// Returns the bytes of a column; `nil` for NULL.
  func bytes(_ row: Int, _ column: Int) throws -> [UInt8]? {
    guard let digits = text(row, column)?.dropFirst(2).utf8 else { return nil }
    var bytes: [UInt8] = []
    var rest = digits[...]
    while let high = rest.popFirst(), let low = rest.popFirst() {
      let pair = String(decoding: [high, low], as: UTF8.self)
      guard let byte = UInt8(pair, radix: 16) else { throw ServerFault.damaged }
      bytes.append(byte)
    }
    return bytes
  }

  /// Returns the number of a column.
  func number<Number: FixedWidthInteger>(_ row: Int, _ column: Int) throws -> Number {
    guard let number = text(row, column).flatMap({ Number($0) }) else { throw ServerFault.damaged }
    return number
  }

  /// Returns the truth of a column.
  func isTrue(_ row: Int, _ column: Int) -> Bool { text(row, column) == "t" }

  static func text(_ start: UnsafePointer<CChar>?) -> String {
    guard let start else { return "" }
    let bytes = UnsafeRawBufferPointer(start: start, count: strlen(start))
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension Sequence<UInt8> {
  /// The bytes as a value of a column of bytes.
  var columnText: String { "\\x\(hexadecimal)" }
}

extension String {
  /// The first line, without blanks around it.
  fileprivate var firstLine: String {
    split(whereSeparator: \.isNewline).first.map { String($0.trimmingPrefix { $0 == " " }) } ?? ""
  }
}

import Accounts
import AccountsHTTP
import FormworkJSON

/// Feeds any bytes to the readers of a service's answers, by their first byte.
///
/// `Scripts/fuzz service` builds and runs it. The readers accept or refuse any input, within their limits.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let input = Array(UnsafeBufferPointer(start: bytes, count: count))
  guard let reader = input.first, let object = root(Array(input.dropFirst())) else { return 0 }
  switch reader % 8 {
  case 0: read(Problem.self, object)
  case 1: read(Account.self, object)
  case 2: read(Member.self, object)
  case 3: read(MemberPage.self, object)
  case 4: read(SessionReply.self, object)
  case 5: read(RegistrationPolicy.self, object)
  case 6: read(Preferences.self, object)
  default: readAnswers(object)
  }
  return 0
}

private func root(_ bytes: [UInt8]) -> WireObject? {
  guard let node = try? JSONReader.read(bytes) else { return nil }
  return try? WireObject(node)
}

/// Reads a value; one that is accepted can be written, and read again as the same.
private func read<Value: WireValue>(_ type: Value.Type, _ object: WireObject) {
  guard let value = try? Value(object) else { return }
  let first = WireWriter.object(value.write)
  guard let again = root(first).flatMap({ try? Value($0) }) else {
    preconditionFailure("cannot be read again: \(text(first))")
  }
  let second = WireWriter.object(again.write)
  precondition(first == second, "\(text(first)) became \(text(second))")
}

private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

/// Reads the members of answers that are no values of their own.
private func readAnswers(_ object: WireObject) {
  _ = try? object.flag("isFree")
  _ = try? object.number("count")
  let accounts: [Account]? = try? object.values("accounts")
  _ = accounts.map { accounts in WireWriter.object { $0.write("accounts", accounts) } }
}

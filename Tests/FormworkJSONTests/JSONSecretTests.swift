import FormworkJSON
import FormworkMessages
import Testing

@Suite struct JSONSecretTests {
  /// The input, and the resulting error or document.
  private struct Reading: Equatable {
    var handed: [String] = []
    var result: Result<JSONNode, JSONError>

    init(_ document: String, secretMembers: Set<String>) {
      var handed: [String] = []
      var document = document
      result = document.withUTF8 { bytes in
        Result { () throws(JSONError) in
          try JSONReader.read(UnsafeRawBufferPointer(bytes), secretMembers: secretMembers) {
            handed.append("\($0.line):\($0.column) \(String(decoding: $1, as: UTF8.self))")
          }
        }
      }
      self.handed = handed
    }
  }

  @Test(arguments: [
    (
      "{\"p\": \"s\\u00e9cret\\n\", \"q\": 1, \"in\": [{\"r\": \"seen\"}, {\"p\": \"x\"}]}",
      ["1:7 sécret\n", "1:60 x"],
      "{\"p\": \"\", \"q\": 1, \"in\": [{\"r\": \"seen\"}, {\"p\": \"\"}]}"
    ),
    (
      "{\"\\u0070\": \"one\",\n \"q\": \"\"}",
      ["1:12 one", "2:7 "], "{\"p\": \"\", \"q\": \"\"}"
    ),
    (
      "{\"p\": [\"x\", 1], \"q\": {\"r\": {\"s\": \"y\"}}}", ["1:8 x", "1:34 y"],
      "{\"p\": [\"\", 1], \"q\": {\"r\": {\"s\": \"\"}}}"
    ),
    ("[{\"p\": \"x\"}]", ["1:8 x"], "[{\"p\": \"\"}]"),
    ("{\"P\": \"seen\"}", [], "{\"P\": \"seen\"}"),
  ])
  func areHandedOverAndStayOut(
    _ document: String, _ handed: [String], _ rest: String
  ) throws {
    let reading = Reading(document, secretMembers: ["p", "q"])
    #expect(reading.handed == handed)
    #expect(try reading.result.get() == JSONReader.read(rest))
  }

  @Test func areHandedOverBeforeALaterFault() {
    let reading = Reading("{\"p\": \"one\", \"p\": \"two\"}", secretMembers: ["p"])
    #expect(reading.handed == ["1:7 one"])
    #expect(throws: JSONError.self) { try reading.result.get() }
  }

  @Test(arguments: [
    "{\"p\": \"correct horse\", \"q\": \"x\"}", "{\"p\": \"c\\u006frrect horse\", \"q\": \"x\"}",
  ])
  func areWipedBeforeTheNext(_ document: String) throws {
    var (document, first) = (document, UnsafeRawBufferPointer(start: nil, count: 0))
    var texts: [String] = []
    try document.withUTF8 { bytes in
      _ = try JSONReader.read(UnsafeRawBufferPointer(bytes), secretMembers: ["p", "q"]) {
        if first.isEmpty { first = $1 }
        texts.append(String(decoding: first, as: UTF8.self))
      }
    }
    #expect(texts == ["correct horse", String(repeating: "\0", count: 13)])
  }

  @Test func placesAfterOneAreRight() throws {
    let reading = Reading("{\"p\": \"éé\", \"q\": [\"x\"], \"r\": 1}", secretMembers: ["p", "q"])
    #expect(reading.handed == ["1:7 éé", "1:19 x"])
    #expect(try reading.result.get()["r"]?.place == JSONPlace(line: 1, column: 30))
  }

  /// No error message quotes the document.
  @Test(arguments: [
    "{\"p\": \"hunter2", "{\"p\": \"hunter2\\x\"}", "{\"p\": \"hunter2\t\"}", "{\"p\": hunter2}",
    "{\"p\": \"hunter2\\ud800\"}", "{\"p\": \"hunter2\\u00g0\"}",
    "{\"p\": \"hunter2\" \"hunter2\"}",
    "{\"p\": \"hunter2\", \"p\": \"hunter2\"}", "\"hunter2\" hunter2", "{hunter2: 1}",
    "{\"p\": [\"hunter2\", }", "hunter2", "[\"hunter2\" \"hunter2\"]",
  ])
  func errorsQuoteNoValue(_ document: String) {
    for secretMembers in [[], ["p"]] as [Set<String>] {
      let error = #expect(throws: JSONError.self) {
        try Reading(document, secretMembers: secretMembers).result.get()
      }
      #expect(error?.inEnglish.contains("hunter2") == false)
      #expect(error?.inEnglish.contains { $0.isNewline } == false)
    }
  }
}

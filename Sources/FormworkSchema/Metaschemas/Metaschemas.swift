import FormworkJSON

/// The metaschemas of the drafts.
enum Metaschemas {
  /// The documents by URI.
  static let documents: [String: JSONDocument] = {
    var documents: [String: JSONDocument] = [:]
    for text in draft2020 + older {
      guard let document = try? JSONDocument(parsing: text),
        let uri = (document.root["$id"] ?? document.root["id"])?.string
      else { preconditionFailure("a metaschema is not a document: \(text.prefix(80))") }
      documents[URIReference(uri).withoutFragment] = document
    }
    return documents
  }()

  /// Returns the compiled metaschema of a draft.
  static func schema(of draft: SchemaDraft) -> SchemaGraph {
    switch draft {
    case .draft4: draft4Schema
    case .draft7: draft7Schema
    case .draft2020: draft2020Schema
    }
  }

  private static let draft4Schema = compile(.draft4)
  private static let draft7Schema = compile(.draft7)
  private static let draft2020Schema = compile(.draft2020)

  private static func compile(_ draft: SchemaDraft) -> SchemaGraph {
    guard let document = draft == .draft2020 ? whole : documents[draft.rawValue],
      let graph = try? SchemaCompiler.compileMetaschema(document, uri: draft.rawValue)
    else { preconditionFailure("the metaschema \(draft.rawValue) is not a schema") }
    return graph
  }

  /// The metaschema of draft 2020-12 with the keywords of its vocabularies, which one pass validates.
  private static var whole: JSONDocument? {
    let names = ["schema"] + Vocabularies.names.dropLast().map { "meta/" + $0 }
    let parts = names.compactMap { documents["https://json-schema.org/draft/2020-12/" + $0]?.root }
    func merged(_ name: String) -> JSONNode {
      JSONNode(.object(parts.flatMap { $0[name]?.node.members ?? [] }))
    }
    // In a single resource, a dynamic reference is an ordinary one.
    let whole = JSONNode.members([
      "$anchor": .text("meta"), "type": JSONNode(.array([.text("object"), .text("boolean")])),
      "properties": merged("properties"), "$defs": merged("$defs"),
    ])
    return try? JSONDocument(parsing: whole.text())
  }
}

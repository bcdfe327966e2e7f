import FormworkJSON
public import FormworkMessages

extension Catalogue {
  /// The English messages about schemas and documents.
  public static let schema = Catalogue.json.overriding([
    "schema.fault": "{place}: {pointer}: {fault}",
    "schema.tooManySteps":
      "needs more than {limit} steps: simplify the schema, or raise --limit-steps",
    "schema.tooManyNested":
      "too many schemas inside each other for this document: nest it less",
    "schema.patternTooSlow":
      "the pattern {pattern} needs too many steps: simplify it, or raise --limit-steps",

    "schema.outside":
      "{path} is outside the folder of the schema: allow its folder by --allow-files",
    "schema.noSchema": "is not a schema: write an object, true or false",
    "schema.unsupportedDraft": "draft {draft} is not supported: use 2020-12, 7 or 4",
    "schema.unknownDraft":
      "the metaschema {uri} is not available: use 2020-12, 7 or 4, or give its folder by --map",
    "schema.ownDraft": "the document is its own metaschema: name a draft by $schema",
    "schema.unknownVocabulary":
      "the vocabulary {uri} is not supported: remove it, or make it optional",
    "schema.unknownDocument":
      "the document {uri} is not available: give its folder by --map",
    "schema.doubleIdentifier": "a second schema has the URI {uri}: choose another one",
    "schema.doubleAnchor": "a second schema has the anchor {name}: choose another name",
    "schema.noTarget": "{reference} leads to nothing: correct the reference",
    "schema.noAnchor": "{reference} names no anchor: correct the reference",
    "schema.circle": "the schema refers to itself for the same value: remove the reference",

    "schema.kind": "another kind of value",
    "schema.kind.null": "null",
    "schema.kind.boolean": "true or false",
    "schema.kind.number": "a number",
    "schema.kind.integer": "a whole number",
    "schema.kind.string": "a string",
    "schema.kind.array": "an array",
    "schema.kind.object": "an object",

    "schema.never": "is not allowed: remove it",
    "schema.type": "is {kind}: one of these is required: {types}",
    "schema.type.one": "is {kind}: {types} is required",
    "schema.name": "the name \"{name}\" {fault}",
    "schema.const": "must be {value}",
    "schema.enum": "must be one of: {values}",
    "schema.enum.cut": "must be one of: {values}, or one of {count} more",
    "schema.multipleOf": "must be a multiple of {limit}",
    "schema.minimum": "must be at least {limit}",
    "schema.maximum": "must be at most {limit}",
    "schema.exclusiveMinimum": "must be more than {limit}",
    "schema.exclusiveMaximum": "must be less than {limit}",
    "schema.minLength": .plural(
      one: "must have at least {count} character", other: "must have at least {count} characters"),
    "schema.maxLength": .plural(
      one: "must have at most {count} character", other: "must have at most {count} characters"),
    "schema.minItems": .plural(
      one: "must have at least {count} item", other: "must have at least {count} items"),
    "schema.maxItems": .plural(
      one: "must have at most {count} item", other: "must have at most {count} items"),
    "schema.minProperties": .plural(
      one: "must have at least {count} member", other: "must have at least {count} members"),
    "schema.maxProperties": .plural(
      one: "must have at most {count} member", other: "must have at most {count} members"),
    "schema.contains": .plural(
      one: "must have at least {count} item that matches 'contains'",
      other: "must have at least {count} items that match 'contains'"),
    "schema.maxContains": .plural(
      one: "must have at most {count} item that matches 'contains'",
      other: "must have at most {count} items that match 'contains'"),
    "schema.uniqueItems": "items {one} and {other} are equal: all must differ",
    "schema.pattern": "must match the pattern {pattern}",
    "schema.content": "must be text of the given media type and encoding",
    "schema.required": "the member \"{name}\" is missing",
    "schema.dependentRequired": "the member \"{name}\" is missing, which \"{other}\" requires",
    "schema.anyOf": "matches none of the alternatives",
    "schema.oneOf": "matches none of the alternatives",
    "schema.oneOf.several": "matches the alternatives {one} and {other}: only one may match",
    "schema.not": "must not match the schema of 'not'",

    "schema.format": "does not have the format that is required",
    "schema.format.date": "must be a date, such as 2026-11-22",
    "schema.format.time": "must be a time with a zone, such as 14:30:00Z",
    "schema.format.dateTime": "must be a date and time, such as 2026-11-22T14:30:00Z",
    "schema.format.duration": "must be a duration, such as P3DT12H",
    "schema.format.email": "must be an e-mail address, such as ann@example.org",
    "schema.format.idnEmail": "must be an e-mail address, such as ann@example.org",
    "schema.format.hostname": "must be a host name, such as www.example.org",
    "schema.format.idnHostname": "must be a host name, such as www.example.org",
    "schema.format.ipv4": "must be an IPv4 address, such as 192.0.2.1",
    "schema.format.ipv6": "must be an IPv6 address, such as 2001:db8::1",
    "schema.format.uri": "must be an absolute URI, such as https://example.org/a",
    "schema.format.uriReference": "must be a URI or a relative reference, such as /a?b",
    "schema.format.iri": "must be an absolute IRI, such as https://example.org/a",
    "schema.format.iriReference": "must be an IRI or a relative reference, such as /a?b",
    "schema.format.uriTemplate": "must be a URI template, such as /users/{id}",
    "schema.format.uuid": "must be a UUID, such as 123e4567-e89b-12d3-a456-426614174000",
    "schema.format.jsonPointer": "must be a JSON pointer, such as /a/0",
    "schema.format.relativeJSONPointer": "must be a relative JSON pointer, such as 1/a",
    "schema.format.regex": "must be a regular expression of ECMAScript",
  ]).overriding(schemaReading.entries).overriding(schemaPatterns.entries)
}

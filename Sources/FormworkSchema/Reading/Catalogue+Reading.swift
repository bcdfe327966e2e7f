package import FormworkMessages

extension Catalogue {
  /// The English messages about reading documents, without those about JSON.
  package static let schemaReading = Catalogue([
    "schema.document": "{file}: {reason}",
    "schema.standardInput": "standard input",
    "schema.unreadable": "{reason}: name a file that can be read",
    "schema.noInput":
      "nothing was written to it for {count} seconds: start a program that writes, or name a file",
    "schema.yaml": "not possible in JSON: correct the YAML here",
    "schema.yaml.syntax": "{problem}: correct the YAML here",
    "schema.yaml.controlCharacter": "a control character: write it as an escape in double quotes",
    "schema.yaml.lineBreak":
      "U+0085, U+2028 or U+2029: write it as an escape in double quotes",
    "schema.yaml.version": "a version of YAML before 1.2: write 1.2, or remove the line",
    "schema.yaml.empty": "no value: write one",
    "schema.yaml.secondDocument": "a second document begins here: put it into another file",
    "schema.yaml.tag": "the tag \"{tag}\" is not possible for this value: remove it",
    "schema.yaml.notFinite": "JSON has no infinity: write a number, or a string in quotation marks",
    "schema.yaml.complexKey": "a key must be a string: write one",
    "schema.yaml.noAnchor":
      "no complete value before it has this anchor: define one, or write the value out",
    "schema.yaml.aliases": "aliases repeat more than {count} values: use fewer aliases",
    "schema.yaml.tagDirective": "a %TAG directive: write tags such as !!str without it",
    "schema.yaml.tooDeep": "too long for its depth: nest it less, or write it as JSON",
  ])
}

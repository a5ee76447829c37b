import Domain
import EmbeddedFiles

extension Command {
  static let schema: Command = .init(
    "schema",
    CommandEntry(
      "print the JSON Schema of a result, a record, an error or other JSON output",
      called: "jsonschema",
      usage: "placefind schema [\(SchemaName.allWords.joined(separator: "|"))]",
      words: SchemaName.allWords,
      operands: 1,
      examples: [
        ("placefind schema result > result.schema.json", "the schema of a result; without a name, the list of schemas")
      ],
      run: SchemaCommand.starting { try $0.run() }
    )
  )
}

/// Prints the schema of a JSON output, or lists the schema names.
struct SchemaCommand: RunnableCommand {
  let context: CommandContext

  func run() throws {
    guard !arguments.operands.isEmpty else {
      return try console.write(SchemaName.allCases.map { $0.rawValue + "\n" }.joined())
    }
    let name = try arguments.word(SchemaName.self)
    // Every schema includes all definitions, because they refer to each other.
    let places = PlaceField.completedSchemas(EmbeddedFile(.schemas).text)
    let definitions = QueryProperty.completedSchemas(places).dropFirst()
    let dialect = "https://json-schema.org/draft/2020-12/schema"
    try console.write(##"{"$schema":"\##(dialect)","$ref":"#/$defs/\##(name.rawValue)",\##(definitions)"##)
  }
}

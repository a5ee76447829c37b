import Domain
import EmbeddedFiles

extension Command {
  static let schema: Command = .init(
    "schema",
    CommandEntry(
      "print the JSON Schema of an answer, a record, an error, or whatever else is written as JSON",
      called: "jsonschema",
      usage: "placefind schema [\(SchemaName.allWords.joined(separator: "|"))]",
      actions: SchemaName.allWords,
      operands: 1,
      examples: [
        ("placefind schema answer > answer.schema.json", "for a validator; without a name, the list")
      ],
      run: SchemaCommand.start
    )
  )
}

/// Prints the schema of a JSON that the program writes, or lists their names.
struct SchemaCommand: RunnableCommand {
  let context: CommandContext

  func run() throws {
    guard !arguments.operands.isEmpty else {
      return try console.write(SchemaName.allCases.map { $0.rawValue + "\n" }.joined())
    }
    let name = try arguments.action(SchemaName.self)
    // Every schema holds the definitions of all, as they refer to each other.
    let places = PlaceField.completedSchemas(EmbeddedFile(.schemas).text)
    let definitions = QuestionProperty.completedSchemas(places).dropFirst()
    let dialect = "https://json-schema.org/draft/2020-12/schema"
    try console.write(##"{"$schema":"\##(dialect)","$ref":"#/$defs/\##(name.rawValue)",\##(definitions)"##)
  }
}

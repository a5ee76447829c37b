import Domain
import EmbeddedFiles

/// Prints the schema of a JSON that the program writes, or lists their names.
struct SchemaCommand: CommandPart {
  let context: CommandContext

  func run() throws {
    guard !arguments.operands.isEmpty else {
      return try console.write(SchemaName.allCases.map { $0.rawValue + "\n" }.joined())
    }
    let name = try arguments.action(SchemaName.self)
    // Every schema holds the definitions of all, as they refer to each other.
    let definitions = PlaceField.completedSchemas(EmbeddedFile(.schemas).text).dropFirst()
    let dialect = "https://json-schema.org/draft/2020-12/schema"
    try console.write(##"{"$schema":"\##(dialect)","$ref":"#/$defs/\##(name.rawValue)",\##(definitions)"##)
  }
}

import Domain

/// What is wrong with a command line; found before anything is asked.
enum UsageError: Error, Sendable, Hashable {
  /// The command shows a screen, and standard output is no terminal.
  case needsTerminal
  /// Nothing was asked at all.
  case nothingAsked
  /// No command has this name.
  case unknownCommand(String, nearest: String?)
  /// Words stand where none is expected, right after the value of an option or by themselves.
  case unexpectedArguments([String], after: ParsedArguments.Given?, Command)
  /// No option of the command has this name.
  case unknownOption(String, nearest: String?, Command)
  /// An option needs a value and the line continues without one.
  case valueMissing(Option, next: String?)
  /// An option that takes no value was given one.
  case valueUnwanted(Option)
  /// A list names the same thing twice.
  case repeatedWord(Option, String)
  /// Two options contradict each other.
  case conflict(Option, Option)
  /// Two options name the same column.
  case sameColumn(Option, Option, String)
  /// An option makes sense only with another.
  case needs(Option, Option)
  /// A value is not one of the words an option takes.
  case unknownWord(Option, String, nearest: String?, known: [String])
  /// The name of an output suggests a format that cannot be written.
  case unknownForm(path: String, known: [String])
  /// No category has this name.
  case unknownCategory(String, nearest: String?)
  /// A value cannot be read.
  case unreadable(Option, String, ValueShape)
  /// A value can be read and is out of range.
  case outOfRange(Option, String, from: String, to: String?)
  /// Two numbers are not a coordinate.
  case coordinate(CoordinateError)
  /// The address of a map holds no coordinate.
  case addressWithoutPoint(Option, host: String, isShort: Bool)
  /// No position that is kept has this name.
  case unknownPosition(String, nearest: String?, known: [String])
  /// A position cannot have this name.
  case positionName(String)
  /// A command needs a position and none was given.
  case needsPosition(Command)
  /// A command needs a word besides options.
  case operandMissing(Command, String)
  /// The history has no query of this number.
  case noSuchEntry(Int, count: Int)
  /// Four numbers are not a rectangle.
  case box(BoundingBoxError)
  /// The query cannot be asked.
  case query(PlaceQueryError)
  /// Only records of NDJSON can be continued.
  case resumeNeedsRecords
  /// An option names standard output, where the records go.
  case standardOutputTaken(Option)
  /// Standard input was named for the key and for the rows.
  case keyAndRowsFromInput
  /// Standard input was named for the index and for the rows.
  case indexAndRowsFromInput
  /// An index was chosen and none is named.
  case indexUnnamed
  /// There is no default place for an index, and no file is named.
  case noDefaultIndex
  /// The word after a command is none of its actions; `nil` when there is none.
  case unknownAction(Command, String?, nearest: String?, known: [String])
  /// There is nothing to build an index from.
  case indexWithoutInput
  /// More than one index is named where one is looked into.
  case severalIndexes
}

/// The shapes a value can have.
enum ValueShape: Sendable, Hashable {
  case number
  case wholeNumber
  case wholeNumberOrAll
  case countOrShare
  case length
  case duration
  case coordinate
  case position
  case box
  case list
  case text
  case path
}

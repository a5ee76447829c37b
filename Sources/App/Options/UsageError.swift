import Domain

/// What is wrong with a command line; found before any request.
enum UsageError: Error, Sendable, Hashable {
  /// The command needs a terminal, and standard output is not one.
  case needsTerminal
  /// An argument is not UTF-8.
  case argumentNotUTF8(String)
  /// The command line is empty.
  case nothingAsked
  /// No command has this name.
  case unknownCommand(String, nearest: String?)
  /// Arguments that the command does not take, right after the value of an option or alone.
  case unexpectedArguments([String], after: ParsedArguments.Given?, Command)
  /// No option of the command has this name.
  case unknownOption(String, nearest: String?, Command)
  /// An option has no value.
  case valueMissing(Option, next: String?)
  /// An option that takes no value has one.
  case valueUnwanted(Option)
  /// A list names the same thing twice.
  case repeatedWord(Option, String)
  /// Two options exclude each other.
  case conflict(Option, Option)
  /// Two options name the same column.
  case sameColumn(Option, Option, String)
  /// An option requires another.
  case needs(Option, Option)
  /// An option that an action of a command does not take.
  case unusedOption(Option, Command, action: String?)
  /// A value is not one of those that an option takes.
  case unknownWord(Option, String, nearest: String?, known: [String])
  /// The extension of an output file names a format that cannot be written.
  case unknownFormat(path: String, known: [String])
  /// No category has this name.
  case unknownCategory(String, nearest: String?)
  /// A value cannot be parsed.
  case unreadable(Option, String, ValueShape)
  /// A value is out of range.
  case outOfRange(Option, String, from: String, to: String?)
  /// The numbers are not a coordinate.
  case coordinate(CoordinateError)
  /// The address of a map holds no coordinate.
  case addressWithoutPoint(Option, host: String, isShort: Bool)
  /// No kept position has this name.
  case unknownPosition(String, nearest: String?, known: [String])
  /// A position cannot have this name.
  case positionName(String)
  /// A command needs a position and none was given.
  case needsPosition(Command)
  /// A text has more characters than can be searched for.
  case textTooLong(Int)
  /// A command needs an argument beside its options.
  case operandMissing(Command, String)
  /// The listed part of the history has no query of this number; `count` is the last number in it, 0 for none.
  case noSuchEntry(Int, count: Int)
  /// The numbers are not a rectangle.
  case box(BoundingBoxError)
  /// The query is not valid.
  case query(PlaceQueryError)
  /// `--resume` needs NDJSON.
  case resumeNeedsRecords
  /// An option names standard output, which the records go to.
  case standardOutputTaken(Option)
  /// Both the key and the rows are to be read from standard input.
  case keyAndRowsFromInput
  /// Both the index and the rows are to be read from standard input.
  case indexAndRowsFromInput
  /// `--source index` has no index file.
  case indexUnnamed
  /// No index file is named, and there is no directory for a default one.
  case noDefaultIndex
  /// The argument after a command is not one of its actions; `nil` if it is missing.
  case unknownAction(Command, String?, nearest: String?, known: [String])
  /// `index build` has no input.
  case indexWithoutInput
  /// An input of `index build` is named twice, with different categories.
  case inputWithTwoCategories(String)
  /// More than one index is named where the command takes one.
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
  case position
  case box
  case list
  case text
  case path
}

import Domain

/// Everything that can make the program fail.
enum Failure: Error, Sendable, Hashable {
  /// The command line is not valid.
  case usage(UsageError)
  /// The query was not answered.
  case search(PlaceSearchError)
  /// A key contains characters that no key has.
  case keyUnusable(KeyOrigin)
  /// A file could not be read or created.
  case file(FileFailure)
  /// The process can open too few file descriptors.
  case descriptorsMissing(left: Int, needed: Int)
  /// The process may use too little memory, in MiB.
  case memoryMissing(allowed: Int, needed: Int)
  /// An output would overwrite another file of the run.
  case conflict(OutputConflict)
  /// An index exists and may not be overwritten.
  case indexExists(IndexSummary, isOutputNamed: Bool)
  /// The output could not be written; `nil` for standard output.
  case output(path: String?, SinkFailure)
  /// A signal ended the program; no message is needed.
  case stopped(ExitStatus)
  /// The page was written, but not opened.
  case pageNotOpened(path: String, OpeningFailure)
  /// Places are missing, and `--require-complete` was given.
  case incomplete(PartialAnswer)
  /// Nothing was found, and `--fail-empty` was given.
  case nothingFound(EmptyAnswer)

  /// A store on this machine cannot be used.
  case store(StoreError)
  /// No place matches a text.
  case notLocated(NotLocated)
  /// No place has this number or id; `lastCount` is `nil` if only saved places were searched.
  case noSuchPlace(String, lastCount: Int?)
  /// A place has no page.
  case pageMissing(String)

  /// An index could not be built or read.
  case index(IndexFileError)
  /// A batch could not start, or not all rows were answered.
  case batch(BatchFailure)

  /// Where a key came from.
  enum KeyOrigin: Sendable, Hashable {
    /// The environment.
    case environment
    /// A file, by its path.
    case file(String)
  }
}

/// Why an output would overwrite another file of the run.
enum OutputConflict: Error, Sendable, Hashable {
  /// What an input file is used for.
  enum Role: Sendable, Hashable {
    /// Rows or places are read from it.
    case input
    /// It is the index that is searched or shown.
    case index
    /// It holds the key.
    case key
  }

  /// It is an input of the run.
  case isRead(path: String, Role)
  /// Two options name one file.
  case isNamedTwice(Option, Option)
  /// It is standard output.
  case isStandardOutput(path: String)
}

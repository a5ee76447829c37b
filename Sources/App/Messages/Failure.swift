import Domain

/// Why the program does not succeed: one value for everything that can go wrong.
enum Failure: Error, Sendable, Hashable {
  /// The command line cannot be right.
  case usage(UsageError)
  /// The query was not answered.
  case search(PlaceSearchError)
  /// A key was given that no service can take.
  case keyUnusable(KeyOrigin)
  /// A file could not be read or made.
  case file(FileFailure)
  /// The process may open too few descriptors for what it is to do.
  case descriptorsMissing(left: Int, needed: Int)
  /// A file that would be written is needed for something else.
  case conflict(OutputConflict)
  /// An index is there and may not be replaced.
  case indexExists(IndexSummary, isOutputNamed: Bool)
  /// The output could not be written; `nil` for standard output.
  case output(path: String?, SinkFailure)
  /// The user or the system ended the program, which needs no word.
  case stopped(ExitStatus)
  /// The page was written, and there is nothing to open it with.
  case pageNotOpened(path: String)
  /// The answer is a part of what there is, and the user wants all or nothing.
  case incomplete(PartialAnswer)
  /// Nothing was found, and the user wants that to be a failure.
  case nothingFound(EmptyAnswer)

  /// Something kept on this machine cannot be used.
  case store(StoreError)
  /// A text names no place.
  case notLocated(NotLocated)
  /// No place has this number or id; `nil` among the saved ones.
  case noSuchPlace(String, lastCount: Int?)
  /// A place has no page.
  case pageMissing(String)

  /// An index could not be built or read.
  case index(IndexFileError)
  /// A batch could not begin or did not come to its end.
  case batch(BatchFailure)

  /// Where a key came from.
  enum KeyOrigin: Sendable, Hashable {
    /// The environment.
    case environment
    /// A file, by its path.
    case file(String)
  }
}

/// Why an output would cost the user something.
enum OutputConflict: Error, Sendable, Hashable {
  /// What a file that is read is read for.
  enum Role: Sendable, Hashable {
    /// Rows or places are read from it.
    case input
    /// It is the index that answers, or that is looked into.
    case index
    /// It holds the key.
    case key
  }

  /// It is a file that is read.
  case isRead(path: String, Role)
  /// Two options name one file.
  case isNamedTwice(Option, Option)
  /// It is where standard output goes.
  case isStandardOutput(path: String)
}

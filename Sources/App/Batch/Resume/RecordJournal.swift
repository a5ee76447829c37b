import Domain
import System

/// Opens the file of a run's records so that it contains every paid result at any time.
struct RecordJournal {
  /// Identifies the queries of the records.
  let keys: RecordKeys
  let rules: ResumeRules
  let writer: NDJSONRecordWriter
  /// The file of the rows, which the output must not replace; `nil` if they don't come from a file.
  let input: FileIdentity?

  /// Begins the records of a first run.
  func begin(in file: LockedFile) throws(FileFailure) -> BatchOutputs {
    let store = OutputRecords(of: file, keys, rules, writer)
    let output = try JournaledOutput(file, holding: .nothing(store), input: input)
    return BatchOutputs(records: output, store: store)
  }

  /// Continues the records of an earlier run.
  ///
  /// - Throws: An error if the file can't be read, isn't the output of a batch, or has results of other queries.
  func resume(_ file: LockedFile) throws(FileFailure) -> BatchOutputs {
    guard keys.provenance.source.isMetered else {
      try OutputRecords.checkFirst(of: file, keys, rules)
      let read = { (start: Int) throws(FileFailure) in try results(in: file, from: start) }
      return BatchOutputs(records: try JournaledOutput(file, holding: .freeRecords(read: read), input: input))
    }
    let store = try results(in: file)
    let output = try JournaledOutput(file, holding: .paidRecords(store), input: input)
    return BatchOutputs(records: output, store: store)
  }

  /// Returns the results of an earlier run, from the line at an offset.
  func results(in file: LockedFile, from start: Int = 0) throws(FileFailure) -> OutputRecords {
    try OutputRecords(resuming: file, from: start, keys, rules, writer)
  }
}

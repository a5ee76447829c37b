import Domain

/// Opens the file of a run's records so that it holds every answer that was paid for at every moment.
struct RecordJournal {
  /// What the records answer.
  let questions: RecordQuestions
  let rules: ResumeRules
  let writer: NDJSONRecordWriter
  /// The file of the rows, which the output must not replace; `nil` for no file.
  let input: FileIdentity?

  /// Begins the records of a first run.
  func begin(in file: LockedFile) throws(FileFailure) -> BatchOutputs {
    let store = AnswerStore(of: file, questions, rules, writer)
    let output = try JournaledOutput(file, holding: .nothing(store), input: input)
    return BatchOutputs(records: output, store: store)
  }

  /// Goes on with the records of an earlier run.
  ///
  /// - Throws: When the file cannot be read, is not the output of a batch, or answers other queries.
  func resume(_ file: LockedFile) throws(FileFailure) -> BatchOutputs {
    guard questions.provenance.source.isMetered else {
      try AnswerStore.checkFirst(of: file, questions, rules)
      let read = { (start: Int) throws(FileFailure) in try answers(in: file, from: start) }
      return BatchOutputs(records: try JournaledOutput(file, holding: .freeRecords(read: read), input: input))
    }
    let store = try answers(in: file)
    let output = try JournaledOutput(file, holding: .paidRecords(store), input: input)
    return BatchOutputs(records: output, store: store)
  }

  /// The answers of an earlier run, from the line at an offset.
  func answers(in file: LockedFile, from start: Int = 0) throws(FileFailure) -> AnswerStore {
    try AnswerStore(resuming: file, from: start, questions, rules, writer)
  }
}

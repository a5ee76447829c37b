/// Where the records of a run go.
struct BatchOutputs {
  var records: any RecordSink
  /// The answers that the output has already; `nil` where none are looked up.
  var store: AnswerStore?
  /// The rows that were not answered; `nil` where nobody wants them.
  var failures: (any RecordSink)?
}

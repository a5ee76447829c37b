/// The outputs of a run.
struct BatchOutputs {
  var records: any RecordSink
  /// The results that the output already contains; `nil` if they aren't looked up.
  var store: OutputRecords?
  /// The output of failed rows; `nil` if there is none.
  var failures: (any RecordSink)?
}

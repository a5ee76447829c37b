/// Tells what could not be kept or read on this machine while queries were answered.
public protocol ReportStoreErrorsUseCase: Sendable {
  /// The errors that were met so far, each once; none of them costs an answer.
  func storeErrors() -> [StoreError]
}

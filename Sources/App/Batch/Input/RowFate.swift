import Domain

/// What a failed question means for its row and for the run.
enum RowFate: Sendable, Hashable {
  /// The source can never answer this row.
  case invalid
  /// This row failed; the service is well.
  case failed
  /// Nobody answered, or only to say that nothing works: this row's fault or an outage, the next rows will tell.
  case silence(hasContact: Bool)
  /// No row can be answered.
  case stop
  /// The question was called off.
  case cancelled

  /// Judges an error.
  init(_ error: PlaceSearchError) {
    self =
      switch error {
      case .unsupported: .invalid
      case .requestRejected, .untrustworthy: .failed
      case .unreachable, .timedOut: .silence(hasContact: false)
      case .throttled, .serviceFailing, .paceTooSlow: .silence(hasContact: true)
      case .keyMissing, .keyRefused, .quotaExhausted, .budgetSpent, .endpointUnusable, .networkNotSetUp,
        .fileUnreadable,
        .dataUnusable, .foreignFile:
        .stop
      case .cancelled: .cancelled
      }
  }
}

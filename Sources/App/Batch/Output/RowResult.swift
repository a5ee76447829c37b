import Domain

/// The result of a row, from which its record and the counts of the run are made.
enum RowResult: Sendable, Hashable {
  /// The places of the row's query, and the geocoded centre if the row has only a name.
  case found(PlaceCollection, center: Query.Center? = nil)
  /// No source can answer the row.
  case invalid(Failure)
  /// The query failed.
  case failed(Failure)

  /// The `status` of a record.
  enum Status: String, Sendable, Hashable, CaseIterable {
    case ok, empty, invalid, failed
  }

  /// The reason why there are no places.
  var failure: Failure? {
    switch self {
    case .found: nil
    case .invalid(let failure), .failed(let failure): failure
    }
  }

  var places: [FoundPlace] { if case .found(let found, _) = self { found.places } else { [] } }

  /// The status of a row whose query has a limit.
  func status(limit: Int?) -> Status {
    switch self {
    case .found(let found, _): found.status(limit: limit)
    case .invalid: .invalid
    case .failed: .failed
    }
  }
}

extension PlaceCollection {
  /// The status of a row with this result.
  ///
  /// If only the count was requested, the count determines the status.
  func status(limit: Int?) -> RowResult.Status { places.isEmpty && (limit != 0 || totalCount == 0) ? .empty : .ok }
}

import Domain

/// The result of a row, from which its record and the counts of the run are made.
enum RowResult: Sendable, Hashable {
  /// The places of the row's query, and the geocoded centre if the row has only a name.
  case found(PlaceCollection, center: Query.Center? = nil)
  /// The row isn't a valid query.
  case invalid(Failure)
  /// The query failed.
  case failed(Failure)

  /// The `status` of a record.
  enum Status: String, Sendable, Hashable, CaseIterable {
    case ok, empty, invalid, failed
  }

  var isError: Bool { if case .found = self { false } else { true } }
}

extension PlaceCollection {
  /// Returns the status of a row with this result.
  ///
  /// If only the count was requested, the count determines the status.
  func status(limit: Int?) -> RowResult.Status { places.isEmpty && (limit != 0 || totalCount == 0) ? .empty : .ok }
}

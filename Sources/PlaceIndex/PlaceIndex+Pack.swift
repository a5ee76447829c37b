public import Domain

extension PlaceIndex {
  /// Finds places as ``places(matching:offset:limit:)`` does, into memory that is used again.
  ///
  /// - Parameters:
  ///   - query: What to look for and where.
  ///   - limit: How many places are wanted, 0 or more; `nil` for all.
  ///   - places: Takes the places in place of those before.
  /// - Returns: How many places match in all.
  /// - Throws: `IndexFileError.damaged(path:part:)` when the file cannot be true.
  /// - Complexity: That of the search; nothing is allocated once the memory is large enough.
  public func pack(
    placesMatching query: PlaceQuery,
    limit: Int?,
    into places: inout PackedPlaces
  ) throws(IndexFileError) -> Int {
    // The search looks through views, which do not keep the bytes alive by themselves.
    defer { withExtendedLifetime(content) {} }
    places.removeAll()
    let search = PlaceSearch(content: content)
    return try pool.withState { (state: inout SearchState) throws(IndexFileError) in
      state.reset()
      let total: Int
      do throws(IndexHeader.Defect) {
        total = try search.run(query, limit: limit, &state)
        try PlacePacker(content: content).pack(&state, hasDistance: query.area.center != nil, into: &places)
      } catch {
        throw IndexFileError(error, path: path)
      }
      return total
    }
  }
}

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
    places.removeAll()
    let memory = memories.take()
    defer { memories.give(memory) }
    return try memory.content.whileUnchanged(path) { () throws(IndexHeader.FormatError) in
      let total = try PlaceSearch(content: memory.content).run(query, limit: limit, &memory.state)
      let packer = PlacePacker(content: memory.content)
      try packer.pack(&memory.state, hasDistance: query.area.center != nil, into: &places)
      return total
    }
  }
}

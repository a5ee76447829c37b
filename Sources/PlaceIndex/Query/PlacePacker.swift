public import Domain

/// Copies the text fields of the places of an answer from the rows of an index into one buffer.
///
/// Without it, with a ``Place`` for each, a batch takes 20 % longer.
struct PlacePacker {
  private let content: IndexContent
  private let reader: PlaceReader

  /// Prepares the packing of answers.
  init(content: IndexContent) {
    self.content = content
    reader = PlaceReader(content: content)
  }

  /// Packs the places in `state.hits`, in order.
  ///
  /// - Parameters:
  ///   - state: The answer of a search; its list of rows is overwritten.
  ///   - hasDistance: Whether the query had a centre.
  ///   - places: The places are appended to it.
  /// - Throws: The damaged part of the file.
  func pack(
    _ state: inout SearchState,
    hasDistance: Bool,
    into places: inout PackedPlaces
  ) throws(IndexHeader.FormatError) {
    places.places.reserveCapacity(places.count + state.hits.count)
    try reader.locateRows(&state, from: 0)
    for index in 0..<state.hits.count {
      let extent = state.rows[index]
      guard append(state.hits[index], extent.start..<extent.end, hasDistance: hasDistance, to: &places) else {
        throw .damaged(IndexSection.rows.name)
      }
    }
  }

  /// Packs one place; `false` if its row is invalid.
  @inline(__always)
  private func append(_ hit: Hit, _ range: Range<Int>, hasDistance: Bool, to places: inout PackedPlaces) -> Bool {
    guard let (row, sourceCategory) = reader.textFields(of: hit.position, in: range),
      let coordinate = reader.coordinate(at: hit.position)
    else { return false }
    places.places.append(
      PackedPlace(
        coordinate: coordinate,
        group: row.categoryGroup,
        distance: hasDistance ? Distance(meters: hit.meters) : nil,
        start: places.utf8.count,
        ends: row.answerEnds(sourceCategoryByteCount: sourceCategory.count)
      )
    )
    places.utf8.append(addingCapacity: range.count + sourceCategory.count) { output in
      row.fields(.id, .name).append(to: &output)
      sourceCategory.append(to: &output)
      row.fields(.phone, .url).append(to: &output)
    }
    return true
  }
}

extension PlaceIndex {
  /// Finds places as ``places(matching:offset:limit:)`` does, into reusable memory.
  ///
  /// - Parameters:
  ///   - query: What to search for, and where.
  ///   - limit: The maximum number of places, 0 or more; `nil` for all.
  ///   - places: Its contents are replaced by the places.
  /// - Returns: The number of all matches.
  /// - Throws: `IndexFileError.damaged(path:part:)` if the file is damaged.
  /// - Complexity: That of the search; nothing is allocated if the memory is large enough.
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

/// The code and the Korean name of a group, concatenated as in the text fields of a place.
struct GroupNames {
  /// The bytes of the code, then those of the name.
  let text: [UInt8]
  /// The byte count of the code.
  let codeLength: Int

  private init(_ group: CategoryGroup?) {
    let code = Array((group?.code ?? "").utf8)
    text = code + Array((group?.koreanName ?? "").utf8)
    codeLength = code.count
  }

  /// The names by the number in rows; the last element, for no group, is empty.
  static let all = CategoryGroup.allCases.map { GroupNames($0) } + [GroupNames(nil)]
}

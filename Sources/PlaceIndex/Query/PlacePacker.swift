public import Domain

/// Copies the text fields of an answer's places out of the rows of an index, end to end.
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
  ///   - state: The answer of a search; its list of rows is used.
  ///   - hasDistance: Whether the query had a centre.
  ///   - places: Takes the places behind those it holds.
  /// - Throws: The part of the file that is damaged.
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

  /// Packs one place; `false` when its row is invalid.
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
  /// Finds places as ``places(matching:offset:limit:)`` does, into memory that is used again.
  ///
  /// - Parameters:
  ///   - query: What to look for and where.
  ///   - limit: How many places are wanted, 0 or more; `nil` for all.
  ///   - places: Takes the places in place of those before.
  /// - Returns: How many places match in all.
  /// - Throws: `IndexFileError.damaged(path:part:)` when the file is damaged.
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

/// The code and the Korean name of a group, end to end, as the text fields of a place hold them.
struct GroupNames {
  /// The bytes: those of the code, then those of the name.
  let text: [UInt8]
  /// How many of them are the code's.
  let codeLength: Int

  private init(_ group: CategoryGroup?) {
    let code = Array((group?.code ?? "").utf8)
    text = code + Array((group?.koreanName ?? "").utf8)
    codeLength = code.count
  }

  /// The names by the number that rows hold; the last are those of no group: none.
  static let all = CategoryGroup.allCases.map { GroupNames($0) } + [GroupNames(nil)]
}

import Domain

/// Copies the text fields of an answer's places out of the rows of an index, end to end.
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

  /// Packs one place; tells whether its row can be true.
  @inline(__always)
  private func append(_ hit: Hit, _ range: Range<Int>, hasDistance: Bool, to places: inout PackedPlaces) -> Bool {
    guard let (row, kind) = reader.textFields(of: hit.position, in: range),
      let coordinate = reader.coordinate(at: hit.position)
    else { return false }
    places.places.append(
      PackedPlace(
        coordinate: coordinate,
        group: row.group < RowFormat.noGroup ? PlaceReader.groups[Int(row.group)] : nil,
        distance: hasDistance ? Distance(meters: hit.meters) : nil,
        start: places.utf8.count,
        ends: row.answerEnds(kindBytes: kind.count)
      )
    )
    places.utf8.append(addingCapacity: range.count + kind.count) { output in
      row.fields(.id, .name).append(to: &output)
      kind.append(to: &output)
      row.fields(.phone, .url).append(to: &output)
    }
    return true
  }
}

import Domain

/// Copies the words of an answer's places out of the rows of an index, end to end.
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
  ///   - hasDistance: Whether the question had a centre.
  ///   - places: Takes the places behind those it holds.
  /// - Throws: The part of the file that is damaged.
  func pack(
    _ state: inout SearchState,
    hasDistance: Bool,
    into places: inout PackedPlaces
  ) throws(IndexHeader.Defect) {
    places.places.reserveCapacity(places.count + state.hits.count)
    // Rows lie all over a file much larger than any cache. Looking at all of them before reading the first lets the
    // machine fetch them side by side; one after the other, waiting for memory took a seventh of a batch.
    for index in 0..<state.hits.count {
      state.touched ^= content.touchRowOffset(at: Int(state.hits[index].position))
    }
    for index in 0..<state.hits.count {
      guard let range = reader.rowRange(at: state.hits[index].position) else { throw .damaged(IndexSection.rows.name) }
      state.touched ^= content.touchRow(range)
      state.rows.append(RowExtent(start: range.lowerBound, end: range.upperBound))
    }
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
    guard let row = content.row(in: range), row.length(of: .id) > 0, let kind = content.kind(row.kind),
      range.count <= Int(UInt32.max) - kind.count
    else { return false }
    if !content.checkedRows.contains(hit.position) {
      guard UTF8Check.isValid(row.fields(.id, .name)), UTF8Check.isValid(kind),
        UTF8Check.isValid(row.fields(.phone, .url))
      else { return false }
      content.checkedRows.insert(hit.position)
    }
    let (latitude, longitude) = reader.coordinates(at: hit.position)
    let coordinate = try? Coordinate(
      latitude: FixedPoint.degrees(latitude),
      longitude: FixedPoint.degrees(longitude)
    )
    guard let coordinate else { return false }
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

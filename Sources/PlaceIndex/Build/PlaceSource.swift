import Domain

/// The places of an input on their way into an index: read from a file, or in the segment of another index.
enum PlaceSource {
  case collected(CollectedInput)
  case kept(KeptSegment)

  /// The numbers of its inputs.
  var numbers: [Int] {
    switch self {
    case .collected(let input): input.numbers
    case .kept(let segment): segment.numbers
    }
  }

  var order: Int { numbers.min() ?? -1 }

  var placeCount: Int {
    switch self {
    case .collected(let input): input.places.points.count
    case .kept(let segment): segment.placeCount
    }
  }

  /// The hash of the id of each place without its mark, by the number of the place: its number in the list of an input,
  /// or its position in a segment; 0 for none.
  func hashesOfIdentifiers(threads: Int) throws(IndexFileError) -> SharedArray<UInt64> {
    switch self {
    case .collected(let input):
      let points = input.places.points
      let rows = input.places.arena.rows
      let hashes = SharedArray(repeating: UInt64(0), count: points.count)
      let parts = points.indices.parts(threads)
      Threads.run(parts.count, on: threads) { part, _ in
        for number in parts[part] {
          hashes[number] = max(1, IdentifierOrder.hash(RowFormat.id(of: rows.view(points[number].row))))
        }
      }
      return hashes
    case .kept(let segment):
      let first = segment.segment.firstPosition
      let hashes = SharedArray(
        repeating: UInt64(0),
        count: segment.segment.blocks.count * IndexLayout.blockSize
      )
      let content = segment.content
      let positions = segment.positions
      try content.whileUnchanged(segment.index.path) { () throws(IndexHeader.FormatError) in
        _ = try content.collect(from: positions, into: ()) { _, row, position in
          hashes[Int(position) - first] = max(1, IdentifierOrder.hash(row[.id]))
        }
      }
      return hashes
    }
  }

  /// The id of a place by its number.
  func id(of number: Int) -> [UInt8] {
    switch self {
    case .collected(let input): input.places.id(of: number).array
    case .kept(let segment):
      PlaceReader(content: segment.content).row(at: segment.position(number))?[.id].array ?? []
    }
  }
}

extension KeptSegment {
  /// The position of a place in its index by that in the segment.
  func position(_ number: Int) -> UInt32 { UInt32(segment.firstPosition + number) }

  /// The numbers of the places with an id, and of those with a mark on it.
  func numbers(withIDOrMark id: [UInt8]) throws(IndexFileError) -> [Int] {
    let segment = segment
    return try content.whileUnchanged(index.path) { () throws(IndexHeader.FormatError) in
      let places = try ByteView.over(id) { (id) throws(IndexHeader.FormatError) in
        try content.places(withIDOrMark: id, in: segment)
      }
      return places.map { Int($0) - segment.firstPosition }
    }
  }
}

import Domain
import Tables

/// The places of an input for an index: read from a file, or in the segment of another index.
enum InputPlaces {
  case collected(CollectedInput)
  case copied(CopiedSegment)

  /// The numbers of the inputs.
  var numbers: [Int] {
    switch self {
    case .collected(let input): input.numbers
    case .copied(let segment): segment.numbers
    }
  }

  var order: Int { numbers.min() ?? -1 }

  var placeCount: Int {
    switch self {
    case .collected(let input): input.places.points.count
    case .copied(let segment): segment.placeCount
    }
  }

  /// Returns the hash of each place's id without its suffix, by the place's number; 0 if there is no place.
  ///
  /// The number is the index in an input's array, or the position in a segment.
  func hashesOfIdentifiers(threads: Int) throws(IndexFileError) -> SharedArray<UInt64> {
    switch self {
    case .collected(let input):
      let points = input.places.points
      let rows = input.places.arena.rows
      let hashes = SharedArray(repeating: UInt64(0), count: points.count)
      let parts = points.indices.parts(threads)
      Threads.run(parts.count, on: threads) { part, _ in
        for number in parts[part] {
          hashes[number] = max(1, IDOrder.hash(RowFormat.id(of: rows.view(points[number].row))))
        }
      }
      return hashes
    case .copied(let segment):
      let first = segment.segment.firstPosition
      let hashes = SharedArray(
        repeating: UInt64(0),
        count: segment.segment.blocks.count * IndexLayout.blockSize
      )
      let content = segment.content
      let positions = segment.positions
      try content.whileUnchanged(segment.index.path) { () throws(IndexHeader.FormatError) in
        _ = try content.collect(from: positions, into: ()) { _, row, position in
          hashes[Int(position) - first] = max(1, IDOrder.hash(row[.id]))
        }
      }
      return hashes
    }
  }

  /// Returns the id of a place by its number.
  func id(of number: Int) -> [UInt8] {
    switch self {
    case .collected(let input): input.places.id(of: number).array
    case .copied(let segment):
      PlaceReader(content: segment.content).row(at: segment.position(number))?[.id].array ?? []
    }
  }
}

extension CopiedSegment {
  /// Converts a position in the segment to a position in its index.
  func position(_ number: Int) -> UInt32 { UInt32(segment.firstPosition + number) }

  /// Returns the numbers of the places with an id, or with the id and a suffix.
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

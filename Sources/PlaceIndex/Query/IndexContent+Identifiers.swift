import Domain

extension IndexContent {
  /// The positions of the places with an id that are in answers; mostly one or none.
  ///
  /// - Complexity: O(log n) rows are read of each segment.
  func places(withID id: ByteView) throws(IndexHeader.FormatError) -> [UInt32] {
    var found: [UInt32] = []
    for segment in segments {
      guard let position = try place(withID: id, in: segment), excluded?.contains(position) != true else { continue }
      found.append(position)
    }
    return found
  }

  /// The position of the place of a segment with an id; `nil` for none.
  func place(withID id: ByteView, in segment: Segment) throws(IndexHeader.FormatError) -> UInt32? {
    let number = try firstNumber(notBefore: id, in: segment)
    guard number < segment.identifiers.count, try self.id(ofNumber: number, in: segment).equals(id) else { return nil }
    return position(number, in: segment)
  }

  /// The positions of the places of a segment with an id, and of those with a mark on it.
  func places(withIDOrMark id: ByteView, in segment: Segment) throws(IndexHeader.FormatError) -> [UInt32] {
    var found: [UInt32] = []
    if let position = try place(withID: id, in: segment) { found.append(position) }
    let marked = id.array + Array("~".utf8)
    try ByteView.over(marked) { (marked) throws(IndexHeader.FormatError) in
      var number = try firstNumber(notBefore: marked, in: segment)
      while number < segment.identifiers.count {
        let other = try self.id(ofNumber: number, in: segment)
        guard other.count >= marked.count, other.part(0..<marked.count).equals(marked) else { break }
        found.append(position(number, in: segment))
        number += 1
      }
    }
    return found
  }

  /// The first of some places in the byte order of their ids, up to a limit; `nil` when they are not among so many
  /// first ones of all places of a segment.
  ///
  /// - Complexity: O(n l / p) for the first l of p places among n whose ids say nothing of which they are.
  func first(
    _ limit: Int,
    byIDOf places: [UInt32],
    among count: Int
  ) throws(IndexHeader.FormatError) -> [UInt32]? {
    let wanted = PlaceSet(places, count: blockCount * IndexLayout.blockSize)
    var first: [UInt32] = []
    for segment in segments {
      let all = segment.identifiers.count
      var found = 0
      var number = 0
      while number < all, found < limit {
        guard number < count else { return nil }
        let position = position(number, in: segment)
        guard Int(position) / IndexLayout.blockSize < blockCount else { throw .damaged(IndexSection.identifiers.name) }
        if wanted.contains(position) {
          first.append(position)
          found += 1
        }
        number += 1
      }
    }
    guard segments.count > 1 else { return first }
    let reader = PlaceReader(content: self)
    return Array(first.sorted(by: reader.idPrecedes).prefix(limit))
  }

  /// The number of the first place, in the order of ids, whose id does not come before another.
  private func firstNumber(notBefore id: ByteView, in segment: Segment) throws(IndexHeader.FormatError) -> Int {
    var low = 0
    var high = segment.identifiers.count
    while low < high {
      let middle = (low + high) / 2
      if try self.id(ofNumber: middle, in: segment).precedes(id) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private func position(_ number: Int, in segment: Segment) -> UInt32 {
    UInt32(truncatingIfNeeded: segment.firstPosition + Int(segment.identifiers.position(number)))
  }

  private func id(ofNumber number: Int, in segment: Segment) throws(IndexHeader.FormatError) -> ByteView {
    let position = position(number, in: segment)
    guard Int(position) / IndexLayout.blockSize < blockCount, let row = PlaceReader(content: self).row(at: position)
    else { throw .damaged(IndexSection.identifiers.name) }
    return row[.id]
  }
}

extension SegmentVerification {
  /// Checks that every place is in the order of ids once: those that are there are as many as there are places.
  func checkIdentifiers() throws(IndexHeader.FormatError) {
    let reader = PlaceReader(content: content)
    var known = PlaceSet(count: content.blockCount * IndexLayout.blockSize)
    var last = ByteView.empty
    for number in 0..<segment.identifiers.count {
      let position = UInt32(truncatingIfNeeded: segment.firstPosition + Int(segment.identifiers.position(number)))
      guard segment.blocks.contains(Int(position) / IndexLayout.blockSize), !known.contains(position),
        let row = reader.row(at: position), number == 0 || last.precedes(row[.id])
      else { throw .damaged(IndexSection.identifiers.name) }
      known.insert(Int(position))
      last = row[.id]
    }
  }
}

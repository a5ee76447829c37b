import Domain
import Tables

extension IndexContent {
  /// Returns the positions of the places with an id, without hidden places; usually one or none.
  ///
  /// - Complexity: Reads O(log n) rows in each segment.
  func places(withID id: ByteView) throws(IndexHeader.FormatError) -> [UInt32] {
    var found: [UInt32] = []
    for segment in segments {
      guard let position = try place(withID: id, in: segment), hidden?.contains(position) != true else { continue }
      found.append(position)
    }
    return found
  }

  /// Returns the position of the place with an id in a segment; `nil` if there is none.
  func place(withID id: ByteView, in segment: Segment) throws(IndexHeader.FormatError) -> UInt32? {
    let number = try firstNumber(notBefore: id, in: segment)
    guard number < segment.ids.count, try self.id(ofNumber: number, in: segment).equals(id) else { return nil }
    return position(number, in: segment)
  }

  /// Returns the positions of the places in a segment with an id, or with the id and a suffix.
  func places(withIDOrMark id: ByteView, in segment: Segment) throws(IndexHeader.FormatError) -> [UInt32] {
    var found: [UInt32] = []
    if let position = try place(withID: id, in: segment) { found.append(position) }
    let marked = id.array + Array("~".utf8)
    try ByteView.over(marked) { (marked) throws(IndexHeader.FormatError) in
      var number = try firstNumber(notBefore: marked, in: segment)
      while number < segment.ids.count {
        let other = try self.id(ofNumber: number, in: segment)
        guard other.count >= marked.count, other.part(0..<marked.count).equals(marked) else { break }
        found.append(position(number, in: segment))
        number += 1
      }
    }
    return found
  }

  /// Returns the first of some places in the byte order of their ids, up to a limit.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of places.
  ///   - places: The places.
  ///   - count: The maximum number of places to scan in each segment.
  /// - Returns: The places; `nil` if they aren't among the scanned places.
  /// - Throws: An error if the file is damaged.
  /// - Complexity: O(n l / p) for the first l of p places among n, if ids are independent of membership.
  func first(
    _ limit: Int,
    byIDOf places: [UInt32],
    among count: Int
  ) throws(IndexHeader.FormatError) -> [UInt32]? {
    let wanted = PlaceSet(places, count: blockCount * IndexLayout.blockSize)
    var first: [UInt32] = []
    for segment in segments {
      let all = segment.ids.count
      var found = 0
      var number = 0
      while number < all, found < limit {
        guard number < count else { return nil }
        let position = position(number, in: segment)
        guard Int(position) / IndexLayout.blockSize < blockCount else { throw .damaged(IndexSection.ids.name) }
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

  /// Returns the index of the first place in id order whose id doesn't precede another id.
  private func firstNumber(notBefore id: ByteView, in segment: Segment) throws(IndexHeader.FormatError) -> Int {
    var low = 0
    var high = segment.ids.count
    while low < high {
      let middle = (low + high) / 2
      if try self.id(ofNumber: middle, in: segment).precedes(id) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private func position(_ number: Int, in segment: Segment) -> UInt32 {
    UInt32(truncatingIfNeeded: segment.firstPosition + Int(segment.ids.position(number)))
  }

  private func id(ofNumber number: Int, in segment: Segment) throws(IndexHeader.FormatError) -> ByteView {
    let position = position(number, in: segment)
    guard Int(position) / IndexLayout.blockSize < blockCount, let row = PlaceReader(content: self).row(at: position)
    else { throw .damaged(IndexSection.ids.name) }
    return row[.id]
  }
}

import Domain

extension IndexContent {
  /// The positions of the places with an id, those with a mark on it left out; mostly one or none.
  ///
  /// - Complexity: O(log n) rows are read.
  func places(withID id: ByteView) throws(IndexHeader.FormatError) -> [UInt32] {
    let wanted = IdentifierOrder.hash(id)
    var number = try firstNumber(ofHash: wanted)
    var found: [UInt32] = []
    while number < identifiers.count {
      let position = identifiers.position(number)
      let row = try row(withIDAt: position)
      guard IdentifierOrder.hash(row[.id]) == wanted else { break }
      if row[.id].equals(id), excluded?.contains(position) != true { found.append(position) }
      number += 1
    }
    return found
  }

  /// The number of the first place, in the order of the hashes of ids, whose hash is not smaller.
  ///
  /// Hashes are spread evenly, so that it is mostly near where it would be if they were so exactly.
  func firstNumber(ofHash wanted: UInt64) throws(IndexHeader.FormatError) -> Int {
    let count = identifiers.count
    let expected = Int(wanted.multipliedFullWidth(by: UInt64(count)).high)
    let spread = 16 + 2 * Int(Double(count).squareRoot())
    var low = max(0, expected - spread)
    var high = min(count, expected + spread)
    if low > 0, try hash(ofNumber: low - 1) >= wanted { low = 0 }
    if high < count, try hash(ofNumber: high) < wanted { high = count }
    while low < high {
      let middle = (low + high) / 2
      if try hash(ofNumber: middle) < wanted { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private func hash(ofNumber number: Int) throws(IndexHeader.FormatError) -> UInt64 {
    IdentifierOrder.hash(try row(withIDAt: identifiers.position(number))[.id])
  }

  private func row(withIDAt position: UInt32) throws(IndexHeader.FormatError) -> RowFormat {
    guard Int(position) / IndexLayout.blockSize < header.blockCount,
      let row = PlaceReader(content: self).row(at: position)
    else { throw .damaged(IndexSection.identifiers.name) }
    return row
  }
}

extension IndexVerification {
  /// Checks that every place is in the order of the hashes of ids once.
  func checkIdentifiers() throws(IndexHeader.FormatError) {
    let reader = PlaceReader(content: content)
    var known = PlaceSet(count: content.header.blockCount * IndexLayout.blockSize)
    var last: (hash: UInt64, position: UInt32)?
    for number in 0..<content.identifiers.count {
      let position = content.identifiers.position(number)
      guard Int(position) / IndexLayout.blockSize < content.header.blockCount, !known.contains(position),
        let row = reader.row(at: position)
      else { throw .damaged(IndexSection.identifiers.name) }
      known.insert(Int(position))
      let next = (hash: IdentifierOrder.hash(row[.id]), position: position)
      guard last.map({ $0 < next }) ?? true else { throw .damaged(IndexSection.identifiers.name) }
      last = next
    }
  }

  /// Checks that chains are in order and readable.
  func checkChains() throws(IndexHeader.FormatError) { _ = try content.chains }
}

import Domain

/// The kinds of elements in each blob, so that each pass unpacks only the blobs it needs.
struct BlobOrder {
  let blobs: [Blob]
  /// The kinds that each blob may contain: all kinds until they are known.
  private(set) var kinds: [ElementKinds]
  /// Whether the kinds are derived from the file's declared order, which must then hold.
  private let isAssumed: Bool
  /// The number of bytes that all passes read, for the progress.
  let byteCount: Int

  /// Examines a few blobs of a sorted file, and no blobs of an unsorted file.
  init(
    _ blobs: [Blob],
    isSorted: Bool,
    kindsOf look: (Blob) throws(IndexFileError) -> ElementKinds
  ) throws(IndexFileError) {
    self.blobs = blobs
    isAssumed = isSorted
    byteCount = blobs.reduce(0) { $0 + $1.count } * (isSorted ? 1 : 2)
    kinds = [ElementKinds](repeating: .all, count: blobs.count)
    guard isSorted else { return }
    var seen = [ElementKinds?](repeating: nil, count: blobs.count)
    func kindsOnce(_ index: Int) throws(IndexFileError) -> ElementKinds {
      if let found = seen[index] { return found }
      let found = try look(blobs[index])
      seen[index] = found
      return found
    }
    let firstWays = try Self.first(of: [.ways, .relations], in: 0..<blobs.count, kindsOnce)
    let firstRelations = try Self.first(of: .relations, in: firstWays..<blobs.count, kindsOnce)
    for index in blobs.indices {
      kinds[index] = index <= firstWays ? .nodes : []
      if index >= firstWays, index <= firstRelations { kinds[index].insert(.ways) }
      if index >= firstRelations { kinds[index].insert(.relations) }
    }
  }

  /// Returns the index of the first blob with any of the kinds, which come last in the order; the end if there is none.
  private static func first(
    of kinds: ElementKinds,
    in range: Range<Int>,
    _ look: (Int) throws(IndexFileError) -> ElementKinds
  ) throws(IndexFileError) -> Int {
    var first = range.upperBound
    var low = range.lowerBound
    var high = range.upperBound
    while low < high {
      let middle = (low + high) / 2
      // An empty blob may be anywhere, so the next blob is examined.
      var next = middle
      while next < high, try look(next).isEmpty { next += 1 }
      if next < high, try look(next).isDisjoint(with: kinds) {
        low = next + 1
      } else {
        if next < high { first = next }
        high = middle
      }
    }
    return first
  }

  /// Returns the indexes of the blobs that may contain a kind of elements.
  func blobs(with kind: ElementKinds) -> [Int] { blobs.indices.filter { !kinds[$0].isDisjoint(with: kind) } }

  /// Records the kinds in a blob; returns `false` if they contradict the order.
  mutating func note(_ found: ElementKinds, in blob: Int) -> Bool {
    guard isAssumed else {
      kinds[blob] = found
      return true
    }
    return kinds[blob].isSuperset(of: found)
  }
}

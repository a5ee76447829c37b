import Domain

/// Which blobs hold which kinds of elements, so that each pass unpacks only its own.
struct BlobOrder {
  let blobs: [Blob]
  /// The kinds that each blob may hold: all, until it is known.
  private(set) var kinds: [ElementKinds]
  /// Whether the kinds follow from what the file says of its order, which has to be true then.
  private let isAssumed: Bool
  /// The bytes that all passes read, of which progress is a share.
  let byteCount: Int

  /// Looks at a few blobs of a file that is sorted, and at none of another.
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

  /// The number of the first blob that holds one of some kinds, which are the last ones of the order; the end if none
  /// does.
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
      // One without elements may stand anywhere: what follows it tells the side.
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

  /// The numbers of the blobs that may hold some kind of elements.
  func blobs(with kind: ElementKinds) -> [Int] { blobs.indices.filter { !kinds[$0].isDisjoint(with: kind) } }

  /// Takes what a blob holds; `false` if that contradicts the order.
  mutating func note(_ found: ElementKinds, in blob: Int) -> Bool {
    guard isAssumed else {
      kinds[blob] = found
      return true
    }
    return kinds[blob].isSuperset(of: found)
  }
}

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
    let firstWays = try Self.first(among: blobs, from: 0) { (blob) throws(IndexFileError) in
      try !look(blob).isDisjoint(with: [.ways, .relations])
    }
    let firstRelations = try Self.first(among: blobs, from: firstWays) { (blob) throws(IndexFileError) in
      try look(blob).contains(.relations)
    }
    for index in blobs.indices {
      kinds[index] = index <= firstWays ? .nodes : []
      if index >= firstWays, index <= firstRelations { kinds[index].insert(.ways) }
      if index >= firstRelations { kinds[index].insert(.relations) }
    }
  }

  private static func first(
    among blobs: [Blob],
    from start: Int,
    where condition: (Blob) throws(IndexFileError) -> Bool
  ) throws(IndexFileError) -> Int {
    var low = start
    var high = blobs.count
    while low < high {
      let middle = (low + high) / 2
      if try condition(blobs[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
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

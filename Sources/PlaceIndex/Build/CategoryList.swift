import Domain
import Rows
import Tables

/// The distinct category entries, each stored once; number 0 is the list of kinds.
struct CategoryList {
  /// The size of the cache in front of the dictionary, larger than the number of entries of most sources.
  ///
  /// Without the cache, a build of 250,000 places takes 8 to 13 % longer.
  private static let cacheSize = 512

  /// The maximum size of all entries in bytes; a file stores their ends in 32 bits.
  static let maximumByteCount = Int(UInt32.max)

  private(set) var entries: [[UInt8]] = [[]]
  /// The size of all entries so far, in bytes.
  private(set) var byteCount = CategoryEntry.slugs.count
  private var numbers: [[UInt8]: UInt32] = [:]
  /// The merged entry of two entries, by their numbers; inputs that overlap share many places.
  private var mergedNumbers: [UInt64: UInt32] = [:]
  private let hash = ByteHash.seeded
  private var cache = [(hash: UInt64, number: UInt32)](repeating: (0, 0), count: cacheSize)

  /// Returns the number of an entry, which is encoded as in a file.
  mutating func number(of entry: ByteView) -> UInt32 {
    let hash = hash.hash(entry)
    let slot = Int(truncatingIfNeeded: hash) & (Self.cacheSize - 1)
    let cached = cache[slot]
    let isLikely = cached.hash == hash && cached.number > 0
    if isLikely, ByteView.over(entries[Int(cached.number)], entry.equals) { return cached.number }
    let number = number(ofBytes: entry.array)
    cache[slot] = (hash, number)
    return number
  }

  mutating func number(of entry: CategoryEntry) -> UInt32 {
    var bytes = GrowableBuffer<UInt8>()
    entry.append(to: &bytes)
    return number(of: bytes.window(0..<bytes.count))
  }

  mutating func number(ofBytes bytes: [UInt8]) -> UInt32 {
    if let number = numbers[bytes] { return number }
    let number = UInt32(entries.count)
    entries.append(bytes)
    byteCount += bytes.count
    numbers[bytes] = number
    return number
  }

  func with<Result>(_ number: UInt32, _ body: (CategoryEntry) -> Result) -> Result {
    ByteView.over(entries[Int(number)]) { body(CategoryEntry($0) ?? CategoryEntry()) }
  }

  /// Returns the numbers of an entry's inputs; empty if unknown.
  func inputs(of number: UInt32) -> [Int] {
    with(number) { entry in
      var inputs: [Int] = []
      entry.forEachInput { inputs.append($0) }
      return inputs
    }
  }

  /// Returns the number of the entry of a place that two rows describe, with the groups, kinds and words of both.
  mutating func merged(_ first: UInt32, _ second: UInt32) -> UInt32 {
    guard first != second else { return first }
    let pair = UInt64(first) << 32 | UInt64(second)
    if let known = mergedNumbers[pair] { return known }
    let number = makeMerged(first, second)
    mergedNumbers[pair] = number
    return number
  }

  private mutating func makeMerged(_ first: UInt32, _ second: UInt32) -> UInt32 {
    let left = entries[Int(first)]
    let right = entries[Int(second)]
    return ByteView.over(left) { left in
      ByteView.over(right) { right in
        guard var merged = CategoryEntry(left), let other = CategoryEntry(right) else { return first }
        var words = WordLines()
        words.append(linesOf: merged.words)
        let takesText = merged.text.count == 0 || merged.shown == RowFormat.noGroup && other.shown != merged.shown
        words.append(takesText ? merged.text : other.text)
        words.append(linesOf: other.words)
        if takesText, other.text.count > 0 { merged.text = other.text }
        if merged.shown == RowFormat.noGroup { merged.shown = other.shown }
        merged.groups |= other.groups
        merged.kinds.formUnion(other.kinds)
        merged.words = words.view
        return merged.ofInputs(inputs(of: first) + inputs(of: second)) { number(of: $0) }
      }
    }
  }

  /// Returns the entries that places have, numbered in file order, and updates the places.
  func numbered(inOrderOf blocks: PlaceBlocks) -> CategoryList {
    var ordered = CategoryList()
    var numbers = [UInt32](repeating: 0, count: entries.count)
    for block in 0..<blocks.count {
      for slot in 0..<blocks.placeCount(of: block) {
        let position = block * IndexLayout.blockSize + slot
        var point = blocks.points[position]
        let number = Int(point.category)
        if numbers[number] == 0 { numbers[number] = ordered.number(ofBytes: entries[number]) }
        point.category = numbers[number]
        blocks.points[position] = point
      }
    }
    return ordered
  }

  /// Throws an error if the entries exceed the size limit of a file.
  func check(_ limit: Int) throws(IndexFileError) {
    guard byteCount <= limit else { throw .tooManyCategories(limitInBytes: limit + 1) }
  }

  /// The encoding as ``ByteLists``: the slugs of the kinds, then the entries; ``check(_:)`` limits their size.
  var encoded: [UInt8] { ByteLists.encoded([CategoryEntry.slugs] + entries.dropFirst()) }
}

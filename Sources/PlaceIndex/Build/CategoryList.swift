import Domain

/// The distinct entries of categories, each stored once; number 0 stands for the kinds that they refer to.
struct CategoryList {
  /// The size of the cache in front of the dictionary, larger than the number of entries of most sources: without it, a
  /// build of 250,000 places takes 8 to 13 % longer.
  private static let cacheSize = 512

  /// The maximum byte count of all entries: a file says in 32 bits where each ends.
  static let maximumByteCount = Int(UInt32.max)

  private(set) var entries: [[UInt8]] = [[]]
  /// The bytes of all entries so far.
  private(set) var byteCount = CategoryEntry.slugs.count
  private var numbers: [[UInt8]: UInt32] = [:]
  /// The entries of both of two, by their numbers: inputs that overlap do so in many places.
  private var mergedNumbers: [UInt64: UInt32] = [:]
  private let hash = ByteHash.seeded
  private var cache = [(hash: UInt64, number: UInt32)](repeating: (0, 0), count: cacheSize)

  /// The number of an entry, given as a file stores it.
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

  /// The numbers of the inputs of an entry; none if nobody said.
  func inputs(of number: UInt32) -> [Int] {
    with(number) { entry in
      var inputs: [Int] = []
      entry.forEachInput { inputs.append($0) }
      return inputs
    }
  }

  /// The number of the entry of a place that two rows describe: the groups, kinds and words of both.
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

  /// The entries that places have, numbered in the order of the file, whose places get the new numbers.
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

  /// Throws when the entries are more than a file can hold.
  func check(_ limit: Int) throws(IndexFileError) {
    guard byteCount <= limit else { throw .tooManyCategories(limitInBytes: limit + 1) }
  }

  /// The encoding in a file, as ``ByteLists``: first the slugs of the kinds; of lists that ``check(_:)`` allows.
  var encoded: [UInt8] { ByteLists.encoded([CategoryEntry.slugs] + entries.dropFirst()) }
}

/// Words, each once, separated by line feeds.
struct WordLines: ~Copyable {
  private var lines = GrowableBuffer<UInt8>(capacity: 256)

  mutating func removeAll() { lines.removeAll() }

  /// Adds a word, unless it is there, is not one line, or there is no room.
  mutating func append(_ word: ByteView) {
    let word = word.trimmed
    guard word.count > 0, !word.isPlaceholder else { return }
    append(word.count) { $0.append(word) }
  }

  mutating func append(key: ByteView, value: ByteView) {
    guard value.count > 0 else { return }
    append(key.count + 1 + value.count) { lines in
      lines.append(key)
      lines.append(UInt8(ascii: "="))
      lines.append(value)
    }
  }

  private mutating func append(_ count: Int, _ write: (inout GrowableBuffer<UInt8>) -> Void) {
    let end = lines.count
    guard end + count < CategoryEntry.maximumWordBytes else { return }
    if end > 0 { lines.append(0x0A) }
    let start = lines.count
    write(&lines)
    let word = lines.window(start..<lines.count)
    if word.contains(0x0A) || Self.holds(lines.window(0..<end), word) { lines.truncate(to: end) }
  }

  mutating func append(linesOf words: ByteView) { words.forEachLine { append($0) } }

  /// The words; valid until more are added.
  var view: ByteView { lines.window(0..<lines.count) }

  private static func holds(_ lines: ByteView, _ word: ByteView) -> Bool {
    var isFound = false
    lines.forEachLine { if $0.equals(word) { isFound = true } }
    return isFound
  }
}

import Tables

/// The ranges of a segment's contents across all segments, as plain integers: the first array of elements with ranges
/// costs a runtime conformance lookup (Decisions).
struct SegmentExtent: Sendable {
  var firstBlock = 0
  var endBlock = 0
  var firstNode = 0
  var endNode = 0
  var firstPartition = 0
  var endPartition = 0
  /// The number of places.
  var placeCount = 0
  var firstCategory = 0
  /// The offset of the segment's rows among the rows of all segments.
  var firstRowByte = 0
  /// The index of the segment's first input.
  var firstInput = 0
  /// The number of inputs; all inputs for the overlay.
  var inputCount = 0
}

/// A segment of an index: the places of one input or of the overlay, with their texts and attributes.
struct Segment: Sendable {
  /// The number in the directory.
  let number: UInt32
  let extent: SegmentExtent
  /// The number of category entries, including the first, which is the list of kinds.
  let categoryCount: Int
  /// The numbers of the places' category entries, block by block.
  private let entries: ByteView
  /// The size of an entry's number in bytes.
  private let entryBytes: Int
  let categories: ByteView
  let rowOffsets: ByteView
  let rows: ByteView
  /// The words of names.
  let words: TermIndex
  /// The addresses without their numbers.
  let streets: TermIndex
  /// The numbers in addresses.
  let numbers: TermLists
  let attributes: TermLists
  let ids: IDOrder
  private let checker: PageChecker?

  /// Checks a segment.
  init(
    _ sections: SegmentSections,
    of view: ByteView,
    checker: PageChecker?,
    extent: SegmentExtent
  ) throws(IndexHeader.FormatError) {
    number = sections.number
    self.extent = extent
    self.checker = checker
    categories = view.part(sections[.categories])
    let list = categories
    if list.count >= 4 { checker?.check(0, 4, of: list) }
    let count = list.count < 4 ? 0 : Int(list.load(UInt32.self, at: 0))
    guard count >= 1, count <= (list.count - 4) / 4 else { throw .damaged(IndexSection.categories.name) }
    categoryCount = count
    entries = view.part(sections[.categoryNumbers])
    entryBytes = IndexLayout.entryNumberBytes(ofCount: count)
    let blockCount = extent.endBlock - extent.firstBlock
    let positionCount = blockCount * IndexLayout.blockSize
    guard entries.count == positionCount * entryBytes else { throw .damaged("header") }
    rowOffsets = view.part(sections[.rowOffsets])
    rows = view.part(sections[.rows])
    func lists(_ section: IndexSection, below limit: Int) throws(IndexHeader.FormatError) -> TermLists {
      try TermLists(view.part(sections[section]), of: section, below: limit, checker)
    }
    let words = try lists(.words, below: positionCount)
    self.words = TermIndex(terms: words, grams: try lists(.grams, below: words.count))
    let streets = try lists(.streets, below: positionCount)
    self.streets = TermIndex(terms: streets, grams: try lists(.streetGrams, below: streets.count))
    numbers = try lists(.numbers, below: positionCount)
    attributes = try lists(.attributes, below: positionCount)
    let ids = IDOrder(
      view.part(sections[.ids]),
      placeCount: extent.placeCount,
      blockCount: blockCount,
      checker
    )
    guard let ids else { throw .damaged(IndexSection.ids.name) }
    self.ids = ids
  }

  /// All sections of terms.
  var termLists: [TermLists] {
    [attributes, words.terms, words.grams, streets.terms, streets.grams, numbers]
  }

  var blocks: Range<Int> { extent.firstBlock..<extent.endBlock }
  var nodes: Range<Int> { extent.firstNode..<extent.endNode }
  var partitions: Range<Int> { extent.firstPartition..<extent.endPartition }
  var placeCount: Int { extent.placeCount }
  /// The numbers of the category entries; the first is the list of kinds.
  var categoryNumbers: Range<Int> { extent.firstCategory..<extent.firstCategory + categoryCount }
  var firstInput: Int { extent.firstInput }
  /// The number of inputs; all inputs for the overlay.
  var inputCount: Int { extent.inputCount }

  /// The first position of the segment's blocks.
  var firstPosition: Int { extent.firstBlock * IndexLayout.blockSize }

  /// Returns the number of a place's category entry, by its position in the segment; 0 for a slot without a place.
  ///
  /// `isChecked` skips the checksums of pages that were compared before.
  @inline(__always)
  func entryNumber(at position: Int, isChecked: Bool = false) -> UInt32 {
    let at = position * entryBytes
    if !isChecked { checker?.check(at, entryBytes, of: entries) }
    switch entryBytes {
    case 1: return UInt32(entries.byte(at: at))
    case 2: return UInt32(entries.load(UInt16.self, at: at))
    default: return entries.load(UInt32.self, at: at)
    }
  }

  /// Returns the bytes of a category entry by its number in the segment, or the slugs of the kinds for number 0; `nil`
  /// if they are out of bounds.
  ///
  /// Inlined, so that the large segment isn't copied.
  @inline(__always)
  func categoryElement(_ number: Int) -> ByteView? {
    checker?.check(4 * number, 8, of: categories)
    let start = number == 0 ? 0 : Int(categories.load(UInt32.self, at: 4 * number))
    let end = Int(categories.load(UInt32.self, at: 4 * number + 4))
    guard start <= end, let element = categories.slice(4 + 4 * categoryCount + start, end - start) else {
      return nil
    }
    if element.count > 0 { checker?.check(0, element.count, of: element) }
    return element
  }

  /// Returns the range of a row among the rows of all segments; `nil` if the offsets in the file are invalid.
  ///
  /// `isChecked` skips the checksums of pages that were compared before.
  @inline(__always)
  func rowRange(at position: Int, placeCount: Int, isChecked: Bool = false) -> Range<Int>? {
    let block = position / IndexLayout.blockSize
    let slot = position % IndexLayout.blockSize
    guard block >= extent.firstBlock, block < extent.endBlock, slot < placeCount,
      let area = rowBlock(block, isChecked: isChecked)
    else { return nil }
    let offsetBytes = IndexLayout.offsetBytes(ofBlock: area.count)
    guard area.count >= placeCount * offsetBytes else { return nil }
    let entry = area.lowerBound + slot * offsetBytes
    if !isChecked { checker?.check(entry, min(2 * offsetBytes, area.upperBound - entry), of: rows) }
    let start = rowOffset(at: entry, offsetBytes)
    let end = slot + 1 < placeCount ? rowOffset(at: entry + offsetBytes, offsetBytes) : area.count
    guard start <= end, end <= area.count else { return nil }
    let first = extent.firstRowByte + area.lowerBound
    return first + start..<first + end
  }

  @inline(__always)
  private func rowOffset(at offset: Int, _ byteCount: Int) -> Int {
    byteCount == 2 ? Int(rows.load(UInt16.self, at: offset)) : Int(rows.load(UInt32.self, at: offset))
  }

  /// Returns the range of a block in the segment's rows; `nil` if the offsets in the file are invalid.
  @inline(__always)
  func rowBlock(_ block: Int, isChecked: Bool = false) -> Range<Int>? {
    let at = (block - extent.firstBlock) * 8
    if !isChecked { checker?.check(at, 16, of: rowOffsets) }
    let start = rowOffsets.load(UInt64.self, at: at)
    let end = rowOffsets.load(UInt64.self, at: at + 8)
    guard start <= end, end <= UInt64(rows.count) else { return nil }
    return Int(start)..<Int(end)
  }
}

import Domain

@testable import PlaceIndex

/// Checks the data that a segment's places refer to.
struct SegmentCheck {
  let content: IndexContent
  let segment: Segment

  func run() throws(IndexHeader.FormatError) {
    try checkAttributes()
    try checkIdentifiers()
    try checkTexts()
  }

  /// Checks that words and streets match the rows.
  private func checkTexts() throws(IndexHeader.FormatError) {
    var texts = PlaceWords()
    if segment.words.count > 0 {
      try segment.words.check { (body) throws(IndexHeader.FormatError) in
        try forEachRow { row, place in texts.readWords(of: row) { body($0, place) } }
      }
    }
    try segment.streets.check { (body) throws(IndexHeader.FormatError) in
      try forEachRow { row, place in
        texts.readStreets(of: row) {
          body($0, place)
        } number: { _ in
        }
      }
    }
  }

  /// Calls a closure with the rows of the segment and their positions in it.
  private func forEachRow(_ body: (RowFormat, Int) -> Void) throws(IndexHeader.FormatError) {
    let blocks = UInt32(segment.blocks.lowerBound)..<UInt32(segment.blocks.upperBound)
    try content.forEachRow(in: blocks) { body($1, Int($0) - segment.firstPosition) }
  }

  /// Checks that keys and values are sorted and fill their sections, and that posting lists match the rows.
  private func checkAttributes() throws(IndexHeader.FormatError) {
    let attributes = segment.attributes
    guard attributes.isFull else { throw .damaged(IndexSection.keys.name) }
    try checkKeys()
    var lists: [[UInt32]] = []
    for list in 0..<attributes.listCount {
      var places: [UInt32] = []
      try attributes.forEachPlace(ofList: list) { places.append(UInt32(segment.firstPosition + $0)) }
      lists.append(places)
    }
    var counts = [Int](repeating: 0, count: attributes.keyCount)
    var next = [Int](repeating: 0, count: lists.count)
    let reader = PlaceReader(content: content)
    for block in segment.blocks {
      for slot in 0..<(reader.placeCount(inBlock: block) ?? 0) {
        let position = UInt32(block * IndexLayout.blockSize + slot)
        guard let row = reader.row(at: position) else { throw .damaged(IndexSection.rows.name) }
        var last = -1
        var isValid = true
        let isRead = attributes.forEachValue(in: row.tail) { value in
          let key = attributes.key(ofValue: value)
          guard key > last, let list = list(of: value, ofKey: key), list < lists.count, next[list] < lists[list].count,
            lists[list][next[list]] == position
          else {
            isValid = false
            return
          }
          last = key
          next[list] += 1
          counts[key] += 1
        }
        guard isRead, isValid else { throw .damaged(IndexSection.lists.name) }
        for key in counts.indices where attributes.lists(ofKey: key) == AttributeIndex.Lists.none {
          guard let field = textField(ofKey: key) else { throw .damaged(IndexSection.keys.name) }
          if row.length(of: field) > 0 { counts[key] += 1 }
        }
      }
    }
    guard lists.indices.allSatisfy({ next[$0] == lists[$0].count }),
      counts.indices.allSatisfy({ counts[$0] == attributes.placeCount(ofKey: $0) })
    else { throw .damaged(IndexSection.lists.name) }
  }

  private func checkKeys() throws(IndexHeader.FormatError) {
    let attributes = segment.attributes
    var nextValue = 0
    var nextList = 0
    for key in 0..<attributes.keyCount {
      let name = attributes.name(ofKey: key)
      let values = attributes.values(ofKey: key)
      guard name.count > 0, UTF8Check.isValid(name), key == 0 || attributes.name(ofKey: key - 1).precedes(name),
        let lists = attributes.lists(ofKey: key), values.isEmpty == (lists == .none),
        values.isEmpty || values.lowerBound == nextValue
      else { throw .damaged(IndexSection.keys.name) }
      nextValue += values.count
      guard lists == .none || attributes.firstList(ofKey: key) == nextList else {
        throw .damaged(IndexSection.keys.name)
      }
      nextList += lists == .none ? 0 : lists == .ofKey ? 1 : values.count
      var last: ByteView?
      for value in values {
        guard let text = attributes.value(value), text.count > 0, text.count <= RowFormat.maximumFieldBytes,
          UTF8Check.isValid(text), last.map({ $0.precedes(text) }) ?? true
        else { throw .damaged(IndexSection.values.name) }
        last = text
      }
    }
    guard nextValue == attributes.valueCount, nextList == attributes.listCount else {
      throw .damaged(IndexSection.keys.name)
    }
  }

  private func list(of value: Int, ofKey key: Int) -> Int? {
    guard key >= 0, let lists = segment.attributes.lists(ofKey: key), lists != .none else { return nil }
    let first = segment.attributes.firstList(ofKey: key)
    return lists == .ofKey ? first : first + value - segment.attributes.values(ofKey: key).lowerBound
  }

  /// Returns the text of the row that a key represents, if the key's name agrees.
  private func textField(ofKey key: Int) -> PlaceText.Field? {
    let attributes = segment.attributes
    let field = AttributeName.text(of: attributes.name(ofKey: key).text)
    return field.flatMap { RowFormat.slot(of: $0) == attributes.text(ofKey: key) ? $0 : nil }
  }
}

extension SegmentCheck {
  /// Checks that the id order contains every place once and is sorted; the section's size fits the number of places.
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

import Domain

/// The attribute keys and values in a file, and the places that have them.
///
/// Every number is checked when it is used: in a damaged file a value is missing, but nothing is read out of bounds.
struct AttributeIndex: Sendable {
  /// The size of a key's entry in bytes.
  ///
  /// An entry has the end of the name, the first value, the number of places, the first list, the kind of lists
  /// (``Lists``), the row text, and 2 unused bytes.
  static let keyBytes = 20
  /// The number of values that share a stored offset.
  static let groupSize = 16
  /// The minimum ratio of places to values for a key to have one list per value.
  static let placesPerValue = 4

  /// The texts of a row that can be queried like attributes.
  static let texts: [PlaceText.Field] = [.phone, .url]

  /// The posting lists of a key.
  enum Lists: UInt8 {
    case ofValues
    case ofKey
    /// No lists: the key is a text of the row.
    case none
  }

  let keyCount: Int
  let valueCount: Int
  let listCount: Int
  private let keys: ByteView
  private let names: ByteView
  private let groups: ByteView
  private let values: ByteView
  private let ends: ByteView
  private let lists: ByteView
  private let positionCount: Int
  private let checker: PageChecker?

  /// Checks the sizes of the sections; `nil` if they contradict each other.
  init?(keys: ByteView, values: ByteView, lists: ByteView, blockCount: Int, _ checker: PageChecker?) {
    self.checker = checker
    // There are few keys. Of the values and lists, only the counts are read.
    if keys.count > 0 { checker?.check(0, keys.count, of: keys) }
    for section in [values, lists] where section.count > 0 { checker?.check(0, min(8, section.count), of: section) }
    positionCount = blockCount * IndexLayout.blockSize
    keyCount = keys.count < 4 ? 0 : Int(keys.load(UInt32.self, at: 0))
    valueCount = values.count < 8 ? 0 : Int(values.load(UInt32.self, at: 0))
    listCount = lists.count < 8 ? 0 : Int(lists.load(UInt32.self, at: 0))
    guard keyCount <= max(0, keys.count - 4) / Self.keyBytes, valueCount <= max(0, values.count - 8),
      listCount <= max(0, lists.count - 8) / 8
    else { return nil }
    let entriesEnd = keyCount == 0 ? keys.count : 4 + keyCount * Self.keyBytes
    self.keys = keyCount == 0 ? .empty : keys.part(4..<entriesEnd)
    names = keys.part(entriesEnd..<keys.count)
    let groupBytes = ((valueCount + Self.groupSize - 1) / Self.groupSize + 1) * 8
    guard valueCount == 0 || groupBytes <= values.count - 8 else { return nil }
    groups = valueCount == 0 ? .empty : values.part(8..<8 + groupBytes)
    self.values = valueCount == 0 ? .empty : values.part(8 + groupBytes..<values.count)
    ends = listCount == 0 ? .empty : lists.part(8..<8 + listCount * 8)
    self.lists = listCount == 0 ? .empty : lists.part(8 + listCount * 8..<lists.count)
  }

  /// Returns the name of a key; empty if the file is damaged there.
  func name(ofKey key: Int) -> ByteView {
    let start = key == 0 ? 0 : Int(number(key - 1, at: 0))
    let end = Int(number(key, at: 0))
    guard start <= end else { return .empty }
    return names.slice(start, end - start) ?? .empty
  }

  /// Returns the values of a key by their numbers; empty if the file is damaged there.
  func values(ofKey key: Int) -> Range<Int> {
    let start = Int(number(key, at: 4))
    let end = key + 1 < keyCount ? Int(number(key + 1, at: 4)) : valueCount
    return start <= end && end <= valueCount ? start..<end : 0..<0
  }

  /// Returns the number of places that have a key.
  func placeCount(ofKey key: Int) -> Int { Int(number(key, at: 8)) }

  func firstList(ofKey key: Int) -> Int { Int(number(key, at: 12)) }

  /// Returns the kind of lists that a key has; `nil` if the file is damaged there.
  func lists(ofKey key: Int) -> Lists? { Lists(rawValue: keys.byte(at: key * Self.keyBytes + 16)) }

  /// Returns the number of the row text that a key represents.
  func text(ofKey key: Int) -> Int { Int(keys.byte(at: key * Self.keyBytes + 17)) }

  private func number(_ key: Int, at offset: Int) -> UInt32 {
    keys.load(UInt32.self, at: key * Self.keyBytes + offset)
  }

  /// Returns the number of a key; `nil` if the file doesn't have the key.
  ///
  /// - Complexity: O(log n).
  func key(named name: ByteView) -> Int? {
    let found = (0..<keyCount).partitioningIndex { !self.name(ofKey: $0).precedes(name) }
    return found < keyCount && self.name(ofKey: found).equals(name) ? found : nil
  }

  /// Returns the key of a value.
  func key(ofValue value: Int) -> Int {
    (0..<keyCount).partitioningIndex { Int(number($0, at: 4)) > value } - 1
  }

  /// Returns the text of a value; `nil` if the file is damaged there.
  func value(_ value: Int) -> ByteView? {
    guard value >= 0, value < valueCount else { return nil }
    let group = value / Self.groupSize * 8
    checker?.check(group, 16, of: groups)
    let start = groups.load(UInt64.self, at: group)
    let end = groups.load(UInt64.self, at: group + 8)
    guard start < end, end <= UInt64(values.count) else { return nil }
    checker?.check(Int(start), Int(end - start), of: values)
    var offset = Int(start)
    for _ in 0..<value % Self.groupSize {
      guard let length = RowFormat.number(in: values, at: &offset), length <= values.count - offset else { return nil }
      offset += length
    }
    guard let length = RowFormat.number(in: values, at: &offset) else { return nil }
    return values.slice(offset, length)
  }

  /// Calls a closure with the positions in a posting list, in order.
  func forEachPlace(ofList number: Int, _ body: (Int) -> Void) throws(IndexHeader.FormatError) {
    guard number < listCount else { throw .damaged(IndexSection.lists.name) }
    let first = max(0, number * 8 - 8)
    checker?.check(first, (number + 1) * 8 - first, of: ends)
    let start = number == 0 ? 0 : ends.load(UInt64.self, at: number * 8 - 8)
    let end = ends.load(UInt64.self, at: number * 8)
    guard start <= end, end <= UInt64(lists.count) else { throw .damaged(IndexSection.lists.name) }
    let list = lists.part(Int(start)..<Int(end))
    if list.count > 0 { checker?.check(0, list.count, of: list) }
    var position = 0
    var at = 0
    while at < list.count {
      let isFirst = at == 0
      guard let difference = RowFormat.number(in: list, at: &at), isFirst || difference > 0 else {
        throw .damaged(IndexSection.lists.name)
      }
      position += difference
      guard position < positionCount else { throw .damaged(IndexSection.lists.name) }
      body(position)
    }
  }

  /// Whether the lists, values and names fill their sections.
  var isFull: Bool {
    let listEnd = listCount == 0 ? 0 : ends.load(UInt64.self, at: listCount * 8 - 8)
    let valueEnd = valueCount == 0 ? 0 : groups.load(UInt64.self, at: groups.count - 8)
    let nameEnd = keyCount == 0 ? 0 : Int(number(keyCount - 1, at: 0))
    return listEnd == UInt64(lists.count) && valueEnd == UInt64(values.count) && nameEnd == names.count
  }

  /// Calls a closure with the value numbers at the end of a place's row; returns `false` if they are invalid.
  @inline(__always)
  func forEachValue(in tail: ByteView, _ body: (Int) -> Void) -> Bool {
    var number = 0
    var at = 0
    while at < tail.count {
      let isFirst = at == 0
      guard let difference = RowFormat.number(in: tail, at: &at), isFirst || difference > 0 else { return false }
      number += difference
      guard number < valueCount else { return false }
      body(number)
    }
    return true
  }

  /// Packs the attributes at the end of a place's row (``PackedAttributes``); returns `false` if the file is damaged.
  func pack(_ tail: ByteView, into packed: inout GrowableBuffer<UInt8>) -> Bool {
    var isWhole = true
    let isRead = forEachValue(in: tail) { number in
      guard let text = value(number) else {
        isWhole = false
        return
      }
      let key = key(ofValue: number)
      let name = key < 0 ? .empty : name(ofKey: key)
      guard name.count > 0, text.count > 0, !name.contains(0), !text.contains(0) else {
        isWhole = false
        return
      }
      packed.append(name)
      packed.append(0)
      packed.append(text)
      packed.append(0)
    }
    return isRead && isWhole
  }
}

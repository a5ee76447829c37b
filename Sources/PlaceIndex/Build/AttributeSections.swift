import Domain

/// The sections of keys, values and lists.
struct AttributeSections {
  private(set) var keys: [UInt8] = []
  private(set) var values: [UInt8] = []
  private(set) var lists: [UInt8] = []

  private struct Key {
    let name: [UInt8]
    var values: Range<Int>
    var placeCount = 0
    var text = 0
    var lists = AttributeIndex.Lists.none
    var firstList = 0
  }

  /// Encodes the sections for places in file order.
  init(_ numbers: AttributeNumbers, _ blocks: PlaceBlocks, _ rows: RowArena.Rows) {
    var known = Self.keys(of: numbers)
    guard !known.isEmpty else { return }
    var listCount = 0
    // The list of each value.
    let listOfValue = SharedArray(repeating: UInt32(0), count: numbers.count)
    var sizes: [Int] = []
    for index in known.indices where !known[index].values.isEmpty {
      known[index].firstList = listCount
      let isFew = known[index].values.count * AttributeIndex.placesPerValue <= known[index].placeCount
      known[index].lists = isFew ? .ofValues : .ofKey
      for value in known[index].values {
        listOfValue[value] = UInt32(listCount)
        if isFew { listCount += 1 }
        if isFew { sizes.append(numbers.placeCount(value)) }
      }
      guard !isFew else { continue }
      listCount += 1
      sizes.append(known[index].placeCount)
    }
    keys = Self.encoded(known)
    values = Self.encoded(numbers)
    lists = Self.encodedLists(sizes, listOfValue: listOfValue, numbers: numbers, blocks: blocks, rows: rows)
  }

  private static func keys(of numbers: AttributeNumbers) -> [Key] {
    var keys: [Key] = []
    for number in 0..<numbers.count {
      let pair = numbers.pair(number)
      let name = pair.part(0..<(pair.firstIndex(of: 0) ?? pair.count))
      let isSame = keys.last.map { ByteView.over($0.name, name.equals) } ?? false
      if !isSame { keys.append(Key(name: name.array, values: number..<number)) }
      keys[keys.count - 1].values = keys[keys.count - 1].values.lowerBound..<number + 1
      keys[keys.count - 1].placeCount += numbers.placeCount(number)
    }
    for field in AttributeIndex.texts {
      let slot = RowFormat.slot(of: field)
      guard numbers.textCounts[slot] > 0, let name = AttributeName.ofText(field) else { continue }
      let at = keys.firstIndex { !$0.name.lexicographicallyPrecedes(name.utf8) } ?? keys.count
      // A place has this key only as a text.
      guard at == keys.count || keys[at].name != Array(name.utf8) else { continue }
      let first = at < keys.count ? keys[at].values.lowerBound : numbers.count
      keys.insert(
        Key(name: Array(name.utf8), values: first..<first, placeCount: numbers.textCounts[slot], text: slot),
        at: at
      )
    }
    return keys
  }

  private static func encoded(_ keys: [Key]) -> [UInt8] {
    var bytes = UInt32(keys.count).littleEndianBytes
    var end = 0
    for key in keys {
      end += key.name.count
      for number in [end, key.values.lowerBound, key.placeCount, key.firstList] {
        bytes += UInt32(number).littleEndianBytes
      }
      bytes += [key.lists.rawValue, UInt8(key.text), 0, 0]
    }
    return bytes + keys.flatMap(\.name)
  }

  private static func encoded(_ numbers: AttributeNumbers) -> [UInt8] {
    guard numbers.count > 0 else { return [] }
    var offsets = UInt32(numbers.count).littleEndianBytes + [0, 0, 0, 0]
    var texts: [UInt8] = []
    for number in 0..<numbers.count {
      if number % AttributeIndex.groupSize == 0 { offsets += UInt64(texts.count).littleEndianBytes }
      let pair = numbers.pair(number)
      let value = pair.part((pair.firstIndex(of: 0) ?? 0) + 1..<pair.count)
      value.count.forEachVariableByte { texts.append($0) }
      value.withSpan { span in for index in span.indices { texts.append(span[index]) } }
    }
    return offsets + UInt64(texts.count).littleEndianBytes + texts
  }

  private static func encodedLists(
    _ sizes: [Int],
    listOfValue: SharedArray<UInt32>,
    numbers: AttributeNumbers,
    blocks: PlaceBlocks,
    rows: RowArena.Rows
  ) -> [UInt8] {
    guard !sizes.isEmpty else { return [] }
    var next: [Int] = []
    var total = 0
    for size in sizes {
      next.append(total)
      total += size
    }
    let positions = SharedArray(repeating: UInt32(0), count: total)
    for block in 0..<blocks.count {
      for slot in 0..<blocks.placeCount(of: block) {
        let position = block * IndexLayout.blockSize + slot
        guard let row = RowFormat(rows.view(blocks.points[position].row)) else { continue }
        numbers.forEachNumber(of: row) { number in
          let list = Int(listOfValue[number])
          positions[next[list]] = UInt32(position)
          next[list] += 1
        }
      }
    }
    var ends = UInt32(sizes.count).littleEndianBytes + [0, 0, 0, 0]
    var lists: [UInt8] = []
    for list in sizes.indices {
      var last: UInt32 = 0
      for index in next[list] - sizes[list]..<next[list] {
        (positions[index] - last).forEachVariableByte { lists.append($0) }
        last = positions[index]
      }
      ends += UInt64(lists.count).littleEndianBytes
    }
    return ends + lists
  }
}

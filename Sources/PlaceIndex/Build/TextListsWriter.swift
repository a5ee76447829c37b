/// Writes the section of the distinct texts of all places (``TextLists``).
struct TextListsWriter: Sendable {
  /// The texts of a part of the blocks.
  final class Part: @unchecked Sendable {  // Filled by one thread, and read afterwards.
    var table = TextTable()
  }

  /// The bytes of the section after its header.
  private final class Body: @unchecked Sendable {  // Filled once, and read afterwards.
    var groups = GrowableBuffer<UInt64>()
    var texts = GrowableBuffer<UInt8>(capacity: 1 << 12)
    /// The end of each text.
    var ends = GrowableBuffer<Int>()
    var lists = GrowableBuffer<UInt8>(capacity: 1 << 12)
    /// The first place of the previous text in the group.
    var first: UInt32 = 0
  }

  private let body = Body()

  /// Numbers the texts by their first place; the parts must be in block order.
  init(_ parts: [Part]) {
    guard parts.count > 1 else {
      for part in parts {
        for number in 0..<part.table.count {
          begin(part.table.text(number))
          let list = part.table.list(number)
          beginList(with: list.first, byteCount: Int(list.byteCount))
          part.table.lists.forEachPart(of: list) { body.lists.append($0) }
        }
      }
      return
    }
    var all = TextTable()
    let total = parts.reduce(0) { $0 + $1.table.count }
    // For each text, its number in each part plus one; 0 if the part doesn't have it.
    var known: [SharedArray<UInt32>] = []
    for part in parts {
      let numbers = SharedArray(repeating: UInt32(0), count: total)
      for number in 0..<part.table.count { numbers[all.number(of: part.table.text(number))] = UInt32(number + 1) }
      known.append(numbers)
    }
    for number in 0..<all.count {
      begin(all.text(number))
      addList(of: known.map { Int($0[number]) - 1 }, in: parts)
    }
  }

  var count: Int { body.ends.count }

  /// The size of the section in bytes.
  var byteCount: Int {
    TextLists.headerBytes + body.groups.count * 8 + body.texts.count + body.lists.count
  }

  /// Returns a text by its number.
  func text(_ number: Int) -> ByteView {
    body.texts.window((number == 0 ? 0 : body.ends[number - 1] + 1)..<body.ends[number])
  }

  func write(to image: IndexImage, at start: Int) {
    image.store(UInt64(count), at: start)
    image.store(UInt64(body.texts.count), at: start + 8)
    var at = start + TextLists.headerBytes
    for index in 0..<body.groups.count {
      image.store(body.groups[index], at: at)
      at += 8
    }
    image.copy(body.texts.window(0..<body.texts.count), at: at)
    image.copy(body.lists.window(0..<body.lists.count), at: at + body.texts.count)
  }

  private func begin(_ text: ByteView) {
    if count % TextLists.groupSize == 0 {
      body.groups.append(UInt64(body.texts.count))
      body.groups.append(UInt64(body.lists.count))
      body.first = 0
    }
    body.texts.append(text)
    body.ends.append(body.texts.count)
    body.texts.append(TextLists.separator)
  }

  private func beginList(with first: UInt32, byteCount: Int) {
    (first - body.first).forEachVariableByte { body.lists.append($0) }
    body.first = first
    byteCount.forEachVariableByte { body.lists.append($0) }
  }

  /// Joins the lists of a text, given its number in each part; negative if the part doesn't have it.
  private func addList(of numbers: [Int], in parts: [Part]) {
    var lists: [(part: Part, list: PlaceLists.List)] = []
    for (number, part) in zip(numbers, parts) where number >= 0 { lists.append((part, part.table.list(number))) }
    var byteCount = 0
    for index in lists.indices {
      byteCount += Int(lists[index].list.byteCount)
      if index > 0 { byteCount += RowFormat.variableSize(Int(lists[index].list.first - lists[index - 1].list.last)) }
    }
    for (index, (part, list)) in lists.enumerated() {
      if index == 0 {
        beginList(with: list.first, byteCount: byteCount)
      } else {
        (list.first - lists[index - 1].list.last).forEachVariableByte { body.lists.append($0) }
      }
      part.table.lists.forEachPart(of: list) { body.lists.append($0) }
    }
  }
}

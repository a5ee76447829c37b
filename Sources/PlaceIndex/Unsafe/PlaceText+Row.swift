import Domain

extension PlaceText {
  /// Packs the text fields of a row, with one allocation and three copies.
  ///
  /// Safety: the array is made with room for `count` bytes. The prefix takes the first `headSize` of them; the parts
  /// behind it are copied by ``PartWriter``, which checks each against the room that is left. As many bytes as were
  /// written are said to be initialised.
  ///
  /// - Parameters:
  ///   - row: The row; its text fields are UTF-8.
  ///   - sourceCategory: The source category; UTF-8.
  ///   - names: The names of its group.
  init(_ row: RowFormat, sourceCategory: ByteView, names: GroupNames) {
    let front = row.fields(.id, .name)
    let back = row.fields(.phone, .url)
    let count = Self.headSize + front.count + names.text.count + sourceCategory.count + back.count
    let ends = row.packedEnds(from: Self.headSize, names: names, sourceCategoryByteCount: sourceCategory.count)
    let packed = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initializedCount in
      guard let start = buffer.baseAddress else { return }
      var writer = unsafe PartWriter(start, capacity: buffer.count)
      writer.write(ends)
      writer.write(front)
      writer.write(names.text)
      writer.write(sourceCategory)
      writer.write(back)
      initializedCount = writer.count
    }
    self.init(packed: packed)
  }
}

/// Fills memory from front to back, never past its end.
@safe
private struct PartWriter {
  private let start: UnsafeMutableRawPointer
  private let capacity: Int
  /// Bytes written so far.
  private(set) var count = 0

  /// Writes into `capacity` bytes that live as long as this.
  @unsafe
  init(_ start: UnsafeMutablePointer<UInt8>, capacity: Int) {
    unsafe self.start = UnsafeMutableRawPointer(start)
    self.capacity = capacity
  }

  @inline(__always)
  mutating func write(_ part: ByteView) {
    precondition(part.count <= capacity - count)
    unsafe part.withBytes { source in
      guard let from = source.baseAddress else { return }
      unsafe (start + count).copyMemory(from: from, byteCount: source.count)
    }
    count += part.count
  }

  @inline(__always)
  mutating func write(_ bytes: [UInt8]) { ByteView.over(bytes) { write($0) } }

  @inline(__always)
  mutating func write(_ ends: InlineArray<9, UInt32>) {
    precondition(9 * 4 <= capacity - count)
    for index in ends.indices {
      unsafe (start + count + index * 4).storeBytes(of: ends[index].littleEndian, as: UInt32.self)
    }
    count += 9 * 4
  }
}

import Domain

extension PlaceText {
  /// Packs the text fields of a row, with one allocation and three copies.
  ///
  /// Safety: the array has room for `count` bytes. The header takes the first `headSize` of them; the parts after it are copied
  /// by ``ByteWriter``, which checks the remaining space. The number of initialised bytes is the number of bytes written.
  init(_ row: RowFormat, sourceCategory: ByteView, names: GroupNames) {
    let front = row.fields(.id, .name)
    let back = row.fields(.phone, .url)
    let count = Self.headSize + front.count + names.text.count + sourceCategory.count + back.count
    let ends = row.packedEnds(from: Self.headSize, names: names, sourceCategoryByteCount: sourceCategory.count)
    let packed = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initializedCount in
      var writer = unsafe ByteWriter(UnsafeMutableRawBufferPointer(buffer))
      for index in ends.indices { writer.writeFixed(ends[index]) }
      writer.write(front)
      ByteView.over(names.text) { writer.write($0) }
      writer.write(sourceCategory)
      writer.write(back)
      initializedCount = writer.count
    }
    self.init(packed: packed)
  }
}

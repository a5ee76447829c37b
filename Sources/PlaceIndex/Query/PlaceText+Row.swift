import Domain
import Tables

extension PlaceText {
  init(_ row: RowFormat, attributes: ByteView, sourceCategory: ByteView, names: GroupNames) {
    var packed = GrowableBuffer<UInt8>(capacity: 256)
    Self.append(row, attributes: attributes, sourceCategory: sourceCategory, names: names, to: &packed)
    self.init(packed: packed.window(0..<packed.count).array)
  }

  /// Packs the text fields of a row after other texts, with one copy per contiguous run.
  static func append(
    _ row: RowFormat,
    attributes: ByteView,
    sourceCategory: ByteView,
    names: GroupNames,
    to packed: inout GrowableBuffer<UInt8>
  ) {
    let front = row.front
    let back = row.back
    let count = headSize + front.count + names.text.count + sourceCategory.count + back.count + attributes.count
    packed.append(atMost: count) { writer in
      row.packedEnds(
        from: headSize,
        names: names,
        sourceCategoryByteCount: sourceCategory.count,
        attributeByteCount: attributes.count
      ) { writer.writeFixed($0) }
      writer.write(front)
      writer.write(names.text)
      writer.write(sourceCategory)
      writer.write(back)
      if attributes.count > 0 { writer.write(attributes) }
    }
  }
}

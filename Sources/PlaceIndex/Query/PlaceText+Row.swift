import Domain

extension PlaceText {
  init(_ row: RowFormat, attributes: ByteView, sourceCategory: ByteView, names: GroupNames) {
    var packed: [UInt8] = []
    Self.append(row, attributes: attributes, sourceCategory: sourceCategory, names: names, to: &packed)
    self.init(packed: packed)
  }

  /// Packs the text fields of a row behind those of others, with one allocation at most and a copy of each run.
  ///
  /// Safety: the array has room for `count` more bytes. The header takes the first `headSize` of them; the parts
  /// after it are copied by ``ByteWriter``, which checks the remaining space. The number of initialised bytes is the
  /// number of bytes written.
  static func append(
    _ row: RowFormat,
    attributes: ByteView,
    sourceCategory: ByteView,
    names: GroupNames,
    to packed: inout [UInt8]
  ) {
    let front = row.front
    let back = row.back
    let later = row.laterTexts
    let count =
      headSize + front.count + names.text.count + sourceCategory.count + back.count + later.count + attributes.count
    packed.append(addingCapacity: count) { output in
      unsafe output.withUnsafeMutableBufferPointer { buffer, initializedCount in
        var writer = unsafe ByteWriter(UnsafeMutableRawBufferPointer(buffer.extracting(initializedCount...)))
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
        writer.write(later)
        if attributes.count > 0 { writer.write(attributes) }
        initializedCount += writer.count
      }
    }
  }
}

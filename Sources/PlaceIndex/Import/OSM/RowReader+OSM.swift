import Domain
import Rows
import Tables

extension RowReader {
  /// Makes a place from an OpenStreetMap element, by the same rules for tags as in JSON.
  ///
  /// `point` is `nil` if no part of the element is in the input; `label` is a buffer for the element's name.
  mutating func readElement(
    _ type: StaticString,
    id: Int64,
    tags: borrowing GrowableBuffer<ElementTag>,
    at point: (latitude: Double, longitude: Double)?,
    label: inout GrowableBuffer<UInt8>
  ) {
    label.removeAll()
    label.append(ByteView(type))
    label.append(UInt8(ascii: "/"))
    label.append(String(id))
    let name = label.window(0..<label.count)
    let length = type.utf8CodeUnitCount
    draft.reset()
    draft.isElement = true
    draft.hasTags = true
    // The element's own type and number take precedence over tags with these names.
    draft.set(.osmType, text: name.part(0..<length), precedence: Precedence(.wantedLanguage))
    draft.set(.osmNumber, text: name.part(length + 1..<name.count), precedence: Precedence(.wantedLanguage))
    for index in 0..<tags.count {
      let tag = tags[index]
      guard UTF8Check.isValid(tag.key), UTF8Check.isValid(tag.value) else { return reject(.malformed, row: name) }
      guard let entry = vocabulary.fields.entry(for: tag.key) else { continue }
      draft.take(entry, key: tag.key, text: tag.value, outlivesRow: true, vocabulary: vocabulary)
    }
    if let point { draft.setCoordinate(latitude: point.latitude, longitude: point.longitude, in: .geometry) }
    accept(row: name)
  }

  /// Makes a place at the middle of an outline.
  mutating func readElement(
    _ type: StaticString,
    id: Int64,
    tags: borrowing GrowableBuffer<ElementTag>,
    at extent: OutlineExtent,
    label: inout GrowableBuffer<UInt8>,
    yield: BlobYield
  ) {
    if extent.isPartial, !extent.isEmpty { yield.partialCount += 1 }
    readElement(type, id: id, tags: tags, at: extent.center, label: &label)
  }
}

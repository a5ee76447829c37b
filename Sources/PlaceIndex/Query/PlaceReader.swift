import Domain
import Rows
import Tables

/// Reads places from the rows of an index.
struct PlaceReader {
  let content: IndexContent

  /// Returns the row of a place; `nil` if the file is damaged there.
  func row(at position: UInt32) -> RowFormat? { rowRange(at: position).flatMap { content.row(in: $0, at: position) } }

  /// Returns the range of a place's row in the rows section; `nil` if the file is damaged there.
  func rowRange(at position: UInt32) -> Range<Int>? {
    guard let count = placeCount(inBlock: Int(position) / IndexLayout.blockSize) else { return nil }
    return content.rowRange(at: Int(position), placeCount: count)
  }

  /// Returns the text fields of a place without copying; `nil` if the file is damaged there.
  ///
  /// The first time, they and the text of the place's categories are checked to be UTF-8.
  @inline(__always)
  func textFields(of position: UInt32, in range: Range<Int>, sourceCategory: ByteView) -> RowFormat? {
    let isKnown = content.validatedRows.contains(position)
    return textFields(of: position, in: range, sourceCategory: sourceCategory, isKnown: isKnown)
  }

  /// Returns the text fields of a place; `isKnown` means that they were checked before.
  @inline(__always)
  func textFields(
    of position: UInt32,
    in range: Range<Int>,
    sourceCategory: ByteView,
    isKnown: Bool
  ) -> RowFormat? {
    guard let row = content.row(in: range, at: position, isChecked: isKnown), row.length(of: .id) > 0,
      range.count + sourceCategory.count <= Int(Int32.max)
    else { return nil }
    if !isKnown {
      guard UTF8Check.isValid(row.front), UTF8Check.isValid(sourceCategory), UTF8Check.isValid(row.back)
      else { return nil }
      guard row.tail.count == 0 || hasValidAttributes(row, at: position) else { return nil }
      content.validatedRows.insert(position)
    }
    return row
  }

  /// Returns the packed attributes of a place (``PackedAttributes``); `nil` if the file is damaged there.
  func attributes(of row: RowFormat, at position: UInt32) -> [UInt8]? {
    guard row.tail.count > 0 else { return [] }
    guard let attributes = content.attributes(at: position) else { return nil }
    var packed = GrowableBuffer<UInt8>(capacity: 256)
    return attributes.pack(row.tail, into: &packed) ? packed.window(0..<packed.count).array : nil
  }

  /// Returns whether the attributes of a row exist and are UTF-8.
  private func hasValidAttributes(_ row: RowFormat, at position: UInt32) -> Bool {
    guard let attributes = content.attributes(at: position) else { return false }
    var packed = GrowableBuffer<UInt8>(capacity: 256)
    return attributes.pack(row.tail, into: &packed) && UTF8Check.isValid(packed.window(0..<packed.count))
  }

  /// Returns a place; `nil` if the file is damaged there.
  func place(at position: UInt32) -> Place? {
    guard let range = rowRange(at: position), let category = content.category(at: position),
      let row = textFields(of: position, in: range, sourceCategory: category.text),
      let coordinate = coordinate(at: position),
      let attributes = attributes(of: row, at: position)
    else { return nil }
    let names = GroupNames.all[Int(category.shown)]
    return Place(
      coordinate: coordinate,
      group: category.shownGroup,
      kind: content.kind(of: category, number: content.categoryNumber(at: position)),
      text: ByteView.over(attributes) {
        PlaceText(row, attributes: $0, sourceCategory: category.text, names: names)
      }
    )
  }

  /// Returns the coordinate of a place; `nil` if the file is damaged there.
  func coordinate(at position: UInt32) -> Coordinate? {
    let (latitude, longitude) = coordinates(at: position)
    return try? Coordinate(latitude: FixedPoint.degrees(latitude), longitude: FixedPoint.degrees(longitude))
  }

  /// Returns the stored coordinate of a place.
  func coordinates(at position: UInt32) -> (latitude: Int32, longitude: Int32) {
    let block = Int(position) / IndexLayout.blockSize
    let file = content.fileNumber(ofBlock: block)
    let start = (block - content.files[file].firstBlock) * IndexLayout.blockBytes
    let at = start + Int(position) % IndexLayout.blockSize * 4
    let points = content.files[file].points
    content.files[file].checker?.check(start, IndexLayout.blockBytes, of: points)
    return (points.load(Int32.self, at: at), points.load(Int32.self, at: at + IndexLayout.blockSize * 4))
  }

  /// Returns the distance of two places in metres.
  func meters(_ first: UInt32, _ second: UInt32) -> Double {
    let (one, other) = (coordinates(at: first), coordinates(at: second))
    return GreatCircle(fromLatitude: FixedPoint.degrees(one.latitude), longitude: FixedPoint.degrees(one.longitude))
      .meters(toLatitude: FixedPoint.degrees(other.latitude), longitude: FixedPoint.degrees(other.longitude))
  }

  /// Returns whether one place's id precedes another place's id; a damaged row comes first.
  ///
  /// Places of a partition at the same coordinate are stored in the order of their ids, so their rows needn't be read.
  func idPrecedes(_ first: UInt32, _ second: UInt32) -> Bool {
    if coordinates(at: first) == coordinates(at: second), partition(of: first) == partition(of: second) {
      return first < second
    }
    guard let left = row(at: first) else { return true }
    guard let right = row(at: second) else { return false }
    return left[.id].precedes(right[.id])
  }

  /// Returns the number of places in a block; `nil` if there are no blocks.
  func placeCount(inBlock block: Int) -> Int? {
    guard !content.partitions.isEmpty else { return nil }
    let partition = content.partitions[self.partition(ofBlock: block)]
    // After the last block of a segment there may be blocks without places.
    return max(0, partition.placeCount(inBlock: block - partition.firstBlock))
  }

  func partition(of position: UInt32) -> Int { partition(ofBlock: Int(position) / IndexLayout.blockSize) }

  /// Returns the index of the partition that contains a block.
  func partition(ofBlock block: Int) -> Int {
    content.partitions.indices.dropFirst().partitioningIndex { content.partitions[$0].firstBlock > block } - 1
  }
}

extension CategoryEntry {
  private static let allGroups = CategoryGroup.allCases

  /// The displayed group.
  var shownGroup: CategoryGroup? { Self.group(shownAs: shown) }

  static func group(shownAs shown: UInt8) -> CategoryGroup? {
    shown < RowFormat.noGroup ? allGroups[Int(shown)] : nil
  }
}

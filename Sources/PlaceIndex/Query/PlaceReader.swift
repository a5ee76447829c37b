import Domain

/// Reads places out of the rows of an index.
struct PlaceReader {
  let content: IndexContent

  /// The text of a place; `nil` when the file is damaged there.
  func row(at position: UInt32) -> RowFormat? {
    let block = Int(position) / IndexLayout.blockSize
    guard let partition = partition(ofBlock: block) else { return nil }
    return content.row(at: Int(position), placeCount: partition.placeCount(inBlock: block - partition.firstBlock))
  }

  /// Where the text of a place lies within the rows; `nil` when the file is damaged there.
  func rowRange(at position: UInt32) -> Range<Int>? {
    let block = Int(position) / IndexLayout.blockSize
    guard let partition = partition(ofBlock: block) else { return nil }
    return content.rowRange(at: Int(position), placeCount: partition.placeCount(inBlock: block - partition.firstBlock))
  }

  /// A place; `nil` when the file is damaged there.
  func place(at position: UInt32) -> Place? {
    guard let row = row(at: position), row.length(of: .id) > 0, let kind = content.kind(row.kind) else { return nil }
    let (latitude, longitude) = coordinates(at: position)
    guard
      let coordinate = try? Coordinate(
        latitude: FixedPoint.degrees(latitude),
        longitude: FixedPoint.degrees(longitude)
      )
    else { return nil }
    let group = row.group < RowFormat.noGroup ? Self.groups[Int(row.group)] : nil
    let names = Self.groupNames[Int(row.group)]
    let lengths: InlineArray<9, Int> = [
      row.length(of: .id), row.length(of: .name), names.codeLength, names.text.count - names.codeLength, kind.count,
      row.length(of: .phone), row.length(of: .lotAddress), row.length(of: .roadAddress), row.length(of: .url),
    ]
    let text = PlaceText(lengths: lengths) { (output: inout OutputSpan<UInt8>) in
      Self.append(row.fields(.id, .name), to: &output)
      for byte in names.text { output.append(byte) }
      Self.append(kind, to: &output)
      Self.append(row.fields(.phone, .url), to: &output)
    }
    guard let text else { return nil }
    return Place(coordinate: coordinate, group: group, text: text)
  }

  /// The stored coordinate of a place.
  func coordinates(at position: UInt32) -> (latitude: Int32, longitude: Int32) {
    let block = Int(position) / IndexLayout.blockSize
    let at = block * IndexLayout.blockBytes + Int(position) % IndexLayout.blockSize * 4
    let points = content.points
    return (points.load(Int32.self, at: at), points.load(Int32.self, at: at + IndexLayout.blockSize * 4))
  }

  /// Whether one place's id comes before another's; a damaged row comes first.
  func idPrecedes(_ first: UInt32, _ second: UInt32) -> Bool {
    guard let left = row(at: first) else { return true }
    guard let right = row(at: second) else { return false }
    return left[.id].precedes(right[.id])
  }

  private func partition(ofBlock block: Int) -> Partition? {
    var low = 0
    var high = content.partitions.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if content.partitions[middle].firstBlock <= block { low = middle } else { high = middle }
    }
    guard low < content.partitions.count else { return nil }
    return content.partitions[low]
  }

  @inline(__always)
  private static func append(_ bytes: ByteView, to output: inout OutputSpan<UInt8>) {
    bytes.append(to: &output)
  }

  /// The groups by the number that rows hold.
  static let groups = CategoryGroup.allCases

  private struct GroupNames {
    let text: [UInt8]
    let codeLength: Int
  }

  private static let groupNames: [GroupNames] =
    CategoryGroup.allCases.map {
      GroupNames(text: Array($0.code.utf8) + Array($0.koreanName.utf8), codeLength: $0.code.utf8.count)
    } + [GroupNames(text: [], codeLength: 0)]
}

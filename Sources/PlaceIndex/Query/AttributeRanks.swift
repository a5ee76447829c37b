import Domain
import Tables

/// Orders the places of a result by a numeric attribute.
struct AttributeRanks {
  private let content: IndexContent
  private let field: PlaceText.Field?
  /// The values of the key in each segment.
  private let values: [Range<Int>]
  /// The number of each value; infinite if the value isn't a number.
  private let numbers: [[Double]]

  /// Reads the numbers of a key.
  ///
  /// - Throws: An error if the file doesn't have the key, unless `ignoringUnknownKeys` is true.
  init(_ key: String, in content: IndexContent, ignoringUnknownKeys: Bool) throws(IndexHeader.FormatError) {
    self.content = content
    field = AttributeName.text(of: key)
    if field == nil, !ignoringUnknownKeys, try !content.knows(key) { throw .noKey(key, known: try content.keyNames()) }
    var values: [Range<Int>] = []
    var numbers: [[Double]] = []
    for segment in content.segments {
      var ofSegment: [Double] = []
      let ofKey = try segment.attributes.numbers(ofKey: key)
      try segment.attributes.forEachValue(of: ofKey) { _, value, _ in
        ofSegment.append(MeasuredNumber(Array(value.utf8))?.standard ?? .infinity)
      }
      values.append(ofKey)
      numbers.append(ofSegment)
    }
    self.values = values
    self.numbers = numbers
  }

  /// Sorts hits, which are sorted by distance, by their numbers, and applies a limit.
  func order(_ hits: inout GrowableBuffer<Hit>, limit: Int?) {
    var ranks: [(number: Double, index: Int)] = (0..<hits.count).map { (number(at: hits[$0].position), $0) }
    ranks.sort { $0.number == $1.number ? $0.index < $1.index : $0.number < $1.number }
    var ordered = GrowableBuffer<Hit>(capacity: max(1, ranks.count))
    for rank in ranks.prefix(limit ?? .max) { ordered.append(hits[rank.index]) }
    swap(&hits, &ordered)
  }

  private func number(at position: UInt32) -> Double {
    if let field {
      let row = PlaceReader(content: content).row(at: position)
      return row.flatMap { MeasuredNumber($0[field].array)?.standard } ?? .infinity
    }
    let segment = content.segmentNumber(ofBlock: Int(position) / IndexLayout.blockSize)
    guard segment < values.count, !values[segment].isEmpty,
      let value = content.value(among: values[segment], at: position)
    else { return .infinity }
    return numbers[segment][value - values[segment].lowerBound]
  }
}

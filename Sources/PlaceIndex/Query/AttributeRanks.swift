import Domain

/// The order of the places of an answer by the number of a further fact.
struct AttributeRanks {
  private let content: IndexContent
  private let field: PlaceText.Field?
  private let values: Range<Int>
  /// The number of each value of the key, infinite for one that is no number.
  private let numbers: [Double]

  /// Reads the numbers of a key.
  ///
  /// - Throws: When the file has no such key, unless that means that no place has it.
  init(_ key: String, in content: IndexContent, isOpen: Bool) throws(IndexHeader.FormatError) {
    self.content = content
    field = AttributeName.text(of: key)
    let number = ByteView.over(Array(key.utf8), content.attributes.key)
    guard number != nil || field != nil || isOpen else { throw .noKey(key, known: content.attributes.keyNames) }
    values = number.map(content.attributes.values(ofKey:)) ?? 0..<0
    numbers = values.map { value in
      content.attributes.value(value).flatMap { MeasuredNumber.value(of: $0.array) } ?? .infinity
    }
  }

  /// Puts hits, which are in the order of distances, in that of the numbers, up to a limit.
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
      return row.flatMap { MeasuredNumber.value(of: $0[field].array) } ?? .infinity
    }
    guard !values.isEmpty, let value = content.value(among: values, at: position) else { return .infinity }
    return numbers[value - values.lowerBound]
  }
}

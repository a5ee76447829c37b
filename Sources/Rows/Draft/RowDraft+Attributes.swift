import Domain
import Tables

/// The attributes of a row.
extension RowDraft {
  /// An attribute to be stored.
  package struct Attribute: BitwiseCopyable {
    /// The number of the key in the table; -1 for an attribute named after its column.
    let number: Int
    let rank: Int
    package let key: Text
    package var value: Text
    /// Whether the value is a part of opening hours, which isn't stored.
    package var isPartOfHours: Bool { AttributeColumns.partsOfHours.contains(number) }
  }

  /// Stores a value, unless the row has a better one for the key.
  mutating func takeAttribute(
    _ use: FieldTable.AttributeUse,
    key: ByteView,
    _ text: ByteView,
    outlivesRow: Bool
  ) {
    var text = text.trimmed
    guard text.count > 0, !text.isPlaceholder, !text.isNothing else { return }
    var number = -1
    var rank = 0
    if case .key(let keyNumber, let keyRank, let isOpposite) = use {
      number = keyNumber
      rank = keyRank
      guard let value = AttributeColumns.table[number].value(text, rank: rank, isOpposite: isOpposite) else { return }
      text = value
    }
    if number >= 0 {
      for index in 0..<attributes.count where attributes[index].number == number {
        guard rank < attributes[index].rank else { return }
        attributes[index] = Attribute(
          number: number,
          rank: rank,
          key: attributes[index].key,
          value: stored(text, outlivesRow)
        )
        return
      }
    }
    let name = number >= 0 ? stored(AttributeColumns.table[number].key) : stored(key.trimmed, false)
    attributes.append(Attribute(number: number, rank: rank, key: name, value: stored(text, outlivesRow)))
  }

  private mutating func stored(_ text: ByteView, _ outlivesRow: Bool) -> Text {
    if outlivesRow { return .row(text) }
    let start = own.count
    own.append(text)
    return .own(start: start, end: own.count)
  }

  private mutating func stored(_ text: String) -> Text {
    let start = own.count
    own.append(text)
    return .own(start: start, end: own.count)
  }

  /// Adds the opening hours whose parts have columns of their own; call it before the attributes are packed.
  package mutating func combineHours() {
    let parts = AttributeColumns.partsOfHours
    var texts: [String]?
    for index in 0..<attributes.count where parts.contains(attributes[index].number) {
      var known = texts ?? [String](repeating: "", count: parts.count)
      known[attributes[index].number - parts.lowerBound] = view(of: attributes[index].value).text
      texts = known
    }
    guard let texts, texts.count == 6,
      let hours = OpeningHoursNotation.text(
        weekdays: (texts[0], texts[1]),
        saturdays: (texts[2], texts[3]),
        holidays: (texts[4], texts[5])
      )
    else { return }
    for index in 0..<attributes.count where attributes[index].number == AttributeColumns.numberOfHours { return }
    let number = AttributeColumns.numberOfHours
    attributes.append(Attribute(number: number, rank: 0, key: stored(OpeningCondition.key), value: stored(hours)))
  }
}

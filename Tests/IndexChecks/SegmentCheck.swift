import Domain
import Tables

@testable import PlaceIndex

/// Checks that the terms and ids of a segment agree with its rows.
struct SegmentCheck {
  let content: IndexContent
  let segment: Segment

  func run() throws(IndexHeader.FormatError) {
    try checkIdentifiers()
    var texts = PlaceWords()
    var words: Expected = [:]
    var streets: Expected = [:]
    var numbers: Expected = [:]
    var attributes: Expected = [:]
    let reader = PlaceReader(content: content)
    let blocks = UInt32(segment.blocks.lowerBound)..<UInt32(segment.blocks.upperBound)
    try content.forEachRow(in: blocks) { position, row in
      let place = Int(position) - segment.firstPosition
      texts.readWords(of: row) { Self.add(place, to: $0, &words) }
      texts.readStreets(of: row) {
        Self.add(place, to: $0, &streets)
      } number: {
        Self.add(place, to: $0, &numbers)
      }
      ByteView.over(reader.attributes(of: row, at: position) ?? [0]) { packed in
        PackedAttributes.forEach(in: packed) { _, pair in Self.add(place, to: pair, &attributes) }
      }
      for (key, field) in AttributeName.texts where row.length(of: field) > 0 {
        ByteView.over(Array(key.utf8) + [0]) { Self.add(place, to: $0, &attributes) }
      }
    }
    try check(segment.words.terms, words)
    try check(segment.streets.terms, streets)
    try check(segment.numbers, numbers)
    try check(segment.attributes, attributes)
    try check(segment.words.grams, Self.grams(of: segment.words.terms, areStreets: false))
    try check(segment.streets.grams, Self.grams(of: segment.streets.terms, areStreets: true))
  }

  /// The expected list of each term.
  private typealias Expected = [[UInt8]: [Int]]

  private static func add(_ number: Int, to term: ByteView, _ expected: inout Expected) {
    if expected[term.array]?.last != number { expected[term.array, default: []].append(number) }
  }

  private static func grams(of terms: TermLists, areStreets: Bool) throws(IndexHeader.FormatError) -> Expected {
    var expected: Expected = [:]
    var grams = Grams()
    try terms.forEachTerm(in: 0..<terms.count) { number, term, _ in
      grams.forEach(in: term, ofStreet: areStreets) { add(number, to: $0, &expected) }
      guard !areStreets else { return }
      ByteView.over(InitialConsonants.of(term)) { initials in
        grams.forEach(in: initials, ofStreet: false) { add(number, to: $0, &expected) }
      }
    }
    return expected
  }

  private func check(_ lists: TermLists, _ expected: Expected) throws(IndexHeader.FormatError) {
    let terms = expected.keys.sorted { $0.lexicographicallyPrecedes($1) }
    guard lists.count == terms.count else { throw .damaged(lists.section.name) }
    try lists.forEachTerm(in: 0..<lists.count) { (number, term, list) throws(IndexHeader.FormatError) in
      var numbers: [Int] = []
      try lists.forEachNumber(in: list) { numbers.append($0) }
      guard term.array == terms[number], numbers == expected[terms[number]] else { throw .damaged(lists.section.name) }
    }
  }

  /// Checks that the id order contains every place once and is sorted; the section's size fits the number of places.
  private func checkIdentifiers() throws(IndexHeader.FormatError) {
    let reader = PlaceReader(content: content)
    var known = PlaceSet(count: content.blockCount * IndexLayout.blockSize)
    var last = ByteView.empty
    for number in 0..<segment.ids.count {
      let position = UInt32(truncatingIfNeeded: segment.firstPosition + Int(segment.ids.position(number)))
      guard segment.blocks.contains(Int(position) / IndexLayout.blockSize), !known.contains(position),
        let row = reader.row(at: position), number == 0 || last.precedes(row[.id])
      else { throw .damaged(IndexSection.ids.name) }
      known.insert(Int(position))
      last = row[.id]
    }
  }
}

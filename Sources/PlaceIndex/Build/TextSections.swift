import Tables

/// The terms of the names and addresses of a segment's places.
struct TextSections: Sendable {
  let words: TermSection
  let grams: TermSection
  let streets: TermSection
  let streetGrams: TermSection
  let numbers: TermSection

  /// Collects the terms of all rows; `readRows` calls its closure with the rows of a block and their positions.
  init(blockCount: Int, threads: Int, readRows: @Sendable (_ block: Int, _ body: (RowFormat, UInt32) -> Void) -> Void) {
    let ranges = (0..<blockCount).parts(threads)
    let parts = Threads.map(ranges.count, on: threads) { part in
      var words = TermTable()
      var streets = TermTable()
      var numbers = TermTable()
      var texts = PlaceWords()
      for block in ranges[part] {
        readRows(block) { row, position in
          texts.readWords(of: row) { words.insert($0, place: position) }
          texts.readStreets(of: row) {
            streets.insert($0, place: position)
          } number: {
            numbers.insert($0, place: position)
          }
        }
      }
      return (words: SortedTerms(words), streets: SortedTerms(streets), numbers: SortedTerms(numbers))
    }
    let sections = Threads.map(3, on: threads) { section in
      TermSection(parts.map { section == 0 ? $0.words : section == 1 ? $0.streets : $0.numbers })
    }
    words = sections[0]
    streets = sections[1]
    numbers = sections[2]
    grams = Self.grams(of: words, areStreets: false, threads: threads)
    streetGrams = Self.grams(of: streets, areStreets: true, threads: threads)
  }

  /// Returns the grams of terms, which point at the terms' numbers; words are also found by their initial consonants.
  private static func grams(of terms: TermSection, areStreets: Bool, threads: Int) -> TermSection {
    let ranges = (0..<terms.count).parts(threads)
    let parts = Threads.map(ranges.count, on: threads) { part in
      var table = TermTable()
      var grams = Grams()
      for number in ranges[part] {
        let term = terms.term(number)
        grams.forEach(in: term, ofStreet: areStreets) { table.insert($0, place: UInt32(number)) }
        guard !areStreets else { continue }
        ByteView.over(InitialConsonants.of(term)) { initials in
          guard !initials.equals(term) else { return }
          grams.forEach(in: initials, ofStreet: false) { table.insert($0, place: UInt32(number)) }
        }
      }
      return SortedTerms(table)
    }
    return TermSection(parts)
  }
}

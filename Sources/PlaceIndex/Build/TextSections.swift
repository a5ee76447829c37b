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
    func parts() -> [TermTablePart] { ranges.map { _ in TermTablePart() } }
    let (words, streets, numbers) = (parts(), parts(), parts())
    Threads.run(ranges.count, on: threads) { part, _ in
      // Local tables, because each access to a class property is checked.
      var ofNames = TermTable()
      var ofAddresses = TermTable()
      var ofNumbers = TermTable()
      var texts = PlaceWords()
      for block in ranges[part] {
        readRows(block) { row, position in
          texts.readWords(of: row) { ofNames.insert($0, place: position) }
          texts.readStreets(of: row) {
            ofAddresses.insert($0, place: position)
          } number: {
            ofNumbers.insert($0, place: position)
          }
        }
      }
      words[part].table = ofNames
      streets[part].table = ofAddresses
      numbers[part].table = ofNumbers
    }
    self.words = TermSection(words, threads: threads)
    self.streets = TermSection(streets, threads: threads)
    self.numbers = TermSection(numbers, threads: threads)
    grams = Self.grams(of: self.words, areStreets: false, threads: threads)
    streetGrams = Self.grams(of: self.streets, areStreets: true, threads: threads)
  }

  /// Returns the grams of terms, which point at the terms' numbers; words are also found by their initial consonants.
  private static func grams(of terms: TermSection, areStreets: Bool, threads: Int) -> TermSection {
    let ranges = (0..<terms.count).parts(threads)
    let parts = ranges.map { _ in TermTablePart() }
    Threads.run(ranges.count, on: threads) { part, _ in
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
      parts[part].table = table
    }
    return TermSection(parts, threads: threads)
  }
}

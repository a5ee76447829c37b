import EmbeddedFiles

/// The rows of `Categories.txt`: the groups and kinds with their words in every vocabulary.
package struct CategoryTable: Sendable {
  /// Where a word comes from.
  package enum Vocabulary: String, Sendable, CaseIterable {
    /// What people type, English and Korean.
    case words
    /// Tags of OpenStreetMap, such as `amenity=fuel`.
    case osm
    /// Categories of Overture; `*_museum` is every name with that ending.
    case overture
    /// Levels of Foursquare's labels, each for everything below it.
    case foursquare
    /// Words of Korean open data.
    case korean
    /// Words of the open data of other countries.
    case foreign
    /// Codes of shops, each for every code that begins with it, as in the three below.
    case semas
    /// Codes of shops before 2023-02.
    case oldSemas = "semas-old"
    /// Codes of the Korean standard industrial classification.
    case ksic
    /// Codes of licences.
    case localdata
  }

  /// A group, a kind, or what is known to belong to neither.
  package struct Row: Sendable {
    /// The group or the kind; `nil` for what belongs to no category.
    package let category: PlaceCategory?
    package let slug: String
    /// Its line of the table and those of its words, which are read when they are asked for: most processes ask for
    /// none.
    let text: EmbeddedFile

    fileprivate init(_ category: PlaceCategory?, _ text: EmbeddedFile) {
      self.category = category
      self.text = text
      slug = String(decoding: text.prefix { $0 != UInt8(ascii: " ") }, as: UTF8.self)
    }

    /// What it lies within: the code of a group, or the slug of a group or kind.
    var parent: String {
      let rest = text.dropFirst(slug.utf8.count + " | ".utf8.count)
      return String(decoding: rest.prefix { $0 != UInt8(ascii: " ") }, as: UTF8.self)
    }

    var lines: [EmbeddedFile] { text.parts(between: UInt8(ascii: "\n")).filter { !$0.isEmpty } }

    /// Its words in a vocabulary, as they stand in sources: with blanks.
    package func words(in vocabulary: Vocabulary) -> [String] {
      let hasBlanks = vocabulary != .osm && vocabulary != .overture && vocabulary != .words
      let start = vocabulary == .words ? "\(slug) | \(parent) |" : "  \(vocabulary.rawValue) "
      return lines.filter { $0.starts(with: start.utf8) }.flatMap { line in
        line.dropFirst(start.utf8.count).words.map { word in
          hasBlanks && word.utf8.contains(UInt8(ascii: "_")) ? String(word.map { $0 == "_" ? " " : $0 }) : word
        }
      }
    }

    /// Calls a closure with its words in some vocabularies, as they stand in the table: in its order, with `_` for a
    /// blank.
    ///
    /// - Complexity: One pass over its lines; no text is made.
    package func forEachWord(in vocabularies: [Vocabulary], _ body: (EmbeddedFile) -> Void) {
      let names = vocabularies.filter { $0 != .words }.map { Array($0.rawValue.utf8) }
      var at = text.startIndex
      while at < text.endIndex {
        let isFirst = at == text.startIndex
        let line = text[at..<end(of: UInt8(ascii: "\n"), from: at, to: text.endIndex)]
        at = min(line.endIndex + 1, text.endIndex)
        var start = line.startIndex
        if isFirst {
          // The words that people type follow the slug and what it lies within.
          for _ in 0..<2 { start = min(end(of: UInt8(ascii: "|"), from: start, to: line.endIndex) + 1, line.endIndex) }
          guard vocabularies.contains(.words) else { continue }
        } else {
          guard !names.isEmpty else { return }
          let name = min(start + 2, line.endIndex)
          start = end(of: UInt8(ascii: " "), from: name, to: line.endIndex)
          guard names.contains(where: { $0.elementsEqual(text[name..<start]) }) else { continue }
        }
        while start < line.endIndex {
          let next = end(of: UInt8(ascii: " "), from: start, to: line.endIndex)
          if next > start { body(text[start..<next]) }
          start = next + 1
        }
      }
    }

    /// Where a byte is next; the end if it is nowhere before that.
    private func end(of byte: UInt8, from start: Int, to end: Int) -> Int {
      var at = start
      while at < end, text[at] != byte { at += 1 }
      return at
    }
  }

  /// The table of this version.
  package static let standard = CategoryTable(EmbeddedFile(.categories))

  /// The groups in their order, the row of what belongs to no category, then the kinds in theirs.
  package let rows: [Row]
  /// The number of the row of the first kind.
  static let firstKind = CategoryGroup.allCases.count + 1

  private init(_ text: EmbeddedFile) {
    let groups = CategoryGroup.allCases
    var rows: [Row] = []
    var start = text.startIndex
    while start < text.endIndex {
      var end = start
      // Up to the next line that begins at the margin.
      repeat {
        end = text[end...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? text.endIndex
      } while end < text.endIndex && text[end] == UInt8(ascii: " ")
      if text[start] != UInt8(ascii: "#"), text[start] != UInt8(ascii: "\n") {
        let kind = Kind(number: UInt8(max(0, rows.count - Self.firstKind)))
        let other: PlaceCategory? = rows.count == groups.count ? nil : .kind(kind)
        rows.append(Row(rows.count < groups.count ? .group(groups[rows.count]) : other, text[start..<end]))
      }
      start = end
    }
    self.rows = rows
  }
}

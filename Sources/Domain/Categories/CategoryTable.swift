import EmbeddedFiles

/// The rows of `Categories.txt`: groups and kinds with their words in every vocabulary.
package struct CategoryTable: Sendable {
  /// The origin of a word.
  package enum Vocabulary: String, Sendable, CaseIterable {
    /// Words that users type, English and Korean.
    case words
    /// Tags of OpenStreetMap, such as `amenity=fuel`.
    case osm
    /// Categories of Overture; `*_museum` is every name with that suffix.
    case overture
    /// Levels of Foursquare's labels, which include all lower levels.
    case foursquare
    /// Words in Korean open data.
    case korean
    /// Words in the open data of other countries.
    case foreign
    /// Shop codes.
    ///
    /// A code in this and the next three vocabularies includes every code that begins with it.
    case semas
    /// Shop codes before 2023-02.
    case oldSemas = "semas-old"
    /// Codes of the Korean standard industrial classification.
    case ksic
    /// Licence codes.
    case localdata
  }

  /// A group, a kind, or the words that are known to belong to no category.
  package struct Row: Sendable {
    /// The group or kind; `nil` for the words that belong to no category.
    package let category: PlaceCategory?
    package let slug: String
    /// The row's lines in the table.
    ///
    /// Words are read on demand: most processes need none.
    let text: EmbeddedFile

    fileprivate init(_ category: PlaceCategory?, _ text: EmbeddedFile) {
      self.category = category
      self.text = text
      slug = String(decoding: text.prefix { $0 != UInt8(ascii: " ") }, as: UTF8.self)
    }

    /// The code of a group, or the slug of the group or kind that contains this one.
    var parent: String {
      let rest = text.dropFirst(slug.utf8.count + " | ".utf8.count)
      return String(decoding: rest.prefix { $0 != UInt8(ascii: " ") }, as: UTF8.self)
    }

    /// Returns the row's words in a vocabulary, as sources write them: with spaces.
    package func words(in vocabulary: Vocabulary) -> [String] {
      let hasSpaces = vocabulary != .osm && vocabulary != .overture && vocabulary != .words
      var words: [String] = []
      forEachWord(in: [vocabulary]) { bytes in
        let word = String(decoding: bytes, as: UTF8.self)
        let isJoined = hasSpaces && bytes.contains(UInt8(ascii: "_"))
        words.append(isJoined ? String(word.map { $0 == "_" ? " " : $0 }) : word)
      }
      return words
    }

    /// Calls a closure with the row's words in some vocabularies, in table order, with `_` for a space.
    ///
    /// - Complexity: One pass over the row's lines, without making strings.
    package func forEachWord(in vocabularies: [Vocabulary], _ body: (EmbeddedFile) -> Void) {
      let names = vocabularies.filter { $0 != .words }.map { Array($0.rawValue.utf8) }
      var at = text.startIndex
      while at < text.endIndex {
        let isFirst = at == text.startIndex
        let line = text[at..<text.firstIndex(of: UInt8(ascii: "\n"), from: at)]
        at = min(line.endIndex + 1, text.endIndex)
        var start = line.startIndex
        if isFirst {
          // The words that users type follow the slug and the parent.
          for _ in 0..<2 { start = min(line.firstIndex(of: UInt8(ascii: "|"), from: start) + 1, line.endIndex) }
          guard vocabularies.contains(.words) else { continue }
        } else {
          guard !names.isEmpty else { return }
          let name = min(start + 2, line.endIndex)
          start = line.firstIndex(of: UInt8(ascii: " "), from: name)
          guard names.contains(where: { $0.elementsEqual(text[name..<start]) }) else { continue }
        }
        while start < line.endIndex {
          let next = line.firstIndex(of: UInt8(ascii: " "), from: start)
          if next > start { body(text[start..<next]) }
          start = next + 1
        }
      }
    }
  }

  /// The table of this version.
  package static let standard = CategoryTable(EmbeddedFile(.categories))

  /// The groups in order, the row of words without a category, then the kinds in order.
  package let rows: [Row]
  /// The row index of the first kind.
  static let firstKind = CategoryGroup.allCases.count + 1

  private init(_ text: EmbeddedFile) {
    let groups = CategoryGroup.allCases
    var rows: [Row] = []
    var start = text.startIndex
    while start < text.endIndex {
      var end = start
      // A row ends before the next line that isn't indented.
      repeat {
        end = min(text.firstIndex(of: UInt8(ascii: "\n"), from: end) + 1, text.endIndex)
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

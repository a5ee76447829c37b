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
    /// Codes of shops, each for every code that begins with it, as in the three below.
    case semas
    /// Codes of shops before 2023-02.
    case oldSemas = "semas-old"
    /// Codes of the Korean standard industrial classification.
    case ksic
    /// Codes of licences.
    case localdata
    /// Steps of Kakao's `category_name`.
    case kakao
  }

  /// A group, a kind, or what is known to belong to neither.
  package struct Row: Sendable {
    /// The group or the kind; `nil` for what belongs to no category.
    package let category: PlaceCategory?
    let slug: String
    /// What it lies within: the code of a group, or the slug of a group or kind.
    let parent: Substring.UTF8View
    fileprivate(set) var lines: [(vocabulary: Vocabulary, text: Substring.UTF8View)]

    /// Its words in a vocabulary, as they stand in sources: with blanks.
    package func words(in vocabulary: Vocabulary) -> [String] {
      let hasBlanks = vocabulary != .osm && vocabulary != .overture && vocabulary != .words
      return lines.filter { $0.vocabulary == vocabulary }.flatMap { line in
        line.text.split(separator: UInt8(ascii: " ")).map { word in
          guard hasBlanks, word.contains(UInt8(ascii: "_")) else { return String(Substring(word)) }
          return String(Substring(word).map { $0 == "_" ? " " : $0 })
        }
      }
    }
  }

  /// The table of this version.
  package static let standard = CategoryTable(String(decoding: PackageResources.Categories_txt, as: UTF8.self))

  /// The groups in their order, the row of what belongs to no category, then the kinds in theirs.
  package let rows: [Row]
  /// The slugs of the kinds, in their order.
  let kinds: [String]
  /// What each kind lies within, and the groups of each: by the number of the kind.
  let wider: [[Kind]]
  let groups: [CategoryGroup?]

  init(_ text: String) {
    var rows: [Row] = []
    var kinds: [String] = []
    for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
      switch line.first {
      case UInt8(ascii: "#"): continue
      case UInt8(ascii: " "):
        let words = line.drop { $0 == UInt8(ascii: " ") }
        let name = words.prefix { $0 != UInt8(ascii: " ") }
        guard let vocabulary = Vocabulary(rawValue: String(Substring(name))), !rows.isEmpty else {
          preconditionFailure("each line of the table begins with a vocabulary")
        }
        rows[rows.endIndex - 1].lines.append((vocabulary, words.dropFirst(name.count)))
      default:
        let fields = line.split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false).map(Self.trimmed)
        precondition(fields.count == 3, "each row of the table has three fields")
        let slug = String(Substring(fields[0]))
        let category: PlaceCategory?
        if let group = CategoryGroup(rawValue: String(Substring(fields[1]))) {
          category = .group(group)
        } else if slug == "none" {
          category = nil
        } else {
          category = .kind(Kind(number: UInt8(kinds.count)))
          kinds.append(slug)
        }
        rows.append(Row(category: category, slug: slug, parent: fields[1], lines: [(.words, fields[2])]))
      }
    }
    (self.rows, self.kinds) = (rows, kinds)
    let rowBySlug = [String: Row](rows.map { ($0.slug, $0) }) { first, _ in first }
    var wider: [[Kind]] = []
    var groups: [CategoryGroup?] = []
    for row in rows {
      guard case .kind = row.category else { continue }
      var (chain, group) = ([Kind](), CategoryGroup?.none)
      var parent = row.parent
      while let next = rowBySlug[String(Substring(parent))], group == nil {
        if case .kind(let kind) = next.category { chain.append(kind) }
        if case .group(let outermost) = next.category { group = outermost }
        parent = next.parent
      }
      wider.append(chain)
      groups.append(group)
    }
    (self.wider, self.groups) = (wider, groups)
  }

  private static func trimmed(_ field: Substring.UTF8View) -> Substring.UTF8View {
    var field = field
    while field.first == UInt8(ascii: " ") { field.removeFirst() }
    while field.last == UInt8(ascii: " ") { field.removeLast() }
    return field
  }
}

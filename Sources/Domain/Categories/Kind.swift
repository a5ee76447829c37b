/// A kind of place, narrower than a group or in none: dentist, bakery, toilets.
///
/// The kinds are rows of one table, `Categories.txt`, in whose order they compare.
public struct Kind: Sendable, Hashable, Comparable {
  /// Its row among the kinds, from 0.
  package let number: UInt8

  package init(number: UInt8) { self.number = number }

  /// Finds a kind by its slug.
  public init?(slug: String) {
    // Not by the table of words, which takes a single query longer to build than to answer.
    guard let kind = Self.kindBySlug[slug] else { return nil }
    self = kind
  }

  private static let kindBySlug = [String: Kind](uniqueKeysWithValues: all.map { ($0.slug, $0) })

  /// Every kind, in the order of the table.
  public static var all: [Kind] {
    CategoryTable.standard.rows.indices.dropFirst(CategoryTable.firstKind).map {
      Kind(number: UInt8($0 - CategoryTable.firstKind))
    }
  }

  var row: CategoryTable.Row { CategoryTable.standard.rows[rowNumber] }

  /// The number of its row in the table.
  package var rowNumber: Int { CategoryTable.firstKind + Int(number) }

  /// The short English word used in queries and answers, such as `dentist`.
  public var slug: String { row.slug }

  /// The group that every place of the kind belongs to; `nil` for none.
  public var group: CategoryGroup? { Self.families[Int(number)].group }

  /// The kinds that it lies within, the narrowest first: an internist is a doctor.
  public var wider: [Kind] { Self.families[Int(number)].wider }

  private static let families = all.map { kind in
    var wider: [Kind] = []
    var parent = kind.row.parent
    while let next = Kind(slug: parent) {
      wider.append(next)
      parent = next.row.parent
    }
    return (wider: wider, group: CategoryGroup.allCases.first { $0.slug == parent })
  }

  /// Its first Korean word, as a keyword; the slug when there is none.
  public var koreanName: String {
    PlaceCategory.kind(self).words.first { $0.unicodeScalars.contains { $0.value >= 0x1100 } } ?? slug
  }

  /// The kind that a word for some of its places stands for: 어린이공원 ends in 공원, and means every park; `nil` for other
  /// words.
  public static func widened(from word: String) -> Kind? {
    guard case .kind(let kind) = PlaceCategory(word: word), word != kind.koreanName else { return nil }
    let typed = CategoryTable.folded(word)
    // Two syllables of Korean at least: many words end like a shorter one.
    let isLonger = kind.row.words(in: .words).contains { $0.utf8.count > 5 && typed != $0 && typed.hasSuffix($0) }
    return isLonger ? kind : nil
  }

  public static func < (lhs: Kind, rhs: Kind) -> Bool { lhs.number < rhs.number }
}

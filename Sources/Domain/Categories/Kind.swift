/// A kind of place, narrower than a group or outside all groups: dentist, bakery, toilets.
///
/// The kinds are rows of `Categories.txt` and compare in its order.
public struct Kind: Sendable, Hashable, Comparable {
  /// The index among the kinds, from 0.
  package let number: UInt8

  package init(number: UInt8) { self.number = number }

  /// Finds a kind by its slug.
  public init?(slug: String) {
    // Avoids the table of words, which takes longer to build than a single query.
    guard let kind = Self.kindBySlug[slug] else { return nil }
    self = kind
  }

  private static let kindBySlug = [String: Kind](uniqueKeysWithValues: all.map { ($0.slug, $0) })

  /// All kinds, in table order.
  public static var all: [Kind] {
    CategoryTable.standard.rows.indices.dropFirst(CategoryTable.firstKind).map {
      Kind(number: UInt8($0 - CategoryTable.firstKind))
    }
  }

  var row: CategoryTable.Row { CategoryTable.standard.rows[rowNumber] }

  /// The kind's row index in the table.
  package var rowNumber: Int { CategoryTable.firstKind + Int(number) }

  /// The short English name in queries and results, such as `dentist`.
  public var slug: String { row.slug }

  /// The group that contains the kind; `nil` if there is none.
  public var group: CategoryGroup? { Self.families[Int(number)].group }

  /// The wider kinds, the narrowest first: an internist is a doctor.
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

  /// The first Korean word of the kind, used as a keyword; the slug if there is none.
  public var koreanName: String {
    var name: String?
    row.forEachWord(in: [.words]) { word in
      // In UTF-8, a Korean letter begins with a byte from E1, and a Latin letter with a smaller one.
      if name == nil, word.contains(where: { $0 >= 0xE1 }) { name = String(decoding: word, as: UTF8.self) }
    }
    return name ?? slug
  }

  /// Returns the kind that a word for a narrower place belongs to; `nil` for other words.
  ///
  /// For example, 어린이공원 ends in 공원 and so means any park.
  public static func widened(from word: String) -> Kind? {
    guard case .kind(let kind) = PlaceCategory(word: word), word != kind.koreanName else { return nil }
    let typed = CategoryTable.folded(word)
    // At least two Korean syllables: a single syllable ends many unrelated words.
    let isLonger = kind.row.words(in: .words).contains { $0.utf8.count > 5 && typed != $0 && typed.hasSuffix($0) }
    return isLonger ? kind : nil
  }

  public static func < (lhs: Kind, rhs: Kind) -> Bool { lhs.number < rhs.number }
}

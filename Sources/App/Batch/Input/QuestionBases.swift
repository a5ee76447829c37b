import Domain

/// The questions of a template without their point: one made of the options alone, and one for each list of categories
/// that rows have named so far.
///
/// Rows name the same few categories again and again; reading the words anew took a tenth of a row's time.
struct QuestionBases: Sendable {
  private static let most = 32

  private let template: QuestionTemplate
  private let plain: PlaceQuery?
  private var known: [(words: [UInt8], query: PlaceQuery)] = []

  /// Makes the bases of a template.
  init(of template: QuestionTemplate) {
    self.template = template
    plain = template.base(categories: template.categories)
  }

  /// The base for a row that names no words to look for; `nil` when its question has to be made in full.
  mutating func base(for row: ParsedRow) -> PlaceQuery? {
    guard row[.query].isAbsent else { return nil }
    let field = row[.category]
    guard !field.isAbsent else { return plain }
    let words = row.bytes[field.range]
    if let found = known.first(where: { $0.words.elementsEqual(words) }) { return found.query }
    guard let text = row.list(.category), let categories = try? template.readers.categories(text),
      let query = template.base(categories: categories)
    else { return nil }
    if known.count < Self.most { known.append((Array(words), query)) }
    return query
  }
}

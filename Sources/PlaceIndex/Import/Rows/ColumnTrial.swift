import Domain

/// What a column that is not used would give, tried on the first rows of an input: its title alone does not tell.
struct ColumnTrial {
  /// The maximum number of values that are tried.
  static let maximumCount = 500
  /// The number of values among which those of a region would repeat.
  private static let tellingCount = 20
  private static let categoryMarks = ["분류", "구분", "종류", "업종", "업태", "유형", "category", "type", "kind", "class"]
  private static let nameMarks = ["명", "name", "nm", "이름", "상호"]

  let title: String
  private let canBeName: Bool
  private let canBeCategory: Bool
  private let isNameOfOther: Bool
  private var count = 0
  private var groupedCount = 0
  /// The number of values that look like a name: words without digits and marks.
  private var wordsCount = 0
  private var distinct: Set<[UInt8]> = []

  init(_ title: String) {
    let letters = ColumnName(title).letters
    self.title = title
    let isCategory = Self.categoryMarks.contains { letters.hasSuffix($0) || letters.hasSuffix($0 + "명") }
    canBeCategory = isCategory && !letters.hasSuffix("명")
    canBeName = Self.nameMarks.contains { letters.hasSuffix($0) } && !(isCategory && letters.hasSuffix("명"))
    isNameOfOther = FieldNames.isNameOfOther(letters) || isCategory
  }

  mutating func add(_ text: ByteView, _ vocabulary: ImportVocabulary) {
    guard count < Self.maximumCount, !text.isNothing else { return }
    count += 1
    distinct.insert(text.array)
    if Self.looksLikeName(text) { wordsCount += 1 }
    guard canBeCategory else { return }
    var draft = RowDraft()
    draft.takeColumn(text, Precedence(.named), vocabulary)
    if !draft.categories.isEmpty { groupedCount += 1 }
  }

  private static func looksLikeName(_ text: ByteView) -> Bool {
    text.count > 3 && text.count <= 60 && !(0..<text.count).contains { otherMarks.contains(text.byte(at: $0)) }
  }

  private static let otherMarks = Array("0123456789:;/@_=<>{}[]".utf8)

  /// How well the values serve as names, more than 0; `nil` for those of regions and operators.
  ///
  /// Most of them differ if the title says that they are names of places; of another column, many differ and most
  /// look like names.
  var nameScore: Double? {
    // What comes once may belong to the whole file.
    guard count > 1, !isNameOfOther || canBeName && count >= Self.tellingCount else { return nil }
    let share = Double(distinct.count) / Double(count)
    let words = Double(wordsCount) / Double(count)
    if canBeName { return share > 0.5 ? 1 + share * Double(count) : nil }
    return share >= 0.1 && words >= 0.75 ? words * share.squareRoot() : nil
  }

  /// The share of values that name a category, 0...1.
  var groupedShare: Double { count == 0 ? 0 : Double(groupedCount) / Double(count) }
}

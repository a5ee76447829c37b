import Domain

/// What a column that is not used would give, tried on the first rows of an input: its title alone does not tell.
struct ColumnTrial {
  /// The maximum number of values that are tried.
  static let maximumCount = 500
  /// The number of values among which those of a region would repeat.
  private static let tellingCount = 20
  private static let categoryMarks = ["분류", "구분", "종류", "업종", "업태", "유형", "category", "type", "kind", "class"]
  private static let nameMarks = ["명", "name", "nm", "이름", "상호"]

  /// The title of the column.
  let title: String
  private let canBeName: Bool
  private let canBeCategory: Bool
  private let isNameOfOther: Bool
  private var count = 0
  private var groupedCount = 0
  private var distinct: Set<[UInt8]> = []

  /// Begins a trial; `nil` for a title that is neither that of names nor that of categories.
  init?(_ title: String) {
    let letters = ColumnName(title).letters
    self.title = title
    canBeCategory = Self.categoryMarks.contains { letters.hasSuffix($0) }
    canBeName =
      Self.nameMarks.contains { letters.hasSuffix($0) } && !Self.categoryMarks.contains { letters.hasSuffix($0 + "명") }
    isNameOfOther = FieldNames.isNameOfOther(letters)
    guard canBeName || canBeCategory else { return nil }
  }

  /// Adds the value of a row.
  mutating func add(_ text: ByteView, _ vocabulary: ImportVocabulary) {
    guard count < Self.maximumCount, !NumberParser.isNothing(text) else { return }
    count += 1
    if canBeName { distinct.insert(text.array) }
    guard canBeCategory else { return }
    var draft = RowDraft()
    draft.takeColumn(text, Precedence(.named), vocabulary)
    if draft.groups.all != 0 { groupedCount += 1 }
  }

  /// The number of different names; 0 if most values repeat, as those of regions and operators do.
  var nameCount: Int {
    guard distinct.count * 2 > count, !isNameOfOther || count >= Self.tellingCount else { return 0 }
    return distinct.count
  }

  /// The share of values that name a category, 0...1.
  var groupedShare: Double { count == 0 ? 0 : Double(groupedCount) / Double(count) }
}

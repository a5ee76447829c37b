import Domain
import Rows
import Tables

/// Makes places from rows; each thread of an import has its own reader.
///
/// It owns its tables of words, because threads that shared them would contend for their reference counts.
struct RowReader: ~Copyable {
  private let rules: ImportRules
  private(set) var vocabulary: ImportVocabulary
  private(set) var plan: InputPlan
  /// The rows of the current chunk.
  var rows: ParsedRows
  var draft = RowDraft()
  /// The cells of the current row.
  var cells: [CSVCell] = []
  /// Whether objects without a position contain lists of rows.
  var readsLists = false
  /// The properties that the user chose by their paths.
  private(set) var chosenPaths: [ColumnChoice.Path] = []
  /// The indexes of the chosen paths that a row has.
  var foundPaths: Set<Int> = []
  let maximumValueByteCount: Int
  /// The number of bytes of JSON that were parsed, including repetitions: a measure of the work.
  var parsedByteCount = 0

  init(rules: ImportRules, maximumValueByteCount: Int) {
    self.rules = rules
    plan = InputPlan()
    self.maximumValueByteCount = maximumValueByteCount
    vocabulary = ImportVocabulary(plan.names)
    rows = ParsedRows()
  }

  /// Begins an input.
  mutating func begin(_ plan: InputPlan) {
    self.plan = plan
    vocabulary = ImportVocabulary(plan.names)
    chosenPaths = plan.names.choice.paths
    foundPaths = []
    // What a key means depends on the input.
    draft.forgetKeys()
    readsLists = false
  }

  /// Forgets the keys that were read so far.
  mutating func forgetKeys() {
    vocabulary.fields.forget()
    draft.forgetKeys()
    foundPaths = []
  }

  /// Returns whether a row has a property that the user chose.
  func hasRead(_ title: String) -> Bool {
    foundPaths.contains { chosenPaths[$0].title == title }
      || ByteView.over(Array(title.utf8), vocabulary.fields.hasRead)
  }

  mutating func drainRows() -> ParsedRows {
    var taken = ParsedRows(continuing: rows.arena.yieldBlock())
    swap(&taken, &rows)
    return taken
  }

  mutating func reject(_ reason: SkippedRows.Reason, row bytes: ByteView, metres: PlanePoint? = nil) {
    rows.counts.addSkip(reason, path: plan.path, bytes, metres: metres, isElement: draft.isElement)
  }

  /// Rejects a row that isn't valid in the file's format, perhaps because it is in another encoding.
  mutating func rejectMalformed(_ row: ByteView) { reject(UTF8Check.isValid(row) ? .malformed : .notText, row: row) }

  /// Makes a place from the draft, unless a rule excludes it.
  ///
  /// - Parameters:
  ///   - bytes: The row.
  ///   - isLast: Whether to skip a row without a coordinate, because there is no other way to read it.
  /// - Returns: `false` if the row must be read in another way.
  @discardableResult
  mutating func accept(row bytes: ByteView, isLast: Bool = true) -> Bool {
    if draft.isUntaggedElement {
      reject(.notAPlace, row: bytes)
      return true
    }
    switch CoordinateRules.coordinate(of: &draft, plan.systems) {
    case .none(let reason, let metres):
      if !isLast, reason == .missingCoordinate, !draft.isElement { return false }
      reject(reason, row: bytes, metres: metres)
    case .point(let coordinate):
      if let reason = reasonToLeaveOut { reject(reason, row: bytes) } else { append(at: coordinate) }
    }
    return true
  }

  private mutating func append(at coordinate: StoredCoordinate) {
    draft.setElementIdentifier()
    draft.joinBranch()
    draft.joinAddress(latitude: coordinate.latitude, longitude: coordinate.longitude)
    draft.gatherOtherNames()
    draft.gatherAttributes()
    if !draft.has(.placeText(.id)) {
      draft.setDerivedIdentifier(latitude: coordinate.latitude, longitude: coordinate.longitude)
    }
    let (entry, isCategorized) = draft.makeEntry(plan, vocabulary)
    // As in an extract, elements that weren't selected aren't counted.
    guard plan.selection.isEmpty || isSelected(entry) else { return }
    rows.append(draft, at: coordinate, entry: entry)
    rows.counts.addPlace(
      isGrouped: isCategorized || !plan.selection.isEmpty,
      isNamed: draft.has(.placeText(.name)),
      isReversed: draft.contradictsOrder
    )
  }

  /// Returns whether a place has one of the selected categories.
  private func isSelected(_ entry: ByteView) -> Bool {
    guard let entry = CategoryEntry(entry) else { return false }
    return plan.selection.contains { $0.matches(entry) }
  }

  /// The rule that excludes the draft.
  private var reasonToLeaveOut: SkippedRows.Reason? {
    if let least = rules.minimumConfidence, let confidence = draft.confidence, confidence < least {
      return .lowConfidence
    }
    let isVacant = draft.isVacant && !draft.has(.placeText(.categoryPath))
    let isClosed = isVacant || draft.isClosed || draft.hasClosingDate && !draft.hasStatus
    return isClosed && !rules.includesClosed ? .closed : nil
  }
}

/// The reader of a thread in an import.
///
/// Reading a chunk accesses the reader once: an exclusivity check per row would cost more than some rows do.
final class WorkerContext: @unchecked Sendable {  // Used by one thread at a time; the import joins them in between.
  var reader: RowReader

  init(_ reader: consuming RowReader) { self.reader = reader }
}

/// The places of a chunk in order, not yet compared with places of other chunks.
struct ParsedRows: ~Copyable {
  /// The coordinates and categories of the places; entries are numbered as in ``categories``.
  var points = GrowableBuffer<CollectedPoint>()
  /// The lower half of the hash of each place's id.
  var tags = GrowableBuffer<UInt32>()
  var arena: RowArena
  /// The category entries of the chunk.
  var categories = CategoryList()
  /// The counts of rows; row numbers start with the chunk.
  var counts = RowCounts()

  init(continuing block: ArenaBlock? = nil) { arena = RowArena(continuing: block) }

  @inline(__always)
  mutating func append(_ draft: borrowing RowDraft, at coordinate: StoredCoordinate, entry: ByteView) {
    let attributes = draft.packedAttributes.window(0..<draft.packedAttributes.count)
    let row = arena.append(otherNames: draft.otherNames, attributes: attributes) { draft.text(.placeText($0)) }
    points.append(
      CollectedPoint(
        latitude: coordinate.latitude,
        longitude: coordinate.longitude,
        category: categories.number(of: entry),
        row: row
      )
    )
    tags.append(UInt32(truncatingIfNeeded: ByteHash.seeded.hash(RowFormat.cut(draft.text(.placeText(.id))))))
  }
}

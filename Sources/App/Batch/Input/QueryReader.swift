import Domain

/// Reads the rows of blocks as queries: parses a row, validates its UTF-8, and completes it with the options.
///
/// All readers of rows use this type, so that they agree on which rows are invalid. Memory is reused for each row. Not
/// thread-safe.
struct QueryReader: Sendable {
  private let format: BatchFormat
  private let names: ColumnNames
  private let defaults: QueryDefaults
  /// The template of rows without their own match.
  private let template: RowTemplate?
  /// The templates of recent matches in rows.
  ///
  /// Rows repeat the same few categories. Caching them saves a quarter of the processor time of a batch with a category
  /// column (1.9 s instead of 2.5 s for 250,000 rows over an index).
  private var known: [(key: [UInt8], template: RowTemplate)] = []
  /// Reused memory for the cells of a match, which are the key of its template.
  private var key: [UInt8] = []
  private var block = RowBlock()
  private var isUTF8 = true
  private(set) var row = ParsedRow()

  init(format: BatchFormat, names: ColumnNames, defaults: QueryDefaults) {
    self.format = format
    self.names = names
    self.defaults = defaults
    template = defaults.template(defaults.query.match)
  }

  /// Whether different rows may need different kinds of requests.
  var needsMayDiffer: Bool {
    guard case .csv(let header) = format else { return true }
    return [.category, .query, .near].contains { header.hasColumn(for: $0) }
  }

  /// The saved locations that rows may name.
  var savedLocations: SavedLocations { defaults.savedLocations }

  mutating func open(_ block: RowBlock) {
    self.block = block
    // One check for the whole block, because nearly every block is UTF-8.
    isUTF8 = Self.isUTF8(block.bytes, block.rowRange)
    row.bytes = block.bytes
  }

  /// Reads the row at an index of the block.
  ///
  /// It is then in ``row``, with its error if it has one.
  mutating func query(at index: Int) throws(Failure) -> RowQuery {
    let slice = block.rows[index]
    row.number = block.firstNumber + index
    row.reset(to: slice.range)
    if case .csv(let header) = format {
      row.parseCells(under: header, isOpen: slice.isOpen)
    } else {
      row.parseObject(names: names)
    }
    if let error = slice.error {
      row.error = Failure(error)
      row.hasCells = false
    }
    row.isUTF8 = isUTF8 || Self.isUTF8(block.bytes, slice.range)
    if !row.isUTF8, row.error == nil { row.error = .rowNotUTF8 }
    return try completeQuery()
  }

  /// Reads a JSON object in a line as a query; throws if it isn't a valid one.
  mutating func query(of line: [UInt8], in range: Range<Int>) throws(Failure) -> RowQuery {
    row.bytes = line
    // Releases the line, so that its memory has a single owner when the next line is read.
    defer { row.bytes = [] }
    row.reset(to: range)
    row.parseObject(names: names)
    return try completeQuery()
  }

  private static func isUTF8(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    (try? UTF8Span(validating: bytes.span.extracting(range))) != nil
  }

  private mutating func completeQuery() throws(Failure) -> RowQuery {
    do throws(Failure) {
      if let error = row.error { throw error }
      guard let template = try templateOfRow() else { throw .rowWithoutSubject }
      let query = try defaults.query(for: row, template: template)
      guard defaults.nearestOption == nil || query.query.wantsNearest else {
        let option = defaults.nearestOption ?? .requireNearest
        throw Failure(.queryInvalid, Failure.nearestWithoutOrder(option).wording)
      }
      return query
    } catch {
      row.error = error
      throw error
    }
  }

  /// The maximum number of templates, enough for each of the 18 groups and some lists.
  ///
  /// The search is linear, so more would cost what they save.
  private static let maximumTemplateCount = 32

  /// Returns the template for the row; `nil` if it doesn't name anything to search for.
  private mutating func templateOfRow() throws(Failure) -> RowTemplate? {
    guard ColumnRole.ofMatch.contains(where: { !row[$0].isAbsent }) else { return template }
    key.removeAll(keepingCapacity: true)
    for role in ColumnRole.ofMatch {
      key.append(contentsOf: row.bytes[row[role].range])
      // Not a byte of UTF-8.
      key.append(0xFF)
    }
    for index in known.indices where known[index].key == key { return known[index].template }
    guard let made = defaults.template(try defaults.match(of: row)) else { return nil }
    if known.count < Self.maximumTemplateCount { known.append((key, made)) }
    return made
  }
}

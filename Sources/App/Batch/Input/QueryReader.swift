import Domain

/// Reads the rows of blocks as queries: takes a row apart, checks that it is UTF-8, and completes it by the options.
///
/// Whatever reads rows goes through here, so that a row is invalid for all or for none. Memory is used again from row to
/// row; one thread at a time.
struct QueryReader: Sendable {
  private let parser: RowParser
  private let defaults: QueryDefaults
  private var prototypes: QueryPrototypes
  private var block = RowBlock()
  private var isUTF8 = true
  /// The row that was read last.
  private(set) var row = ParsedRow()

  /// Makes a reader.
  ///
  /// - Parameters:
  ///   - parser: Takes rows apart.
  ///   - defaults: What the options say about every query.
  init(parser: RowParser, defaults: QueryDefaults) {
    self.parser = parser
    self.defaults = defaults
    prototypes = QueryPrototypes(of: defaults)
  }

  /// Goes to another block.
  mutating func open(_ block: RowBlock) {
    self.block = block
    isUTF8 = block.isUTF8
    row.bytes = block.bytes
  }

  /// Reads a row of the block; it is then in ``row``, with its error if it has one.
  ///
  /// - Parameter index: Position of the row in the block.
  /// - Returns: The query.
  /// - Throws: What keeps the row from being a query.
  mutating func query(at index: Int) throws(InvalidRow) -> RowQuery {
    parser.parse(index, of: block, into: &row)
    if !isUTF8, row.error == nil, !block.isUTF8(row: index) { row.error = .notUTF8 }
    return try completeQuery()
  }

  /// Reads a JSON object that lies anywhere in a line.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - range: Where the object lies.
  /// - Returns: The query.
  /// - Throws: What keeps the object from being a query.
  mutating func query(of line: [UInt8], in range: Range<Int>) throws(InvalidRow) -> RowQuery {
    row.bytes = line
    // Lets go of the line again, so that the next one is not compared with memory that two hold.
    defer { row.bytes = [] }
    parser.parseObject(range, into: &row)
    return try completeQuery()
  }

  private mutating func completeQuery() throws(InvalidRow) -> RowQuery {
    do throws(InvalidRow) {
      return try defaults.query(for: row, prototype: prototypes.prototype(for: row))
    } catch {
      row.error = error
      throw error
    }
  }
}

/// The queries of a defaults without their point: one made of the options alone, and one for each list of categories
/// that rows have named so far.
///
/// Rows name the same few categories again and again; reading their names again took a tenth of a row's time.
struct QueryPrototypes: Sendable {
  /// More than the 18 groups one by one; each is looked for in turn, so more would cost what they save.
  private static let maximumCount = 32

  private let defaults: QueryDefaults
  private let plain: PlaceQuery?
  private var known: [(categories: [UInt8], query: PlaceQuery)] = []

  /// Makes the prototypes of a defaults.
  init(of defaults: QueryDefaults) {
    self.defaults = defaults
    plain = defaults.prototype(categories: defaults.categories)
  }

  /// The prototype for a row that has no text to look for; `nil` when its query has to be made in full.
  mutating func prototype(for row: ParsedRow) -> PlaceQuery? {
    guard row[.query].isAbsent else { return nil }
    let field = row[.category]
    guard !field.isAbsent else { return plain }
    let bytes = row.bytes[field.range]
    if let found = known.first(where: { $0.categories.elementsEqual(bytes) }) { return found.query }
    guard let text = row.list(.category), let categories = try? QueryDefaults.categories(text),
      let query = defaults.prototype(categories: categories)
    else { return nil }
    if known.count < Self.maximumCount { known.append((Array(bytes), query)) }
    return query
  }
}

package import Tables

/// Signs around the rows of a response that they are only a page of the service's result.
package struct PageSigns: Sendable {
  /// The number of rows of the whole result.
  package struct Total: Sendable, Hashable {
    /// The member that states the number.
    package let name: String
    package let count: Int

    /// Whether the number can't be the number of rows of one page.
    fileprivate var isOfResult: Bool { !PageNames.isCount(PageNames.letters(of: name), in: "") }
  }

  /// The maximum number of bytes of the first row, which distinguish two pages.
  package static let comparedByteCount = 1024
  private static let maximumDepth = 3
  private static let maximumTotal = 1 << 40
  private static let shownTotalCount = 3
  private static let maximumPageSize = 1 << 20

  /// The totals of earlier pages; pages of different results state different totals.
  private var earlierTotals: [Total] = []
  /// The largest total of the latest page.
  private var latestTotal: Total?
  /// The largest number of rows that the latest page states, which may be its own number of rows.
  private var latestCount: Total?
  /// The number of pages of the whole result.
  private var pageCount: Total?
  /// The maximum number of rows of a page.
  private var pageSize: Int?
  /// The number of pages that were read.
  private var readPageCount = 0
  /// The hash of the first row of each page.
  package private(set) var beginnings: Set<UInt64> = []
  /// Whether a page occurs twice, so that the number of rows proves nothing.
  private var isRepeated = false
  /// The sign of the latest page that another page follows.
  private var continuation: String?
  /// The latest page's link to the next page, which some services add to the last page too.
  private var link: String?
  /// The sign that a page precedes the first one.
  private var predecessor: String?

  package init() {}

  private var totals: [Total] {
    earlierTotals
      + [latestTotal ?? latestCount].compactMap(\.self).filter { latest in
        !earlierTotals.contains { $0.count == latest.count }
      }
  }

  /// The total of all pages, if they are different pages of the same result.
  package var total: Total? { totals.count == 1 && !isRepeated ? totals[0] : nil }

  /// Whether no page follows the latest page.
  package var isAtEnd: Bool { continuation == nil }

  /// Returns the sign that rows are missing, and the number of rows; `nil` if there is no such sign.
  package func shortage(of rowCount: Int) -> String? {
    let totals = totals
    var signs = totals.prefix(Self.shownTotalCount).map { "\($0.name): \($0.count)" }
    if totals.count == 1, isRepeated {
      signs.append("a page repeated")
    } else if totals.isEmpty || totals.reduce(0, { $0 + $1.count }) <= rowCount {
      let isWhole = totals.contains(where: \.isOfResult)
      let other = isWhole ? nil : shortageOfPages(rowCount) ?? link ?? (totals.isEmpty ? predecessor : nil)
      signs = [continuation ?? other].compactMap(\.self)
    }
    return signs.isEmpty ? nil : "\(signs.joined(separator: ", ")), rows: \(rowCount)"
  }

  /// Returns the sign that pages are missing; `nil` if there is no such sign.
  private func shortageOfPages(_ rowCount: Int) -> String? {
    guard let pageCount, pageCount.count > 1 else { return nil }
    // A program may have joined the pages in one list.
    let isShort = pageSize.map { rowCount <= (pageCount.count - 1) * $0 } ?? (readPageCount < pageCount.count)
    return isShort ? "\(pageCount.name): \(pageCount.count), pages: \(readPageCount)" : nil
  }

  /// Reads a ``shortage(of:)`` that states one total; `nil` for another text.
  package static func page(ofShortage text: String) -> (total: Total, rowCount: Int)? {
    let parts = text.split(separator: ", ", omittingEmptySubsequences: false).map { $0.split(separator: ": ") }
    guard parts.count == 2, parts.allSatisfy({ $0.count == 2 }), parts[1][0] == "rows",
      let total = Int(parts[0][1]), let rowCount = Int(parts[1][1])
    else { return nil }
    return (Total(name: String(parts[0][0]), count: total), rowCount)
  }

  /// Begins a page with the bytes from its first row.
  package mutating func beginPage(_ rows: ByteView) {
    continuation = nil
    link = nil
    earlierTotals = totals
    latestTotal = nil
    latestCount = nil
    readPageCount += 1
    guard rows.count > 0, rows.byte(at: 0) != UInt8(ascii: "]") else { return }
    var first = JSONViewCursor(rows.part(0..<min(rows.count, Self.comparedByteCount)), at: 0)
    let isWhole = (try? first.skip()) != nil
    let beginning = first.bytes.part(0..<(isWhole ? first.offset : first.bytes.count))
    isRepeated = !beginnings.insert(ByteHash.stable.hash(beginning)).inserted || isRepeated
  }

  /// Returns the members before the rows of an object, each with a cursor at its value.
  package static func members(before rows: Int, of view: ByteView) -> [(key: JSONString, value: JSONViewCursor)] {
    var members: [(key: JSONString, value: JSONViewCursor)] = []
    var cursor = JSONViewCursor(view.part(0..<rows), at: 0)
    while (try? cursor.take(UInt8(ascii: "{"))) == true {
      var isFirst = true
      var value = cursor
      while let key = try? cursor.nextKey(isFirst: &isFirst) {
        value = cursor
        // The value around the rows ends after the part.
        guard (try? cursor.skip()) != nil else { break }
        members.append((key, value))
      }
      cursor = value
    }
    return members
  }

  /// Reads a member of an object around the rows.
  package mutating func read(_ key: JSONString, at value: JSONViewCursor) {
    try? read(key, value, in: "", depth: 0)
  }

  private mutating func read(
    _ key: JSONString,
    _ value: JSONViewCursor,
    in holder: String,
    depth: Int
  ) throws(SyntaxError) {
    guard depth < Self.maximumDepth else { return }
    var cursor = value
    let name = key.withText(\.text)
    let letters = PageNames.letters(of: name)
    switch try cursor.peek() {
    case UInt8(ascii: "\""):
      let text = try cursor.string().withText(\.text)
      take(text, of: name, letters, in: holder)
    case UInt8(ascii: "{") where PageNames.isTotal(letters, in: holder):
      // Elasticsearch counts up to a limit: `{"value":10000,"relation":"gte"}`.
      try cursor.forEachMember { (key, cursor) throws(SyntaxError) in
        switch try cursor.peek() {
        case UInt8(ascii: "{"), UInt8(ascii: "["): break
        case UInt8(ascii: "\""): if try cursor.string().raw.equals("gte") { continuation = "\(name): gte" }
        default: if key.raw.equals("value") { take(try cursor.scalar().text, of: name, letters, in: holder) }
        }
      }
    case UInt8(ascii: "{"):
      var isEmpty = true
      let isHolder = PageNames.holders.contains(letters)
      try cursor.forEachMember { (key, cursor) throws(SyntaxError) in
        isEmpty = false
        if isHolder { try read(key, cursor, in: letters, depth: depth + 1) }
      }
      // A link or a token may be an object.
      if !isEmpty { takeDirection(of: name, letters, "true", in: holder) }
    case UInt8(ascii: "[") where PageNames.holders.contains(letters):
      let areLinks = PageNames.links.contains(letters)
      try cursor.forEachElement { (cursor) throws(SyntaxError) in
        try cursor.forEachMember { (key, cursor) throws(SyntaxError) in
          guard areLinks else { return try read(key, cursor, in: letters, depth: depth + 1) }
          guard key.raw.equals("rel"), try cursor.peek() == UInt8(ascii: "\"") else { return }
          takeDirection(of: name, try cursor.string().withText(\.text), "true", in: letters)
        }
      }
    case UInt8(ascii: "["): break
    default: take(try cursor.scalar().text, of: name, letters, in: holder)
    }
  }

  /// Reads a text, a number or a Boolean; texts may contain keys of the service, so only their names are reported.
  private mutating func take(_ value: String, of name: String, _ letters: String, in holder: String) {
    takeDirection(of: name, letters, value, in: holder)
    let flag = value.lowercased()
    // Rows aren't complete or last themselves.
    if PageNames.isContinued(letters, flag) { continuation = "\(name): \(value)" }
    if readPageCount == 1, PageNames.isPreceded(letters, flag) { predecessor = "\(name): \(value)" }
    guard let count = Int(value), count < Self.maximumTotal else { return }
    let number = Total(name: name, count: count)
    if PageNames.isTotal(letters, in: holder) {
      if count > latestTotal?.count ?? 0 { latestTotal = number }
    } else if PageNames.isCount(letters, in: holder) {
      if count > latestCount?.count ?? 0 { latestCount = number }
    } else if PageNames.isPageCount(letters) {
      pageCount = number
    } else if PageNames.isPageSize(letters), (1...Self.maximumPageSize).contains(count) {
      pageSize = count
    }
  }

  /// Reads a link or a token for another page.
  private mutating func takeDirection(of name: String, _ letters: String, _ value: String, in holder: String) {
    let isLink = PageNames.links.contains(holder)
    switch PageNames.direction(letters, value, in: holder) {
    case .next where isLink: link = "\(holder): next"
    case .next: continuation = name
    case .previous: if readPageCount == 1 { predecessor = isLink ? "\(holder): previous" : name }
    case nil: break
    }
  }
}

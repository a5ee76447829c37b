package import Tables

/// Signs around the rows of a response that they are only a page of the service's result.
package struct PageSigns: Sendable {
  /// The number of rows of the whole result.
  package struct Total: Sendable, Hashable {
    /// The member that states the number.
    package let name: String
    package let count: Int
  }

  /// The maximum number of bytes of the first row, which distinguish two pages.
  package static let comparedByteCount = 1024
  private static let maximumDepth = 3
  private static let maximumTotal = 1 << 40
  private static let shownTotalCount = 3
  private static let totalNames = words("totals")
  private static let limits = words("limits")
  private static let ends = words("ends")
  private static let tokens = words("tokens")
  private static let links = words("links")
  private static let pagings = words("pagings")
  private static let holders = pagings.union(links).union(words("holders"))

  private static func words(_ key: String) -> Set<String> { Set(FieldNames.words(key, of: "pages")) }

  /// The totals of earlier pages; pages of different results state different totals.
  private var earlierTotals: [Total] = []
  /// The largest total of the latest page.
  private var latestTotal: Total?
  /// The hash of the first row of each page.
  package private(set) var beginnings: Set<UInt64> = []
  /// Whether a page occurs twice, so that the number of rows proves nothing.
  private var isRepeated = false
  /// The sign of the latest page that another page follows.
  private var continuation: String?
  /// The latest page's link to the next page, which some services add to the last page too.
  private var link: String?

  package init() {}

  private var totals: [Total] {
    earlierTotals
      + [latestTotal].compactMap(\.self).filter { latest in
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
      signs = [continuation ?? (totals.isEmpty ? link : nil)].compactMap(\.self)
    }
    return signs.isEmpty ? nil : "\(signs.joined(separator: ", ")), rows: \(rowCount)"
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
    let letters = ColumnName(name).letters
    let isLink = Self.links.contains(holder) && letters == "next"
    switch try cursor.peek() {
    case UInt8(ascii: "\""):
      let text = try cursor.string().withText(\.text)
      take(text, of: name, letters, in: holder)
    case UInt8(ascii: "{") where isLink: link = "\(holder): next"
    case UInt8(ascii: "{") where isTotal(letters, in: holder):
      // Elasticsearch counts up to a limit: `{"value":10000,"relation":"gte"}`.
      try cursor.forEachMember { (key, cursor) throws(SyntaxError) in
        switch try cursor.peek() {
        case UInt8(ascii: "{"), UInt8(ascii: "["): break
        case UInt8(ascii: "\""): if try cursor.string().raw.equals("gte") { continuation = "\(name): gte" }
        default: if key.raw.equals("value") { take(try cursor.scalar().text, of: name, letters, in: holder) }
        }
      }
    case UInt8(ascii: "{") where Self.holders.contains(letters):
      try cursor.forEachMember { (key, cursor) throws(SyntaxError) in
        try read(key, cursor, in: letters, depth: depth + 1)
      }
    case UInt8(ascii: "[") where Self.links.contains(letters):
      try cursor.forEachElement { (cursor) throws(SyntaxError) in
        try cursor.forEachMember { (key, cursor) throws(SyntaxError) in
          guard key.raw.equals("rel"), try cursor.peek() == UInt8(ascii: "\"") else { return }
          if try cursor.string().raw.equals("next") { link = "\(name): next" }
        }
      }
    case UInt8(ascii: "[") where Self.holders.contains(letters):
      try cursor.forEachElement { (cursor) throws(SyntaxError) in
        try cursor.forEachMember { (key, cursor) throws(SyntaxError) in
          try read(key, cursor, in: letters, depth: depth + 1)
        }
      }
    case UInt8(ascii: "{"), UInt8(ascii: "["): break
    default: take(try cursor.scalar().text, of: name, letters, in: holder)
    }
  }

  /// Returns whether a member is the number of rows of the whole result.
  private func isTotal(_ letters: String, in holder: String) -> Bool {
    Self.totalNames.contains(letters) || letters == "total" && (holder.isEmpty || Self.pagings.contains(holder))
  }

  /// Reads a text, a number or a Boolean; texts may contain keys of the service, so only their names are reported.
  private mutating func take(_ value: String, of name: String, _ letters: String, in holder: String) {
    if isTotal(letters, in: holder), let count = Int(value), count < Self.maximumTotal, count > latestTotal?.count ?? 0
    {
      latestTotal = Total(name: name, count: count)
    }
    let isLimit = Self.limits.contains(letters) && value == "true"
    // Rows aren't complete or last themselves.
    if isLimit || Self.ends.contains(letters) && value == "false" { continuation = "\(name): \(value)" }
    if Self.tokens.contains(letters), !["", "null", "false", "0"].contains(value) { continuation = name }
    if letters == "next", value.contains("/") || value.contains("?") {
      if Self.links.contains(holder) { link = "\(holder): next" } else { continuation = name }
    }
  }
}

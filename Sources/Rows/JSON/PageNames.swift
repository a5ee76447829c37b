/// The names of members around the rows of a response, as letters in lower case without their namespace.
enum PageNames {
  private static let nouns = words("nouns")
  private static let pageNouns = nouns + words("pagenouns")
  private static let numbers = words("numbers")
  private static let totals = Set(words("totals"))
  private static let counts = Set(words("counts"))
  private static let pageCounts = Set(words("pagecounts"))
  private static let pageSizes = Set(words("pagesizes"))
  private static let limits = Set(words("limits"))
  private static let limitPrefixes = words("limitprefixes")
  private static let ends = Set(words("ends"))
  private static let beginnings = Set(words("beginnings"))
  private static let tokens = Set(words("tokens"))
  private static let handles = words("handles")
  private static let pageHandles = [""] + handles + words("pagehandles")
  private static let pagings = Set(words("pagings"))
  static let links = Set(words("links"))
  static let holders = pagings.union(links).union(words("holders"))

  private static func words(_ key: String) -> [String] { FieldNames.words(key, of: "pages") }

  /// Returns the letters of a name without its namespace: `@odata.nextLink` and `hydra:next` become nextlink and next.
  static func letters(of name: String) -> String {
    let local = name.split { $0 == "." || $0 == ":" }.last.map(String.init)
    return ColumnName(local ?? name).letters
  }

  /// Returns whether a member is the number of rows of the whole result: `totalItems`, `records_total`.
  static func isTotal(_ letters: String, in holder: String) -> Bool {
    guard letters != "total" else { return isAroundRows(holder) }
    if totals.contains(letters) { return true }
    var noun = letters[...]
    if noun.hasPrefix("total") {
      noun.removeFirst("total".count)
    } else if noun.hasSuffix("total") {
      noun.removeLast("total".count)
    } else {
      return false
    }
    return numbers.contains(String(noun))
      || nouns.contains { word in
        noun == word || numbers.contains { noun == $0 + word || noun == word + $0 }
      }
  }

  /// Returns whether a member is a number of rows, of the whole result or of the page.
  static func isCount(_ letters: String, in holder: String) -> Bool {
    counts.contains(letters) && isAroundRows(holder)
  }

  private static func isAroundRows(_ holder: String) -> Bool { holder.isEmpty || pagings.contains(holder) }

  static func isPageCount(_ letters: String) -> Bool { pageCounts.contains(letters) }

  static func isPageSize(_ letters: String) -> Bool { pageSizes.contains(letters) }

  /// Returns whether a member states that rows follow.
  static func isContinued(_ letters: String, _ value: String) -> Bool {
    switch value {
    case "true", "1": limits.contains(letters) || limitPrefixes.contains(where: letters.hasPrefix)
    case "false": ends.contains(letters)
    default: false
    }
  }

  /// Returns whether a member states that rows precede.
  static func isPreceded(_ letters: String, _ value: String) -> Bool {
    value == "false" ? beginnings.contains(letters) : value == "true" && letters.hasPrefix("hasprev")
  }

  /// The direction of another page.
  enum Direction {
    case next
    case previous
  }

  /// Returns the direction of a link or token for another page, `next_page_url`; `nil` for another member.
  static func direction(_ letters: String, _ value: String, in holder: String) -> Direction? {
    guard !["", "null", "false", "0", "-1"].contains(value) else { return nil }
    // Airtable's token for the next page is `itr…/rec…`.
    if tokens.contains(letters) || letters == "offset" && value.contains("/") { return .next }
    guard let (direction, rest) = directed(letters) else { return nil }
    guard !rest.isEmpty else {
      // In another object, `next` may be the name of a station.
      let isPaging = pagings.contains(holder) || links.contains(holder)
      return isPaging || value == "true" || value.contains(where: "/?=".contains) ? direction : nil
    }
    let isPage = pageNouns.contains { rest.hasPrefix($0) && pageHandles.contains(String(rest.dropFirst($0.count))) }
    return isPage || handles.contains(rest) ? direction : nil
  }

  /// Returns the direction at the beginning of a name, and the rest of the name.
  private static func directed(_ letters: String) -> (Direction, rest: String)? {
    for (word, direction) in [("next", Direction.next), ("previous", .previous), ("prev", .previous)]
    where letters.hasPrefix(word) {
      return (direction, String(letters.dropFirst(word.count)))
    }
    return nil
  }
}

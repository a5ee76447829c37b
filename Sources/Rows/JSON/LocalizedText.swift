import Tables

/// A text in several languages, or wrapped in an object, in any notation that publishers use.
///
/// Examples are `[{"text": …, "language": "fi"}]` of GBFS 3, `{"translation": […]}` of GTFS, `{"fi": …, "sv": …}`,
/// `{"@value": …}` of JSON-LD, `{"type": "literal", "value": …}` of SPARQL, `{"stringValue": …}` of Firestore, `{"S": …}`
/// of DynamoDB, `{"list": [{"element": …}]}` of Parquet in BigQuery, and lists of plain texts.
package struct LocalizedText {
  let text: JSONString
  /// The language tag, if there is one.
  var language: JSONString?

  private static let maximumDepth = 4
  private static let maximumCount = 64

  /// Returns the texts of the next value in order; empty if the value is something else.
  static func all(in cursor: inout JSONViewCursor) throws(SyntaxError) -> [LocalizedText] {
    var found: [LocalizedText] = []
    try collect(&cursor, language: nil, depth: 0, found: &found)
    return found
  }

  /// Returns the index of the text to display: the one in a language, or else the first.
  static func index(of language: String?, in texts: [LocalizedText]) -> Int {
    guard let language else { return 0 }
    let matches = texts.map { $0.match(language) }
    return matches.firstIndex(of: .whole) ?? matches.firstIndex(of: .part) ?? 0
  }

  /// Returns the texts to display: all in the language of the one to display.
  static func shown(of language: String?, in texts: [LocalizedText]) -> [LocalizedText] {
    guard !texts.isEmpty else { return [] }
    let shown = texts[index(of: language, in: texts)].language?.raw.text
    return texts.filter { $0.language?.raw.text == shown }
  }

  /// Returns whether the text is in a language.
  func match(_ wanted: String) -> LanguageMatch {
    language.map { LanguageMatch($0.raw.text, wanted: wanted, separators: "-_") } ?? .none
  }

  /// Whether the language tag isn't a word with another meaning, such as `id` or `no`.
  private var isInKnownLanguage: Bool { language.map { FieldNames.languageTags.contains($0.raw.text) } ?? false }

  /// Whether the text is a position rather than a name.
  var isCoordinate: Bool { text.withText { CoordinateTextParser.parse($0.trimmed) } != nil }

  private static func collect(
    _ cursor: inout JSONViewCursor,
    language: JSONString?,
    depth: Int,
    found: inout [LocalizedText]
  ) throws(SyntaxError) {
    guard depth <= maximumDepth else { return try cursor.skip() }
    switch try cursor.peek() {
    case UInt8(ascii: "\""):
      let text = try cursor.string()
      if text.raw.trimmed.count > 0, found.count < maximumCount {
        found.append(LocalizedText(text: text, language: language))
      }
    case UInt8(ascii: "["):
      try cursor.forEachElement { (cursor) throws(SyntaxError) in
        try collect(&cursor, language: language, depth: depth + 1, found: &found)
      }
    case UInt8(ascii: "{"): try collectMembers(&cursor, outer: language, depth: depth, found: &found)
    default: try cursor.skip()
    }
  }

  /// Reads an object with a text and optionally its language, or with a text for each language.
  private static func collectMembers(
    _ cursor: inout JSONViewCursor,
    outer: JSONString?,
    depth: Int,
    found: inout [LocalizedText]
  ) throws(SyntaxError) {
    var texts: [LocalizedText] = []
    var translations: [LocalizedText] = []
    var language = outer
    var otherCount = 0
    try cursor.forEachMember { (key, cursor) throws(SyntaxError) in
      if isKey(key.raw, among: languageKeys), try cursor.peek() == UInt8(ascii: "\"") {
        language = try cursor.string()
      } else if isKey(key.raw, among: textKeys) {
        try collect(&cursor, language: nil, depth: depth + 1, found: &texts)
      } else if isLanguage(key.raw) {
        try collect(&cursor, language: key, depth: depth + 1, found: &translations)
      } else {
        otherCount += 1
        try cursor.skip()
      }
    }
    if texts.isEmpty {
      // Next to names in languages may be their sounds: `{"ja": …, "en": …, "kana": …}`.
      let certainCount = otherCount == 0 ? 0 : translations.count { $0.isInKnownLanguage }
      found += otherCount == 0 || certainCount > 1 && certainCount >= otherCount ? translations : []
    } else {
      for text in texts { found.append(LocalizedText(text: text.text, language: text.language ?? language)) }
    }
  }

  private static func isKey(_ key: ByteView, among keys: [StaticString]) -> Bool {
    keys.contains { key.equals($0) }
  }

  private static let languageKeys: [StaticString] = [
    "language", "lang", "@language", "xml:lang", "@xml:lang", "locale", "languageCode", "language_code", "lang_code",
  ]

  private static let textKeys: [StaticString] = [
    "text", "value", "@value", "#text", "_text", "$t", "$oid", "content", "name", "label", "title", "translation",
    "translations", "stringValue", "S", "list", "element",
  ]

  /// The keys of numbers in the typed values of MongoDB, Firestore and DynamoDB.
  private static let numberKeys: [StaticString] = [
    "$numberDouble", "$numberDecimal", "$numberInt", "$numberLong", "doubleValue", "integerValue", "N",
  ]

  /// Returns whether a key in a wrapper has the number that is wrapped.
  static func isKeyOfNumber(_ key: ByteView) -> Bool { isKey(key, among: textKeys) || isKey(key, among: numberKeys) }

  /// The meaning of a key in an object with a value.
  package enum KeyMeaning {
    /// The text or number, next to its type or language.
    case text
    /// The language of the text.
    case language
  }

  /// Returns the meaning of a key; `nil` if it has another one.
  package static func meaning(ofKey key: String) -> KeyMeaning? {
    ByteView.over(Array(key.utf8)) { isKeyOfNumber($0) ? .text : isLanguage($0) ? .language : nil }
  }

  /// Returns whether a key is a language tag (RFC 5646), or a word for no language.
  private static func isLanguage(_ key: ByteView) -> Bool {
    if isKey(key, among: wordsForNone) { return true }
    var length = 0
    while length < key.count, isLetter(key.byte(at: length)) { length += 1 }
    guard length == 2 || length == 3 && isKey(key.part(0..<length), among: longTags) else { return false }
    guard length < key.count else { return true }
    let mark = key.byte(at: length)
    return (mark == UInt8(ascii: "-") || mark == UInt8(ascii: "_")) && key.count <= 12
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A }

  private static let wordsForNone: [StaticString] = ["und", "default", "local", "native", "original"]
  private static let longTags: [StaticString] = [
    "kor", "eng", "jpn", "zho", "chi", "deu", "ger", "fra", "fre", "spa", "ita", "por", "rus", "fin", "swe", "nor",
    "dan", "nld", "dut", "pol", "ces", "est", "cat", "eus", "glg", "cym", "gle", "yue", "cmn", "ara", "heb", "tha",
    "tur", "ukr", "ell", "gre", "bul", "ron", "hun", "hrv", "srp", "slk", "slv", "lit", "lav", "hin", "ben", "tam",
    "urd", "vie", "ind", "msa", "fas", "kat", "hye", "isl", "mkd", "sqi", "kaz", "mon", "nob", "nno",
  ]
}

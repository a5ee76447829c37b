import Domain
import System
package import Tables

/// The tables of words for an import; each reader has its own.
package final class ImportVocabulary {
  /// The fields of properties and columns.
  package let fields: FieldTable
  /// The words for categories, as row indexes of the category table.
  package let categories = Tables.categories
  /// The names of Overture's taxonomy, including names that belong to no category.
  ///
  /// Words of other vocabularies are left out: the `food` branch of shops isn't what users mean by the word.
  lazy var taxonomy = Tables.taxonomy
  /// The steps of Foursquare's labels, including steps that belong to no category.
  lazy var foursquare = Tables.foursquare
  /// The steps of services' category paths, and the tags that this program writes in their place.
  package lazy var paths = Tables.paths.adding(pathNames)
  private let pathNames: [Service.KindName]
  private lazy var newShops = Tables.newShops
  private lazy var oldShops = Tables.oldShops
  private lazy var industries = Tables.industries
  private lazy var licences = Tables.licences
  package let meanings = Tables.meanings
  package let railwayStation = Kind(slug: "railway-station").map { Int($0.number) }
  /// The words for a closed place, and the codes.
  private let closed: WordTable
  private let closedCodes: WordTable
  /// The language of displayed names.
  let language: String?
  /// Whether the `type` of an object isn't a type of place.
  let ignoresType: Bool
  /// The dataset's own words for categories, with their meanings; empty for most datasets.
  private let ownWords: [[UInt8]: CategoryMeaning]

  private static let closedWords = FieldNames.words("words", of: "closed")
  private static let closedStatusCodes = FieldNames.words("codes", of: "closed")
  private static let tableOfClosedWords = WordTable(closedWords.map { ($0, 1) })
  private static let tableOfClosedCodes = WordTable(closedStatusCodes.map { ($0, 1) })
  private static let tableOfClosedLicences = WordTable(
    (closedStatusCodes + FieldNames.words("licences", of: "closed")).map { ($0, 1) }
  )
  private static let closedParts = FieldNames.words("parts", of: "closed").map { Array($0.utf8) }
  private static let closedStates = FieldNames.words("states", of: "closed").map { Array($0.utf8) }

  package init(_ names: FieldNames = FieldNames()) {
    fields = FieldTable(names)
    pathNames = names.pathNames
    language = names.language
    ignoresType = names.refused.contains("type")
    var ownWords: [[UInt8]: CategoryMeaning] = [:]
    for (word, category) in names.dataset?.words ?? [] { ownWords[Array(word.utf8)] = CategoryMeaning(category) }
    self.ownWords = ownWords
    let states = names.dataset?.closedStates ?? []
    closed = states.isEmpty ? Self.tableOfClosedWords : WordTable((Self.closedWords + states).map { ($0, 1) })
    closedCodes = names.dataset?.isOfLicences == true ? Self.tableOfClosedLicences : Self.tableOfClosedCodes
  }

  /// Returns the meaning of a word in a category column; `nil` for an unknown word.
  package func meaning(ofWord word: ByteView) -> CategoryMeaning? {
    if !ownWords.isEmpty, let own = ownWords[word.array] { return own }
    if let meaning = meaning(categories.value(ofWordOrPlural: word)) { return meaning }
    // Programs write `carPark` for a car park.
    guard let parts = word.partsOfCamel else { return nil }
    return ByteView.over(parts) { meaning(categories.value(of: $0)) }
  }

  package func meaning(_ row: UInt16?) -> CategoryMeaning? { row.map { meanings[Int($0)] } }

  /// Returns the kinds of some groups; the kinds without a group if there are no groups.
  package func kinds(ofGroups groups: UInt32) -> CategoryMask {
    guard groups != 0 else { return Tables.kindsOfGroups[Int(CategoryMeaning.noGroup)] }
    var kinds = CategoryMask.none
    for group in 0..<Int(CategoryMeaning.noGroup) where groups >> UInt32(group) & 1 == 1 {
      kinds.formUnion(Tables.kindsOfGroups[group])
    }
    return kinds
  }

  /// Returns the meaning of a code; `nil` if it isn't in the tables.
  ///
  /// The codes are 상권업종소분류코드 of shops, since 2023 (`I20101`) and before (`Q01A01`), 표준산업분류코드 (`I56111`), and 개방서비스아이디
  /// of licences (`07_24_04_P`).
  package func meaning(ofCode code: ByteView, in field: ImportField) -> CategoryMeaning? {
    switch field {
    case .semasCode:
      // New codes have only digits after the letter: `I20101`; old codes don't: `Q01A01`.
      let isOld = code.count > 3 && code.byte(at: 3) >= 0x41
      return meaning((isOld ? oldShops : newShops).value(ofLongestPrefixOf: code))
    case .ksicCode: return meaning(industries.value(ofLongestPrefixOf: code))
    case .licenceCode:
      // Codes are written `07_24_04_P` or `072404`.
      let digits = code.array.filter { $0 >= 0x30 && $0 <= 0x39 }
      return meaning(ByteView.over(digits) { licences.value(ofLongestPrefixOf: $0) })
    default: return nil
    }
  }

  /// Returns whether a word means yes.
  func isYes(_ word: ByteView) -> Bool { Self.yes.contains(word.text.lowercased()) }
  /// Returns whether a word means no.
  func isNo(_ word: ByteView) -> Bool { Self.no.contains(word.text.lowercased()) }

  private static let yes = Set(FieldNames.words("yes", of: "flags"))
  private static let no = Set(FieldNames.words("no", of: "flags"))

  /// Returns whether a text in a column of closing dates means a closed place: a past day, or yes.
  func isPast(_ date: ByteView) -> Bool { ClosingDate.isPast(date, today: Self.today) || isYes(date) }

  /// Returns whether a text in a column of yes and no means a closed place: yes, or a past day with its year.
  func isClosedFlag(_ text: ByteView) -> Bool {
    isYes(text) || isClosed(text) || ClosingDate.isPast(text, today: Self.today, isPastWithoutYear: false)
  }

  private static let today = CivilDay(daysSince1970: time(nil) / 86_400)

  /// Returns whether a state means a closed place.
  ///
  /// If the state may belong to an order or an application (`isCertain` is false), only plain words count.
  package func isClosed(_ state: ByteView, isCertain: Bool = true) -> Bool {
    if closed.value(of: state) != nil { return true }
    if isCertain, closedCodes.value(of: state) != nil { return true }
    // Korean syllables begin with a non-ASCII byte, which rules out most other states.
    guard state.count >= 6, state.byte(at: 0) >= 0xE0 else { return false }
    if let folded = WordTable.folded(state) { return ByteView.over(folded) { hasClosedPart($0, isCertain: isCertain) } }
    return hasClosedPart(state, isCertain: isCertain)
  }

  private func hasClosedPart(_ state: ByteView, isCertain: Bool) -> Bool {
    func has(_ parts: [[UInt8]]) -> Bool { parts.contains { ByteView.over($0) { state.contains($0) } } }
    return has(Self.closedParts) || isCertain && has(Self.closedStates)
  }
}

extension ImportVocabulary {
  /// Returns whether a key with a value, or with one of several values as in `cafe;bar`, is a known OpenStreetMap tag.
  static func isTag(_ key: String, _ value: String) -> Bool {
    ByteView.over(Array(key.utf8)) { key in
      value.split(separator: ";").contains { part in
        ByteView.over(Array(part.utf8)) { Tables.categories.value(ofKey: key, value: $0.trimmed) != nil }
      }
    }
  }

  /// Returns whether a text, a step of it, or a part of it is a word for a group or a kind.
  static func isKind(_ text: String) -> Bool {
    ByteView.over(Array(text.utf8)) { text in
      var isKind = false
      text.trimmed.forEachStep { step in
        if Tables.categories.value(ofWordOrPlural: step) != nil { isKind = true }
        step.forEachPart { if Tables.categories.value(ofWordOrPlural: $0.trimmed) != nil { isKind = true } }
        return isKind
      }
      return isKind
    }
  }

  /// The tables that are the same for every reader.
  ///
  /// Each is made by the first reader that uses it.
  private enum Tables {
    package static let categories = WordTable(.words, .osm, .overture, .korean, .foreign)
    static let taxonomy = WordTable(.overture, isWithNone: true)
    static let foursquare = WordTable(.foursquare, isWithNone: true)
    package static let paths = WordTable(.words, .osm)
    static let newShops = WordTable(.semas, isWithNone: true)
    static let oldShops = WordTable(.oldSemas, isWithNone: true)
    static let industries = WordTable(.ksic, isWithNone: true)
    static let licences = WordTable(.localdata, isWithNone: true)
    static let meanings = CategoryTable.standard.rows.map { CategoryMeaning($0.category) }
    /// The kinds of each group, then the kinds without a group.
    static let kindsOfGroups: [CategoryMask] = {
      var kinds = [CategoryMask](repeating: .none, count: Int(CategoryMeaning.noGroup) + 1)
      for meaning in meanings { kinds[Int(meaning.group)].formUnion(meaning.kinds) }
      return kinds
    }()
  }
}

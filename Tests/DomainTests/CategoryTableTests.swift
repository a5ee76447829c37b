import Testing

@testable import Domain

@Suite struct CategoryTableTests {
  private let rows = CategoryTable.standard.rows
  private static let everyCategory = CategoryGroup.allCases.map(PlaceCategory.group) + Kind.all.map(PlaceCategory.kind)

  @Test func `there are 18 groups and their codes, slugs and ordinals differ`() {
    #expect(CategoryGroup.allCases.count == 18)
    #expect(Set(CategoryGroup.allCases.map(\.code)).count == 18)
    #expect(Set(CategoryGroup.allCases.map(\.slug)).count == 18)
    #expect(CategoryGroup.allCases.map(\.ordinal) == Array(0..<18))
  }

  @Test func `the table has a row for each group, in order, and one for words without a category`() {
    let groups = rows.compactMap { row in if case .group(let group) = row.category { group } else { nil } }
    #expect(groups == CategoryGroup.allCases)
    #expect(rows.filter { $0.category == nil }.map(\.slug) == ["none"])
    #expect(Set(rows.map(\.slug)).count == rows.count)
    func lines(_ row: CategoryTable.Row) -> [EmbeddedFile] {
      row.text.parts(between: UInt8(ascii: "\n")).filter { !$0.isEmpty }
    }
    let starts = CategoryTable.Vocabulary.allCases.map { "  \($0.rawValue) ".utf8 }
    #expect(rows.allSatisfy { row in lines(row)[0].starts(with: "\(row.slug) | \(row.parent) |".utf8) })
    let lines = rows.flatMap { lines($0).dropFirst() }
    #expect(lines.allSatisfy { line in starts.contains { line.starts(with: $0) } })
    for row in rows where row.category?.group.map({ row.category == .group($0) }) == true {
      #expect(row.slug == row.category?.slug)
    }
  }

  @Test(arguments: CategoryTable.Vocabulary.allCases)
  func `no word of a vocabulary is in two rows, or twice in one`(vocabulary: CategoryTable.Vocabulary) {
    var owners: [String: String] = [:]
    for row in rows {
      for word in row.words(in: vocabulary) {
        #expect(owners[CategoryTable.folded(word)] == nil, "\(word): \(row.slug)")
        owners[CategoryTable.folded(word)] = row.slug
      }
    }
  }

  @Test func `a word means the same in every vocabulary`() {
    for row in rows {
      for vocabulary in CategoryTable.Vocabulary.allCases {
        // Pensions are paid by an office to Overture, and rooms in Korea.
        for word in row.words(in: vocabulary) where !word.hasPrefix("*") && word != "pension" {
          let typed = PlaceCategory(word: word)
          // A branch of a taxonomy may have the everyday name of a kind within it, or the reverse.
          #expect(!typed.isKnown || typed.group == row.category?.group, "\(word): \(row.slug)")
        }
      }
    }
  }

  @Test func `words that people type are in lower case, and tags are keys with values`() {
    for row in rows {
      for word in row.words(in: .words) { #expect(word.lowercased() == word && !word.contains("_"), "\(word)") }
      for tag in row.words(in: .osm) {
        let parts = tag.split(separator: "=")
        #expect(parts.count == 2, "\(tag)")
      }
    }
  }

  @Test func `a kind comes before its ancestors, and the last one is its group`() {
    for kind in Kind.all {
      #expect(kind.wider.allSatisfy { $0 > kind && $0.group == kind.group }, "\(kind.slug)")
      #expect(Kind(slug: kind.slug) == kind)
      #expect(PlaceCategory(word: kind.slug) == .kind(kind))
    }
    #expect(Kind(slug: "pediatrics")?.wider.map(\.slug) == ["doctor"])
    #expect(Kind(slug: "pediatrics")?.group == .hospital)
    #expect(Kind(slug: "hospital") == nil)
  }

  @Test(arguments: everyCategory)
  func `every word of a category finds it, whatever its case`(category: PlaceCategory) {
    for word in category.words {
      #expect(PlaceCategory(word: word) == category, "\(word)")
      #expect(PlaceCategory(word: word.uppercased()) == category, "\(word)")
    }
    if case .group(let group) = category { #expect(PlaceCategory(word: group.koreanName) == category) }
  }

  @Test(arguments: [
    ("gas_station", "gas"), ("gas station", "gas"), ("충전소", "charging"), ("주유소", "gas"), ("pm9", "pharmacy"),
    ("식당", "restaurant"), ("호텔", "hotel"), ("커피", "cafe"), ("지하철역", "subway"), ("치과", "dentist"),
    ("dentist", "dentist"), ("doctor", "doctor"), ("museum", "museum"), ("영화관", "cinema"), ("빵집", "bakery"),
    ("어린이집", "daycare"), ("유치원", "preschool"), ("kindergarten", "kindergarten"), ("Café", "cafe"),
    ("post office", "post-office"), ("화장실", "toilets"), ("AED", "aed"), ("와이파이", "wifi"), ("any", "any"),
    ("EV-Charging", "ev-charging"), ("공원", "park"), ("백화점", "department-store"), ("clinic", "hospital"),
    ("fuel station", "gas"), ("tube-station", "subway"), ("corner store", "convenience"), ("grocer", "supermarket"),
    ("medical clinic", "hospital"), ("Dental Office", "dentist"), ("veterinary clinic", "veterinary"),
    ("nursery school", "preschool"), ("childcare center", "daycare"), ("junior high school", "middle-school"),
    ("public library", "library"), ("apothecary", "pharmacy"), ("coffee house", "cafe"), ("car parking", "parking"),
    ("fast\u{A0}food", "fast-food"), ("\u{FEFF}cafe", "cafe"), ("ＣＡＦＥ", "cafe"), ("post\u{2010}office", "post-office"),
    // Decomposed Hangul, as macOS writes it.
    ("\u{1109}\u{1175}\u{11A8}\u{1103}\u{1161}\u{11BC}", "restaurant"),
  ])
  func `a word names a group, a kind or any`(word: String, slug: String) {
    #expect(PlaceCategory(word: word).slug == slug)
    #expect(PlaceCategory(word: word).isKnown)
  }

  @Test(arguments: [
    ("Apotheke", "pharmacy"), ("Аптека", "pharmacy"), ("薬局", "pharmacy"), ("Tankstelle", "gas"),
    ("Zahnarzt", "dentist"),
    ("boulangerie", "bakery"), ("ÉCOLE MATERNELLE", "preschool"), ("borne-de-recharge", "ev-charging"),
  ])
  func `a word of another language names its kind`(word: String, slug: String) {
    #expect(PlaceCategory(word: word).slug == slug && PlaceCategory(word: word).isKnown)
  }

  @Test(
    arguments: [
      ("hospital", "amenity=hospital"), ("gas", "amenity=fuel"), ("bank", "amenity=bank"), ("cafe", "amenity=cafe"),
      ("kindergarten", "amenity=kindergarten"), ("supermarket", "shop=supermarket"), ("lodging", nil), ("culture", nil),
    ] as [(String, String?)]
  )
  func `a group's word means the places of one tag, unless it is a word for the group`(word: String, tag: String?) {
    #expect(PlaceCategory(word: word).group?.plainTag == tag)
  }

  @Test(arguments: [
    ("category_name=hospital", "hospital", "category_name=hospital"), ("category_name=Klinik", "Klinik", "Klinik"),
    ("category_name=amenity=hospital", "amenity=hospital", "amenity=hospital"),
    ("category_name=", "category_name=", "category_name="),
  ])
  func `a source category is written with its field if its word means a group`(
    word: String,
    category: String,
    slug: String
  ) {
    #expect(PlaceCategory(word: word) == .source(category))
    #expect(PlaceCategory.source(category).slug == slug)
    #expect(PlaceCategory(word: slug) == .source(category))
  }

  @Test func `a word for some places of a kind is distinct from the word for all`() {
    let words = ["공원", "park", "치과", "빵집", "버스정류장", "지하철역", "night-club", "amenity=toilets", "어린이공원", "공중화장실"]
    #expect(words.filter { Kind.widened(from: $0) != nil } == ["어린이공원", "공중화장실"])
  }

  @Test(arguments: ["", "gass", "OL8", "스타벅스", "김밥", "amenity=toilets", "amenity=*", "한식 음식점업", "italian_restaurant"])
  func `other words are categories of a source`(word: String) {
    #expect(PlaceCategory(word: word) == .source(word))
  }

  @Test(
    arguments: [
      ("amenity=toilets", "toilets"), ("amenity=fuel", "gas"), ("invented_restaurant", "restaurant"),
      ("sports_museum", "museum"), ("I20199", "korean-restaurant"), ("Q12A01", "cafe"),
      ("animal_hospital", "veterinary"),
      ("빵/도넛", "bakery"), ("restaurant_management", nil), ("oxygen_bar", nil), ("amenity=invented", nil),
    ] as [(String, String?)]
  )
  func `a category of a source means the row that lists it`(word: String, slug: String?) {
    #expect(PlaceCategory.source(word).meaning?.slug == slug)
  }

  @Test func `a tag means exactly its kind if no other tag does`() {
    var exact: Set<String> = []
    for row in CategoryTable.standard.rows {
      for tag in row.words(in: .osm) {
        guard let meaning = PlaceCategory.source(tag).exactMeaning else { continue }
        exact.insert(tag)
        #expect(meaning == PlaceCategory.source(tag).meaning)
        let values = meaning.words(ofVocabulary: "osm").map { $0.drop { $0 != "=" } }
        #expect(values.allSatisfy { $0.prefix(6) == values[0].prefix(6) }, "\(tag)")
      }
    }
    #expect(exact.count > 90)
    #expect(exact.isSuperset(of: ["amenity=toilets", "amenity=doctors", "healthcare=dentist", "amenity=parking"]))
    #expect(exact.isDisjoint(with: ["amenity=bank", "amenity=fuel", "amenity=school", "shop=pastry", "leisure=park"]))
    #expect(PlaceCategory.source("amenity=*").exactMeaning == nil && PlaceCategory(word: "gas").exactMeaning == nil)
  }

  @Test func `the words of a row are the table's words of its vocabularies`() {
    let all = CategoryTable.Vocabulary.allCases
    for row in rows {
      var words: [String] = []
      row.forEachWord(in: all) { words.append(CategoryTable.folded($0.text)) }
      let table: [String] = all.flatMap(row.words)
      #expect(words.sorted() == table.map(CategoryTable.folded).sorted())
      // Each line has the words after its vocabulary; the first line has them after the second bar.
      let lines = row.text.text.split(separator: "\n")
      let first = lines[0].split(separator: "|", omittingEmptySubsequences: false)[2]
      let all: [Substring] = [first] + lines.dropFirst().map { $0.drop { $0 == " " }.drop { $0 != " " } }
      let listed: [Substring] = all.flatMap { $0.split(separator: " ") }
      #expect(words == listed.map { CategoryTable.folded(String($0)) })
      var typed: [String] = []
      row.forEachWord(in: [.words]) { typed.append($0.text) }
      #expect(typed == row.words(in: .words))
    }
  }
}

extension CategoryTableTests {
  @Test func `the words of open data are listed by vocabulary, the words of kinds also with their group`() {
    let names = ["osm", "overture", "foursquare", "korean", "foreign", "semas", "ksic", "localdata"]
    func words(_ category: PlaceCategory) -> [String: [String]] {
      #expect(category.vocabularies.map(\.name) == names)
      return Dictionary(uniqueKeysWithValues: category.vocabularies.map { ($0.name, $0.words) })
    }
    let cafe = words(.group(.cafe))
    #expect(cafe["semas"] == ["I21201", "Q12"] && cafe["korean"]?.contains("커피 전문점") == true)
    #expect(PlaceCategory.group(.gas).words(ofVocabulary: "osm") == ["amenity=fuel", "amenity=charging_station"])
    #expect(PlaceCategory.group(.gas).words(ofVocabulary: "invented").isEmpty)
    #expect(words(.group(.hospital))["osm"]?.contains("amenity=dentist") == true)
    #expect(words(PlaceCategory(word: "doctor"))["overture"]?.contains("pediatrician") == true)
    #expect(PlaceCategory.vocabulariesOfNone.first { $0.name == "semas" }?.words.contains("G20507") == true)
  }

  @Test(arguments: [
    ("cafes", "cafe"), ("restaurants", "restaurant"), ("Pharmacies", "pharmacy"), ("gas-stations", "gas"),
    ("gas stations", "gas"), ("museums", "museum"), ("bakeries", "bakery"), ("dentists", "dentist"),
    ("libraries", "library"), ("bus_stops", "bus-stop"), ("HOTELS", "hotel"),
  ])
  func `an English plural has the meaning of its singular`(plural: String, singular: String) {
    #expect(PlaceCategory(word: plural) == PlaceCategory(word: singular) && PlaceCategory(word: plural).isKnown)
  }

  @Test(arguments: ["cafess", "s", "ss", "gass", "카페s", "amenity=bars", "shops", "xs", "cs2s", "ces"])
  func `a word that isn't a plural stays the source's own category`(word: String) {
    #expect(PlaceCategory(word: word) == .source(word))
  }
}

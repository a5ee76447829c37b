import Testing

@testable import Domain

@Suite struct CategoryGroupTests {
  @Test func `there are 18 groups and their codes, slugs and ordinals differ`() {
    #expect(CategoryGroup.allCases.count == 18)
    #expect(Set(CategoryGroup.allCases.map(\.code)).count == 18)
    #expect(Set(CategoryGroup.allCases.map(\.slug)).count == 18)
    #expect(CategoryGroup.allCases.map(\.ordinal) == Array(0..<18))
  }

  @Test func `no word names two groups`() {
    var owners: [String: CategoryGroup] = [:]
    for group in CategoryGroup.allCases {
      for word in group.words {
        #expect(owners[word] == nil, "\(word)")
        owners[word] = group
      }
    }
  }

  @Test(arguments: CategoryGroup.allCases)
  func `every word of a group finds it, whatever its case`(group: CategoryGroup) {
    for word in group.words {
      #expect(CategoryGroup(word: word) == group)
      #expect(CategoryGroup(word: word.uppercased()) == group)
    }
    #expect(CategoryGroup(word: group.koreanName) == group)
  }

  @Test(arguments: [("gas_station", CategoryGroup.gas), ("gas station", .gas), ("충전소", .gas), ("pm9", .pharmacy)])
  func `spellings are forgiven`(word: String, group: CategoryGroup) {
    #expect(CategoryGroup(word: word) == group)
  }

  @Test(
    arguments: [
      ("식당", .restaurant), ("맛집", .restaurant), ("호텔", .lodging), ("커피", .cafe), ("마트", .supermarket),
      ("지하철", .subway), ("역", .subway), ("부동산", .realtor), ("영화관", .culture), ("박물관", .culture), ("도서관", .culture),
      ("치과", .hospital), ("의원", .hospital), ("한의원", .hospital), ("주차", .parking), ("대학교", .school),
      ("동물원", .attraction),
      ("우체국", .public), ("경찰서", .public), ("모텔", .lodging), ("슈퍼", .supermarket), ("할인점", .supermarket),
      ("빵집", .restaurant), ("술집", .restaurant), ("카페", .cafe), ("소아과", .hospital), ("어린이집", .kindergarten),
      ("cinema", .culture), ("library", .culture), ("dentist", .hospital), ("Café", .cafe), ("university", .school),
      ("post office", .public), ("grocery", .supermarket), ("bar", .restaurant), ("chemist", .pharmacy),
      // As macOS writes Hangul: letter by letter.
      ("\u{1109}\u{1175}\u{11A8}\u{1103}\u{1161}\u{11BC}", .restaurant),
    ] as [(String, CategoryGroup)]
  )
  func `everyday words name their group`(word: String, group: CategoryGroup) {
    #expect(CategoryGroup(word: word) == group)
  }

  @Test func `an everyday word is written as it is looked up, and open data means the same by it`() {
    for (group, words) in EverydayVocabulary.words {
      for word in words.split(whereSeparator: \.isWhitespace) {
        #expect(word.lowercased() == word && !word.contains("_"), "\(word)")
        let inOpenData = CategoryVocabulary.group(of: String(word.map { $0 == "-" ? "_" : $0 }))
        #expect(inOpenData == nil || inOpenData == group, "\(word)")
      }
    }
  }

  @Test func `tags and categories of open data are listed by group`() {
    #expect(CategoryGroup.gas.tags.contains("amenity=fuel"))
    #expect(CategoryGroup.restaurant.overtureCategories.contains("*_restaurant"))
    for group in CategoryGroup.allCases {
      for word in group.tags + group.overtureCategories where !word.hasPrefix("*") {
        #expect(CategoryGroup(word: word) == group, "\(word)")
      }
    }
  }

  @Test(arguments: ["", "gass", "OL8", "주유", "스타벅스", "김밥", "공원", "park", "백화점", "기차역"])
  func `other words name none`(word: String) {
    #expect(CategoryGroup(word: word) == nil)
  }
}

import Domain
import Testing

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

  @Test(arguments: ["", "gass", "OL8", "주유"])
  func `other words name none`(word: String) {
    #expect(CategoryGroup(word: word) == nil)
  }
}

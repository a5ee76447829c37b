import Testing

@testable import Domain

@Suite struct OvertureVocabularyTests {
  @Test func `no category stands in two groups`() {
    var owners: [Substring: CategoryGroup] = [:]
    for (group, names) in OvertureVocabulary.categories {
      for name in names.split(whereSeparator: \.isWhitespace) {
        #expect(owners[name] == nil, "\(name)")
        owners[name] = group
      }
    }
    #expect(Set(owners.values).count == 18)
  }

  @Test func `every category that is written out names its group, whatever else the word may mean`() {
    for (group, names) in OvertureVocabulary.categories {
      for name in names.split(whereSeparator: \.isWhitespace) where name.first != "*" {
        #expect(CategoryGroup(word: String(name)) == group, "\(name)")
      }
    }
  }

  @Test(
    arguments: [
      ("gas_station", .gas), ("gas-station", .gas), ("Gas Station", .gas), ("ev_charging_station", .gas),
      ("afghan_restaurant", .restaurant), ("invented_restaurant", .restaurant), ("sports_museum", .culture),
      ("coffee_shop", .cafe), ("internet_cafe", nil), ("childrens_hospital", .hospital), ("animal_hospital", nil),
      ("atms", .bank), ("department_store", nil), ("train_station", nil), ("oxygen_bar", nil),
      ("skate_park", nil), ("restaurant_management", nil), ("_restaurant", nil),
      ("restaurants", nil), ("real_estate_agent", .realtor), ("ryokan", .lodging), ("driving_school", .academy),
      ("high_school", .school), ("police_department", .public), ("liquor_store", nil),
    ] as [(String, CategoryGroup?)]
  )
  func `a category names the group that Kakao would put it in`(word: String, group: CategoryGroup?) {
    #expect(CategoryGroup(word: word) == group)
  }
}

import Domain
import TestSupport
import Testing

@testable import PlaceIndex

@Suite struct OvertureImportTests {
  /// Returns a feature with the properties of every example of the schema.
  private func feature(_ properties: String, id: String = "overture:places:place:1", at: String = "[4.35,50.85]")
    -> String
  {
    """
    {"id":"\(id)","type":"Feature","geometry":{"type":"Point","coordinates":\(at)},"properties":{\
    "theme":"places","type":"place","version":1,"emails":["info@example.com"],\
    "socials":["https://www.twitter.com/example"],\
    "brand":{"names":{"primary":"Invented Brand"},"wikidata":"Q1000"},\
    "sources":[{"property":"","dataset":"metaPlaces","record_id":"10101"}],\(properties)}}
    """
  }

  private let named = """
    "names":{"primary":"Invented Place","common":{"es":"Algo"},"rules":[{"variant":"short","value":"IP"}]}
    """

  @Test func `a place of the current schema keeps every field`() throws {
    let imported = try ImportedPlaces(
      feature(
        """
        \(named),"basic_category":"casual_eatery","taxonomy":{"primary":"gas_station_sushi",\
        "hierarchy":["food_and_drink","restaurant","casual_eatery","gas_station_sushi"],\
        "alternates":["gas_station","sushi_restaurant"]},\
        "categories":{"primary":"gas_station_sushi","alternate":["gas_station","sushi_restaurant"]},\
        "confidence":0.85,"websites":["https://www.example.com"],"phones":["+32 1207"],\
        "addresses":[{"freeform":"1 Invented Ave","locality":"Austin","region":"US-TX","postcode":"1","country":"US"},\
        {"freeform":"2 Other Ave"}],"operating_status":"open"
        """
      )
    )
    #expect(
      imported.rows == [
        ImportedPlaces.Row(
          id: "overture:places:place:1",
          name: "Invented Place",
          latitude: 50.85,
          longitude: 4.35,
          phone: "+32 1207",
          lotAddress: "1 Invented Ave, Austin, US-TX, US",
          roadAddress: "",
          url: "https://www.example.com",
          sourceCategory: "food_and_drink > restaurant > casual_eatery > gas_station_sushi",
          group: .restaurant,
          groups: [.restaurant, .gas],
          kinds: ["japanese-restaurant"],
          words: ["casual_eatery", "gas_station_sushi", "gas_station", "sushi_restaurant"]
        )
      ]
    )
  }

  @Test func `the lists of BigQuery are read like lists`() throws {
    func places(_ list: ([String]) -> String) throws -> [ImportedPlaces.Row] {
      let properties = """
        \(named),"categories":{"primary":"bakery","alternate":\(list([#""cafe""#]))},\
        "websites":\(list([#""https://a.b""#])),"phones":\(list([#""+32 1""#, #""+32 2""#])),"addresses":\(list([#"{"freeform":"1 Main St","country":"US"}"#]))
        """
      return try ImportedPlaces(feature(properties)).rows
    }
    let rows = try places { "[\($0.joined(separator: ","))]" }
    #expect(rows.map(\.url) == ["https://a.b"] && rows.map(\.lotAddress) == ["1 Main St, US"])
    #expect(try places { #"{"list":[\#($0.map { #"{"element":\#($0)}"# }.joined(separator: ","))]}"# } == rows)
  }

  @Test func `nulls and absent properties have no value`() throws {
    let imported = try ImportedPlaces(
      feature(
        """
        "categories":null,"confidence":null,"websites":null,"phones":[null],"basic_category":null,"taxonomy":null,\
        "addresses":[{"freeform":null,"locality":"Sydney","postcode":null,"region":"NSW","country":"AU"}],\
        "names":{"primary":"Invented Place","common":null,"rules":null},"operating_status":null
        """
      )
    )
    let row = try #require(imported.rows.first)
    #expect(row.name == "Invented Place" && row.lotAddress == "Sydney, NSW, AU")
    #expect(
      row.phone.isEmpty && row.url.isEmpty && row.sourceCategory.isEmpty && row.group == nil && row.groups.isEmpty
    )
  }

  @Test func `a feature of the 2023 schema has a name and a derived id`() throws {
    let old = """
      {"type":"Feature","properties":{"names":{"common":[{"value":"Invented Zwembad","language":"local"},\
      {"value":"Invented Pool","language":"en"}]}},"geometry":{"type":"Point","coordinates":[5.1330209,52.113261]}}
      """
    let rows = try ImportedPlaces("{\"type\":\"FeatureCollection\",\"features\":[\(old)]}").rows
    #expect(rows.map(\.name) == ["Invented Zwembad"])
    #expect(rows.map(\.id) == (try ImportedPlaces(old).rows.map(\.id)))
    #expect(rows.allSatisfy { $0.id.hasPrefix("~") })
  }

  @Test(
    arguments: [
      (#""categories":{"primary":"coffee_shop","alternate":null}"#, "coffee_shop", CategoryGroup.cafe, [.cafe]),
      (
        #""categories":{"primary":"thai_restaurant","alternate":["bar"]}"#, "thai_restaurant", .restaurant,
        [.restaurant]
      ),
      (#""categories":{"primary":"some_category"}"#, "some_category", nil, []),
      (#""categories":{"primary":"florist","alternate":["cafe"]}"#, "florist", .cafe, [.cafe]),
      (#""basic_category":"gas_station""#, "gas_station", .gas, [.gas]),
      (
        #""taxonomy":{"primary":"fuel_dock","hierarchy":["travel_and_transportation","gas_station","fuel_dock"]}"#,
        "travel_and_transportation > gas_station > fuel_dock", .gas, [.gas]
      ),
      (
        #""taxonomy":{"primary":"invented_eatery","hierarchy":["food_and_drink","invented_eatery"]}"#,
        "food_and_drink > invented_eatery", .restaurant, [.restaurant]
      ),
      (
        #""taxonomy":{"primary":"liquor_store","hierarchy":["retail","food","liquor_store"]}"#,
        "retail > food > liquor_store", nil, []
      ),
      (
        #""taxonomy":{"primary":"apartment","hierarchy":["services_and_business","real_estate","apartment"]}"#,
        "services_and_business > real_estate > apartment", nil, []
      ),
    ] as [(String, String, CategoryGroup?, Set<CategoryGroup>)]
  )
  func `categories are found in every schema`(
    properties: String,
    sourceCategory: String,
    group: CategoryGroup?,
    groups: Set<CategoryGroup>
  ) throws {
    let row = try #require(try ImportedPlaces(feature("\(named),\(properties)")).rows.first)
    #expect(row.sourceCategory == sourceCategory && row.group == group && row.groups == groups)
  }

  /// Places in releases since September 2026, which have no `categories`, with their former categories.
  @Test(
    arguments: [
      ("dental_clinic", "health_care,outpatient_care_facility,dental_clinic", .hospital, ["dentist"]),
      (
        "pediatric_clinic", "health_care,outpatient_care_facility,pediatric_clinic", .hospital,
        ["pediatrics", "doctor"]
      ),
      ("outpatient_care_facility", "health_care,outpatient_care_facility", .hospital, []),
      ("counseling", "health_care,outpatient_care_facility,behavioral_or_mental_health_clinic,counseling", nil, []),
      ("parking", "travel_and_transportation,parking,bike_parking", nil, ["bicycle-parking"]),
      ("parking", "travel_and_transportation,parking,motorcycle_parking", .parking, []),
      ("winery", "food_and_drink,alcoholic_beverage_venue,winery,wine_tasting_room", nil, []),
      ("casual_eatery", "food_and_drink,casual_eatery,candy_store,chocolatier", nil, []),
      ("casual_eatery", "food_and_drink,casual_eatery,invented_eatery", .restaurant, []),
      ("hotel", "lodging,hotel,motel", .lodging, ["motel"]),
      ("cafe", "food_and_drink,casual_eatery,cafe,internet_cafe", nil, ["pc-room"]),
      ("market", "shopping,market,night_market", nil, ["market"]),
      ("dental_clinic", "invented_branch,invented_name", .hospital, ["dentist"]),
    ] as [(String, String, CategoryGroup?, Set<String>)]
  )
  func `the narrowest known name of the taxonomy decides, and the basic category only without one`(
    basic: String,
    hierarchy: String,
    group: CategoryGroup?,
    kinds: Set<String>
  ) throws {
    let names = hierarchy.split(separator: ",").map { "\"\($0)\"" }
    let taxonomy = """
      "basic_category":"\(basic)","taxonomy":{"primary":\(names[names.count - 1]),\
      "hierarchy":[\(names.joined(separator: ","))],"alternates":null}
      """
    let row = try #require(try ImportedPlaces(feature("\(named),\(taxonomy)")).rows.first)
    #expect(row.group == group && row.groups == Set([group].compactMap(\.self)) && Set(row.kinds) == kinds)
  }

  /// Releases with both schemas, whose category names have another meaning as users' words.
  @Test(
    arguments: [
      ("winery", "alcoholic_beverage_venue", "food_and_drink,alcoholic_beverage_venue,winery", nil, []),
      ("winery", "alcoholic_beverage_venue", "", nil, []),
      ("candy_store", "casual_eatery", "", nil, []),
      ("pension", "government_office", "community_and_government,government_office,pension_office", .public, []),
      ("art_museum", "museum", "arts_and_entertainment,museum,art_museum", .culture, ["gallery"]),
      ("real_estate", "real_estate_service", "services_and_business,real_estate_service", .realtor, []),
      ("builder", "real_estate_service", "services_and_business,real_estate_service,builder,home_developer", nil, []),
      ("market", "market", "shopping,market,bazaar", nil, ["market"]),
      ("place_of_worship", "place_of_worship", "cultural_and_historic,place_of_worship", nil, ["place-of-worship"]),
    ] as [(String, String, String, CategoryGroup?, Set<String>)]
  )
  func `the categories of both schemas agree`(
    name: String,
    basic: String,
    hierarchy: String,
    group: CategoryGroup?,
    kinds: Set<String>
  ) throws {
    let names = hierarchy.split(separator: ",").map { "\"\($0)\"" }
    let list = names.joined(separator: ",")
    let taxonomy = names.isEmpty ? "null" : "{\"primary\":\(names[names.count - 1]),\"hierarchy\":[\(list)]}"
    let both = """
      "categories":{"primary":"\(name)","alternate":null},"basic_category":"\(basic)","taxonomy":\(taxonomy)
      """
    let row = try #require(try ImportedPlaces(feature("\(named),\(both)")).rows.first)
    #expect(row.group == group && row.groups == Set([group].compactMap(\.self)) && Set(row.kinds) == kinds)
  }

  @Test func `a renamed category is of the group and the kinds of its old name`() throws {
    let renamed = text(named: "overtureNames.txt").split(separator: "\n").filter { !$0.hasPrefix("#") }
      .map { $0.split(separator: " ") }
    let old = renamed.enumerated().map { number, names in
      feature("\(named),\"categories\":{\"primary\":\"\(names[0])\"}", id: "\(number)")
    }
    let new = renamed.enumerated().map { number, names in
      let hierarchy = names[2].split(separator: ",").map { "\"\($0)\"" }
      return feature(
        """
        \(named),"basic_category":"\(names[1])","taxonomy":{"primary":\(hierarchy[hierarchy.count - 1]),\
        "hierarchy":[\(hierarchy.joined(separator: ","))]}
        """,
        id: "\(number)"
      )
    }
    let before = try ImportedPlaces(old.joined(separator: "\n")).rows
    let after = try ImportedPlaces(new.joined(separator: "\n")).rows
    #expect(before.count == renamed.count && after.count == renamed.count)
    for (names, (before, after)) in zip(renamed, zip(before, after)) {
      #expect(before.group == after.group && after.groups.isSuperset(of: before.groups), "\(names[0])")
      #expect(!before.kinds.isEmpty || before.group != nil, "\(names[0])")
      #expect(Set(after.kinds).isSuperset(of: before.kinds), "\(names[0])")
    }
  }

  @Test(arguments: [("open", 1, 1), ("permanently_closed", 0, 1), ("temporarily_closed", 0, 1)])
  func `closed places are left out unless requested`(status: String, count: Int, countOfAll: Int) throws {
    let text = feature("\(named),\"operating_status\":\"\(status)\"")
    let imported = try ImportedPlaces(text)
    #expect(imported.rows.count == count && (imported.skips[.closed] ?? 0) == 1 - count)
    var rules = ImportRules()
    rules.includesClosed = true
    #expect(try ImportedPlaces(text, rules: rules).rows.count == countOfAll)
  }

  @Test(arguments: [(0.9, 0.5, 1), (0.5, 0.5, 1), (0.49, 0.5, 0), (0.0, nil, 1)] as [(Double, Double?, Int)])
  func `places below a minimum confidence are left out`(confidence: Double, least: Double?, count: Int) throws {
    var rules = ImportRules()
    rules.minimumConfidence = least
    let imported = try ImportedPlaces(feature("\(named),\"confidence\":\(confidence)"), rules: rules)
    #expect(imported.rows.count == count && (imported.skips[.lowConfidence] ?? 0) == 1 - count)
  }

  @Test func `a place without a confidence stays in`() throws {
    var rules = ImportRules()
    rules.minimumConfidence = 0.9
    #expect(try ImportedPlaces(feature(named), rules: rules).rows.count == 1)
  }

  @Test func `two releases of one place are merged by its id`() throws {
    let first = feature("\(named),\"categories\":{\"primary\":\"cafe\"}")
    let second = feature("\(named),\"categories\":{\"primary\":\"bakery\"},\"phones\":[\"+32 1\"]")
    let imported = try ImportedPlaces(first + "\n" + second)
    #expect(imported.mergedCount == 1)
    #expect(imported.rows.map(\.groups) == [[.cafe, .restaurant]])
    #expect(imported.rows.map(\.phone) == ["+32 1"])
  }

  @Test(arguments: ["[127.0]", "[]", "null", "[200123.5, 451234.5]", "[37.5, 127.0]", "[999, 999]"])
  func `a feature without a valid coordinate is skipped`(coordinates: String) throws {
    let imported = try ImportedPlaces(feature(named, at: coordinates))
    #expect(imported.rows.isEmpty && imported.skips.values.reduce(0, +) == 1)
  }
}

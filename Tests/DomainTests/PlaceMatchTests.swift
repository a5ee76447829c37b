import Domain
import Testing

struct PlaceMatchTests {
  @Test func `the key of a filter is everything but the text`() throws {
    let condition = try AttributeCondition("fee=no")
    let match = PlaceMatch(categories: [.group(.cafe)], text: SearchText("a"), conditions: [condition])
    #expect(match.filterKey == PlaceMatch(categories: [.group(.cafe)], conditions: [condition]))
    #expect(match.restrictsCategories)
    #expect(!PlaceMatch(categories: [.group(.cafe)], text: SearchText("a")).restrictsCategories)
  }

  @Test func `only a match without any condition accepts every place`() throws {
    #expect(PlaceMatch().acceptsAll)
    #expect(!PlaceMatch(categories: [.group(.cafe)]).acceptsAll && !PlaceMatch(text: SearchText("a")).acceptsAll)
    #expect(!PlaceMatch(conditions: [try AttributeCondition("fee=no")]).acceptsAll)
  }
}

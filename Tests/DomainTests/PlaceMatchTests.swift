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

  @Test func `every property restricts, and all but the text are the key of a filter`() throws {
    let matches = [
      PlaceMatch(categories: [.group(.cafe)]), PlaceMatch(text: SearchText("a")),
      PlaceMatch(conditions: [try AttributeCondition("fee=no")]), opening,
    ]
    #expect(matches.count == Mirror(reflecting: PlaceMatch()).children.count, "add a match with the new property")
    for match in matches { #expect(!match.acceptsAll && match.restrictsCategories == (match.isEmpty)) }
    #expect(matches.map { $0.filterKey == $0 } == matches.map { $0.text == nil })
  }

  private var opening: PlaceMatch {
    var match = PlaceMatch()
    match.opening.time = OpeningCondition.Time("2026-12-24T18:00")
    return match
  }
}

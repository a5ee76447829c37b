import Testing

@testable import Domain

@Suite struct PlaceFieldTests {
  @Test func `the numbers that the table says are those of its texts`() {
    let texts = PlaceText.Field.allCases
    #expect(texts.map(\.rawValue) == Array(0..<PlaceText.Field.count))
    #expect(PlaceText.PerField<Int>(repeating: 0).count == PlaceText.Field.count)
    #expect(PlaceText.Field.ofCategory.map { texts[$0] } == [.groupCode, .groupName, .categoryPath])
  }

  @Test func `each text is a field of schema 1, and none is two`() {
    let keys = PlaceText.Field.allCases.map(\.key)
    #expect(Set(keys).count == keys.count)
    for key in keys { #expect(PlaceField(rawValue: key) != nil, "\(key)") }
    #expect(PlaceField.ofPlaces.last == .attributes && PlaceField.allCases == PlaceField.ofPlaces + [.along])
  }
}

import Testing

@testable import Domain

@Suite struct PlaceFieldTests {
  @Test func `the numbers in the table match its texts`() {
    let texts = PlaceText.Field.allCases
    #expect(texts.map(\.rawValue) == Array(0..<PlaceText.Field.count))
    #expect(PlaceText.Field.ofCategory.map { texts[$0] } == [.groupCode, .groupName, .categoryPath])
  }

  @Test func `each text is one field of schema 1`() {
    let keys = PlaceText.Field.allCases.map(\.key)
    #expect(Set(keys).count == keys.count)
    for key in keys { #expect(PlaceField(rawValue: key) != nil, "\(key)") }
    let added: [PlaceField] = [.along, .open, .openUntil, .opensAt]
    #expect(PlaceField.ofPlaces.last == .attributes && PlaceField.allCases == PlaceField.ofPlaces + added)
  }
}

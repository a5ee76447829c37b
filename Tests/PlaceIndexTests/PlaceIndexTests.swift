import Testing

@Test func `PlaceIndex placeholder`() {}

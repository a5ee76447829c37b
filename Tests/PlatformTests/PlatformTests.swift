import Testing

@Test func `Platform placeholder`() {}

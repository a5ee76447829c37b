import Testing

@Test func `App placeholder`() {}

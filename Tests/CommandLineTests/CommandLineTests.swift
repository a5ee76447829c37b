import Testing

@Test func `CommandLine placeholder`() {}

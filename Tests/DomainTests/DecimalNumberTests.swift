import Testing
import Domain

struct DecimalNumberTests {
  private func value(_ text: String) -> Double? {
    DecimalNumber.value(of: Array(text.utf8).span)
  }

  @Test(arguments: [
    "0", "-0", "37.4979", "-122.4", "+5", ".5", "5.", "127.02760000000001", "0.1", "1e2", "123456789012345678",
    "0.00000000000000001", "179.99999999999999999", "12345678901234.5", "90",
  ])
  func `a number is read exactly as the standard library reads it`(text: String) {
    #expect(value(text)?.bitPattern == Double(text)?.bitPattern)
  }

  @Test(arguments: [
    "", " ", " 1", "1 ", "-", ".", "+.", "nan", "inf", "0x10", "37,5", "37.5N", "1 2", "--1", "1e", "3..4", "\0",
  ])
  func `what is no decimal number is refused`(text: String) {
    #expect(value(text) == nil)
  }

  @Test func `random coordinates are read exactly`() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<2000 {
      let text = Double.random(in: -180...180, using: &random).description
      #expect(value(text) == Double(text), "\(text)")
    }
  }
}

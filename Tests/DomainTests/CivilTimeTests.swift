import Testing

@testable import Domain

struct CivilTimeTests {
  @Test(
    arguments: [
      (0, 0, "1970-01-01T00:00:00"), (-1, 0, "1969-12-31T23:59:59"), (951_782_399, 0, "2000-02-28T23:59:59"),
      (951_782_400, 0, "2000-02-29T00:00:00"), (1_795_723_509, 32_400, "2026-11-27T05:05:09"),
      (1_795_723_509, -12_600, "2026-11-26T16:35:09"), (-62_167_132_800, -86_400, "0000-01-01T00:00:00"),
      (253_402_214_399, 86_400, "9999-12-31T23:59:59"),
    ] as [(Int64, Int, String)]
  )
  func `a moment is written as the clock shows it`(seconds: Int64, ahead: Int, text: String) {
    #expect(CivilTime(secondsSince1970: seconds, secondsAheadOfUTC: ahead)?.text(between: "T") == text)
  }

  @Test(arguments: [Int64.min, -62_167_132_801, 253_402_214_400, .max])
  func `a moment outside of the years 0 to 9999 has no text`(seconds: Int64) {
    #expect(CivilTime(secondsSince1970: seconds) == nil)
  }
}

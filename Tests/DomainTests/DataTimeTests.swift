import Domain
import Testing

struct DataTimeTests {
  @Test(arguments: [
    "2026-11-22T00:00:00Z", "2024-02-29T23:59:59Z", "2000-02-29T12:30:00Z", "2026-12-31T00:00:00Z",
    "0001-01-01T00:00:00Z",
  ])
  func `a valid calendar time is a time`(text: String) {
    #expect(DataTime.read(text) == text)
    #expect(Provenance(source: .index, dataTime: text).dataTime == text)
  }

  @Test(arguments: [
    "", "garbage", "Z", "2026-11-22", "2026-11-22T00:00Z", "2026-11-22T00:00:00", "2026-11-22 00:00:00Z",
    "2026-11-22T00:00:00.5Z", "2026-11-22T00:00:00+00:00", "2026-00-22T00:00:00Z", "2026-13-01T00:00:00Z",
    "2026-04-31T00:00:00Z", "2025-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2026-11-00T00:00:00Z",
    "2026-11-22T24:00:00Z", "2026-11-22T23:60:00Z", "2026-11-22T23:59:60Z", "0000-01-01T00:00:00Z",
    "2026-1a-22T00:00:00Z", "２０２６-11-22T00:00:00Z", "2026-11-22T00:00:00Zx",
  ])
  func `anything else leaves the time of the data unknown`(text: String) {
    #expect(DataTime.read(text) == nil)
    #expect(Provenance(source: .index, dataTime: text).dataTime == nil)
  }
}

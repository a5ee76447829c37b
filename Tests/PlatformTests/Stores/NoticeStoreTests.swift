import Domain
import TestSupport
import Testing

@testable import Platform

struct NoticeStoreTests {
  private let directory = TemporaryDirectory()

  private func stores(session: Int32, at seconds: Int64, directory: String?) -> Stores {
    var options = StoreConfiguration()
    options.stateDirectory = directory
    let clock = WallClock { seconds }
    return Stores(configuration: options, service: .kakao, key: nil, clock: clock, session: session)
  }

  @Test func `a notice is new once in each terminal, and again after a day`() {
    func isNew(_ session: Int32, _ seconds: Int64) -> Bool {
      stores(session: session, at: seconds, directory: directory.file("state")).notices.isNew(.sample)
    }
    #expect(isNew(1, 1_000))
    #expect(!isNew(1, 1_001))
    #expect(isNew(2, 1_001))
    #expect(!isNew(1, 1_000 + 86_399))
    #expect(isNew(1, 1_000 + 86_400))
    #expect(isNew(1, 10), "a clock that was set back")
    // Many terminals leave only a small file.
    for session in 3..<900 { #expect(isNew(Int32(session), 2_000)) }
    #expect((directory.text(of: "state/notices")?.utf8.count ?? .max) <= 1 << 13)
  }

  @Test func `a state that cannot be stored is reported each time`() throws {
    #expect(stores(session: 1, at: 0, directory: nil).notices.isNew(.sample))
    try directory.write("not a store", to: "notices")
    let broken = stores(session: 1, at: 0, directory: directory.path)
    for _ in 0..<2 { #expect(broken.notices.isNew(.sample)) }
    #expect(directory.text(of: "notices") == "not a store")
  }
}

import Testing

@testable import Platform

struct SessionLoadTests {
  @Test func `one request after the other stays on one session`() {
    var load = SessionLoad(count: 3)
    for _ in 0..<10 {
      let session = load.enter()
      #expect(session == 0)
      load.leave(session)
    }
  }

  @Test func `many at once are spread, and what ends makes room`() {
    var load = SessionLoad(count: 2)
    let sessions = (0..<12).map { _ in load.enter() }
    #expect(sessions == [0, 0, 0, 0, 1, 1, 1, 1, 0, 1, 0, 1])
    for _ in 0..<3 { load.leave(0) }
    #expect(load.enter() == 0)
    #expect(load.underWay == [4, 6])
  }
}

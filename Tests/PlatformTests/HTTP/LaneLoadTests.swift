import Testing

@testable import Platform

struct LaneLoadTests {
  @Test func `one request after the other stays on one lane`() {
    var load = LaneLoad(count: 3)
    for _ in 0..<10 {
      let lane = load.enter()
      #expect(lane == 0)
      load.leave(lane)
    }
  }

  @Test func `many at once are spread, and what ends makes room`() {
    var load = LaneLoad(count: 2)
    let lanes = (0..<12).map { _ in load.enter() }
    #expect(lanes == [0, 0, 0, 0, 1, 1, 1, 1, 0, 1, 0, 1])
    for _ in 0..<3 { load.leave(0) }
    #expect(load.enter() == 0)
    #expect(load.underWay == [4, 6])
  }
}

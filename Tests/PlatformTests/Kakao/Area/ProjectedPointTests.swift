import Domain
import TestSupport
import Testing

@testable import Platform

struct ProjectedPointTests {
  @Test func `two derivations of the plane agree to two millimetres all over South Korea`() throws {
    for latitude in stride(from: 32.0, through: 39.0, by: 0.5) {
      for longitude in stride(from: 124.0, through: 132.0, by: 0.5) {
        let ours = ProjectedPoint(latitude: latitude, longitude: longitude)
        let other = StubPlane(latitude: latitude, longitude: longitude)
        #expect(abs(ours.east - other.east) < 0.002)
        #expect(abs(ours.north - other.north) < 0.002)
      }
    }
  }
}

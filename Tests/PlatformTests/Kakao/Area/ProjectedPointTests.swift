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

  @Test func `the origin is 38 degrees north, 127 degrees east`() {
    let origin = ProjectedPoint(latitude: 38, longitude: 127)
    #expect(abs(origin.east) < 1e-9)
    #expect(abs(origin.north) < 1e-6)
  }

  @Test func `a centre is rounded to 0.4 m`() {
    let center = ProjectedPoint(latitude: 37.4979, longitude: 127.0276).asCenter
    #expect(abs((center.east / 0.4).rounded() * 0.4 - center.east) < 1e-9)
    #expect(center.distance(to: ProjectedPoint(latitude: 37.4979, longitude: 127.0276)) <= 0.283)
  }
}

import Domain
import Foundation
import TestSupport
import Testing

@testable import Platform

struct SourceRouteTests {
  private let directory = TemporaryDirectory()

  private func options(
    _ choice: SourceConfiguration.Choice,
    index: String? = nil,
    key: Bool = false
  ) throws -> SourceConfiguration {
    var options = SourceConfiguration()
    options.choice = choice
    options.indexPath = index
    options.key = key ? try Fixture.key() : nil
    return options
  }

  @Test func `a choice is never replaced by another source`() throws {
    #expect(try SourceRoute(choosing: options(.service(.kakao), index: "a")) == .service(.kakao))
    #expect(throws: PlaceSearchError.self) { try SourceRoute(choosing: options(.index, key: true)) }
    #expect(try SourceRoute(choosing: options(.sample, index: "a", key: true)) == .sample)
  }

  @Test func `a file is seen and a missing one is not`() {
    #expect(SourceRoute.hasFile(at: "/"))
    #expect(!SourceRoute.hasFile(at: "/no/such/file"))
  }

  @Test func `a link to a missing file is seen, so that the absence of the index is told`() async throws {
    let path = directory.file("places.pfx")
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/no/such/file")
    #expect(SourceRoute.hasFile(at: path))
  }
}

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
    defaultIndex: String? = nil,
    key: Bool = false
  ) throws -> SourceConfiguration {
    var options = SourceConfiguration()
    options.choice = choice
    options.indexPath = index
    options.defaultIndexPath = defaultIndex
    options.key = key ? try Fixture.key() : nil
    return options
  }

  @Test func `auto takes the named index, then Kakao, then the default index, then the sample`() throws {
    let all = try options(.auto, index: "a", defaultIndex: "u", key: true)
    #expect(try SourceRoute(choosing: all, among: Service.all) { _ in true } == .index(paths: ["a"]))
    let keyed = try options(.auto, defaultIndex: "u", key: true)
    #expect(try SourceRoute(choosing: keyed, among: Service.all) { _ in true } == .service(.kakao))
    let standard = try options(.auto, defaultIndex: "u")
    #expect(try SourceRoute(choosing: standard, among: Service.all) { $0 == "u" } == .index(paths: ["u"]))
    #expect(try SourceRoute(choosing: standard, among: Service.all) { _ in false } == .sample)
    #expect(try SourceRoute(choosing: options(.auto), among: Service.all) { _ in true } == .sample)
  }

  @Test func `a named index is taken although it is missing, so that its absence is told`() throws {
    #expect(
      try SourceRoute(choosing: options(.auto, index: "gone", key: true), among: Service.all) { _ in false }
        == .index(paths: ["gone"])
    )
    #expect(
      try SourceRoute(choosing: options(.index, defaultIndex: "gone"), among: Service.all) { _ in false }
        == .index(paths: ["gone"])
    )
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

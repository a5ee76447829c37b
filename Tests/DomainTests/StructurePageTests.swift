import Foundation
import Testing

struct StructurePageTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  private static let page = root.appendingPathComponent("Sources/Domain/Domain.docc/Structure.md")

  @Test(.enabled(if: FileManager.default.fileExists(atPath: page.path), "the sources are not beside the tests"))
  func `every file and folder that the page names is there`() throws {
    let text = try String(contentsOf: Self.page, encoding: .utf8)
    let names = text.matches(of: /`((?:Sources|Tests)\/[^`*]+)`/).map { String($0.output.1) }
    #expect(names.count >= 40)
    for name in names {
      #expect(FileManager.default.fileExists(atPath: Self.root.appendingPathComponent(name).path), "\(name)")
    }
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: page.path), "the sources are not beside the tests"))
  func `both walks have ten to fifteen stations, each with a file`() throws {
    let text = try String(contentsOf: Self.page, encoding: .utf8)
    for title in ["### One online query", "### One row of a batch"] {
      let start = try #require(text.range(of: title)).upperBound
      let section = String(text[start...]).components(separatedBy: "\n### ")[0]
      let stations = section.split(separator: "\n").filter { $0.prefixMatch(of: #/\d+\. /#) != nil }
      #expect((10...15).contains(stations.count), "\(title) \(stations.count)")
      for station in stations { #expect(station.contains(".swift`"), "\(station)") }
    }
  }
}

import Foundation
import Testing

struct PagesTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  private static let page = root.appendingPathComponent("Sources/Domain/Domain.docc/Structure.md")
  private static let decisions = root.appendingPathComponent("Sources/Domain/Domain.docc/Decisions.md")

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

  @Test(.enabled(if: FileManager.default.fileExists(atPath: decisions.path), "the sources are not beside the tests"))
  func `the decisions that bind fit on a page, each said once`() throws {
    let text = try String(contentsOf: Self.decisions, encoding: .utf8)
    let decisions = text.matches(of: /\n- \*\*([^*]+)\*\*/).map { String($0.output.1) }
    #expect(decisions.count >= 30)
    #expect(Set(decisions).count == decisions.count)
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 151)
  }
}

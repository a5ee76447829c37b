import Foundation
import Testing

struct PagesTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  private static let page = root.appendingPathComponent("Sources/Domain/Domain.docc/Structure.md")
  private static let decisions = root.appendingPathComponent("Sources/Domain/Domain.docc/Decisions.md")

  @Test(.enabled(if: FileManager.default.fileExists(atPath: page.path), "the sources aren't next to the tests"))
  func `every file and folder that the page names is there`() throws {
    let text = try String(contentsOf: Self.page, encoding: .utf8)
    let names = text.matches(of: /`((?:Sources|Tests)\/[^`*]+)`/).map { String($0.output.1) }
    #expect(!names.isEmpty)
    for name in names {
      #expect(FileManager.default.fileExists(atPath: Self.root.appendingPathComponent(name).path), "\(name)")
    }
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: page.path), "the sources aren't next to the tests"))
  func `each call of the three walks is in its file`() throws {
    let text = try String(contentsOf: Self.page, encoding: .utf8)
    let start = try #require(text.range(of: "### Three walks")).upperBound
    let section = String(text[start...]).components(separatedBy: "\n### ")[0]
    let root = Self.page.deletingLastPathComponent().appending(path: "../../..")
    let calls = section.matches(of: #/`\w+\.(\w+)` in\s+`(Sources\/[^`]+)`/#)
    #expect(!calls.isEmpty)
    for match in calls {
      let source = try String(contentsOf: root.appending(path: String(match.output.2)), encoding: .utf8)
      let name = match.output.1
      let declaration = try Regex(name == "init" ? "init[?]?[(]" : "func \(name)[(<]")
      #expect(source.contains(declaration), "\(match.output.0)")
    }
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: decisions.path), "the sources aren't next to the tests"))
  func `each binding decision is documented once`() throws {
    let text = try String(contentsOf: Self.decisions, encoding: .utf8)
    let decisions = text.matches(of: /\n- \*\*([^*]+)\*\*/).map { String($0.output.1) }
    #expect(!decisions.isEmpty)
    #expect(Set(decisions).count == decisions.count)
  }
}

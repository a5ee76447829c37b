import Foundation
import Testing

@testable import App

/// Verifies the page's CSS rules for all window sizes and colour schemes.
struct PageStyleTests {
  private struct Rule {
    /// The media condition of the rule, such as `print`.
    let condition: String
    let selectors: [String]
    let declarations: [(name: String, value: String)]

    func value(_ name: String) -> String? { declarations.last { $0.name == name }?.value }
  }

  private static let rules: [Rule] = {
    var text = String(decoding: Array(ResultPage.style), as: UTF8.self)
    while let start = text.range(of: "/*"), let end = text.range(of: "*/") {
      text.removeSubrange(start.lowerBound..<end.upperBound)
    }
    var rules: [Rule] = []
    var (conditions, word): ([String], String) = ([], "")
    for letter in text {
      switch letter {
      case "{":
        conditions.append(word.trimmed)
        word = ""
      case "}":
        let head = conditions.popLast() ?? ""
        if !head.hasPrefix("@") {
          let declarations = word.split(separator: ";").compactMap { part in
            part.firstIndex(of: ":").map { colon in
              (String(part[..<colon]).trimmed, String(part[part.index(after: colon)...]).trimmed)
            }
          }
          let selectors = head.split(separator: ",").map { String($0).trimmed }
          rules.append(Rule(condition: conditions.joined(), selectors: selectors, declarations: declarations))
        }
        word = ""
      default: word.append(letter)
      }
    }
    return rules
  }()

  private func rules(for selector: String) -> [Rule] { Self.rules.filter { $0.selectors.contains(selector) } }

  @Test func `no window size hides the completeness of the result`() {
    let hiding = Self.rules.filter { rule in
      rule.value("display") == "none" || rule.value("visibility") == "hidden"
    }
    let hidden = Set(hiding.flatMap(\.selectors))
    #expect(
      hidden == [
        ".app > section", ".live #drawing", "#empty:empty", ".chips:empty", ".card[hidden]", ".dot",
        ".live .app > .side", ".live .app > .map", ".live .app > .card", "summary",
        #"#places:has(th[data-key="facts"]):has(tr:nth-child(61)) tr > :last-child"#,
      ]
    )
  }

  @Test func `a larger text lays the page out as a zoom does, and leaves the list room for two places`() {
    let sizes = Self.rules.map(\.condition).filter { $0.contains("width:") || $0.contains("height:") }
    #expect(!sizes.isEmpty && sizes.allSatisfy { !$0.contains("px") && $0.contains("em") }, "\(Set(sizes))")
    #expect(rules(for: ".list").first?.value("min-height") == "8rem")
    #expect(rules(for: ".row").first?.value("height") == "4rem")
    #expect(rules(for: ".side").first?.value("overflow-y") == "auto")
    for rule in rules(for: ".live .app") where rule.value("height") != nil && !rule.condition.contains("print") {
      #expect(rule.value("height")?.hasPrefix("max(100dvh, ") == true, "a low window scrolls: \(rule)")
    }
  }

  @Test func `in a small window the card takes the place of the list, and not of the map`() throws {
    let cards = rules(for: ".card").filter { $0.value("grid-area") != nil }
    #expect(cards.map { $0.value("grid-area") } == ["map", "side"])
    let condition = try #require(cards.last?.condition)
    let small = Set(rules(for: ".live .app").map(\.condition)).filter {
      $0.contains("width:") || $0.contains("height:")
    }
    #expect(small.count == 2)
    for part in small { #expect(condition.contains(part.dropFirst("@media ".count)), "\(part)") }
  }

  /// The colours of the page by name, in light, dark or print.
  private func colors(in condition: String) -> [String: String] {
    var colors: [String: String] = [:]
    for rule in rules(for: ":root") where rule.condition.isEmpty || rule.condition == condition {
      for (name, value) in rule.declarations where name.hasPrefix("--") { colors[name] = value }
    }
    return colors
  }

  /// The contrast ratio of two colours such as `#7b838b`, by the formula of WCAG 2.
  private func contrast(_ first: String?, _ second: String?) throws -> Double {
    let lights = try [first, second].map { color in
      var digits = Array(try #require(color).dropFirst())
      if digits.count == 3 { digits = digits.flatMap { [$0, $0] } }
      let parts = try (0..<3).map { part in
        let byte = try #require(UInt8(String(digits[part * 2...part * 2 + 1]), radix: 16))
        let light = Double(byte) / 255
        return light <= 0.04045 ? light / 12.92 : pow((light + 0.055) / 1.055, 2.4)
      }
      return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    }
    return ((lights.max() ?? 0) + 0.05) / ((lights.min() ?? 0) + 0.05)
  }

  @Test(arguments: ["", "@media (prefers-color-scheme: dark)", "@media print"])
  func `rings and borders have a contrast of 3 to 1, texts of 4.5 to 1`(condition: String) throws {
    let colors = colors(in: condition)
    for ground in ["--ground", "--map"] {
      #expect(try contrast(colors["--ring"], colors[ground]) >= 3, "\(ground)")
      for text in ["--text", "--quiet", "--accent", "--open"] {
        #expect(try contrast(colors[text], colors[ground]) >= 4.5, "\(text) on \(ground)")
      }
    }
    #expect(try contrast("#fff", "#767676") > 4.5 && contrast("#fff", "#777777") < 4.5, "the formula")
  }

  @Test func `with the colours of the reader's system, all are the system's`() throws {
    let forced = try #require(rules(for: ":root").first { $0.condition.contains("forced-colors") })
    let names = Set(colors(in: "").filter { $0.value.hasPrefix("#") }.keys)
    #expect(names.count >= 10 && Set(forced.declarations.map(\.name)) == names)
    let system = ["Canvas", "CanvasText", "Highlight", "HighlightText"]
    #expect(forced.declarations.allSatisfy { system.contains($0.value) })
    // All text and its background.
    let pairs = [
      ("--text", "--ground"), ("--quiet", "--map"), ("--mark-text", "--text"), ("--accent-text", "--accent"),
    ]
    for (text, ground) in pairs {
      #expect(Set([forced.value(text), forced.value(ground)]).count == 2, "\(text) on \(ground)")
    }
    #expect(rules(for: ".mark").last { $0.condition.contains("forced-colors") }?.value("fill") == "var(--text)")
    #expect(rules(for: #".row[aria-selected="true"]"#).last?.value("color") == "HighlightText")
  }
}

extension String {
  fileprivate var trimmed: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}

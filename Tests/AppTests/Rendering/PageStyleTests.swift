import Domain
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
    var text = String(decoding: ResultPage.style, as: UTF8.self)
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
        ".app > section", ".live #drawing", "#empty:empty", ".chips:empty", ".card[hidden]",
        ".live .app > .side", ".live .app > .map", ".live .app > .card", "summary",
        "#places.many.facts tr > :last-child",
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

  /// Returns the colours of the page by name, in light, dark or print.
  private func colors(in condition: String) -> [String: String] {
    var colors: [String: String] = [:]
    for rule in rules(for: ":root") where rule.condition.isEmpty || rule.condition == condition {
      for (name, value) in rule.declarations where name.hasPrefix("--") { colors[name] = value }
    }
    return colors
  }

  /// Returns the contrast ratio of two colours such as `#7b838b`, by the formula of WCAG 2.
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
      // Distances are quiet.
      for text in ["--text", "--quiet", "--accent", "--open"] {
        #expect(try contrast(colors[text], colors[ground]) >= 4.5, "\(text) on \(ground)")
      }
    }
    if let chosen = colors["--chosen"] {
      for text in ["--text", "--quiet"] { #expect(try contrast(colors[text], chosen) >= 4.5, "\(text) when chosen") }
    }
    #expect(try contrast("#fff", "#767676") > 4.5 && contrast("#fff", "#777777") < 4.5, "the formula")
  }

  // A colour in OKLab, all parts times 100, as readers with a deficiency see it: `view` is the matrix of the deficiency
  // in linear RGB, or empty. Source: B. Ottosson, "A perceptual color space for image processing" (2020).
  private func lab(_ color: String, _ view: [Double]) throws -> SIMD3<Double> {
    let number = try #require(UInt32(color.dropFirst(), radix: 16))
    var light = SIMD3<Double>(Double(number >> 16), Double(number >> 8 & 0xFF), Double(number & 0xFF)) / 255
    for part in 0..<3 {
      light[part] = light[part] <= 0.04045 ? light[part] / 12.92 : pow((light[part] + 0.055) / 1.055, 2.4)
    }
    func product(_ matrix: [Double], _ vector: SIMD3<Double>) -> SIMD3<Double> {
      SIMD3((0..<3).map { row in (SIMD3(matrix[row * 3..<row * 3 + 3]) * vector).sum() })
    }
    if !view.isEmpty { light = product(view, light).clamped(lowerBound: SIMD3.zero, upperBound: SIMD3.one) }
    let cones = product(
      [
        0.4122214708, 0.5363325363, 0.0514459929, 0.2119034982, 0.6806995451, 0.1073969566, 0.0883024619, 0.2817188376,
        0.6299787005,
      ],
      light
    )
    return product(
      [
        0.2104542553, 0.7936177850, -0.0040720468, 1.9779984951, -2.4285922050, 0.4505937099, 0.0259040371,
        0.7827717662,
        -0.8086757660,
      ],
      SIMD3(cbrt(cones.x), cbrt(cones.y), cbrt(cones.z))
    ) * 100
  }

  /// The deficiencies at full strength (Machado, Oliveira, Fernandes, "A physiologically-based model", 2009).
  private static let views: [(name: String, matrix: [Double], least: Double)] = [
    ("usual", [], 12),
    ("protanopia", [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998], 6),
    ("deuteranopia", [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940, 0.968881], 6),
    ("tritanopia", [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.303900], 6),
  ]

  @Test(arguments: ["light", "dark"])
  func `any two categories are apart, also for colour-blind readers`(scheme: String) throws {
    let colors = Self.rules.filter { $0.selectors.first?.hasPrefix(".g-") == true }.compactMap { rule in
      rule.value("--mark").map { value in
        (
          rule.selectors[0],
          value.split { "(), ".contains($0) }.dropFirst(scheme == "light" ? 1 : 2).first.map(String.init)
        )
      }
    }
    #expect(Set(colors.map(\.0)) == Set(CategoryGroup.allCases.map { ".g-\($0.slug)" }))
    for view in Self.views {
      let seen = try colors.map { try lab($0.1 ?? "", view.matrix) }
      for (index, color) in seen.enumerated() {
        for other in seen.indices.dropFirst(index + 1) {
          let distance = ((color - seen[other]) * (color - seen[other])).sum().squareRoot()
          #expect(distance >= view.least, "\(view.name): \(colors[index].0) \(colors[other].0)")
        }
      }
    }
    let ground = self.colors(in: scheme == "light" ? "" : "@media (prefers-color-scheme: dark)")["--mark-text"]
    for (name, color) in colors { #expect(try contrast(color, ground) >= 4.5, "\(name)") }
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

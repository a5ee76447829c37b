import Foundation
import Testing

@testable import App

/// Messages of the command line, adapted for programs.
struct ToolWordingTests {
  @Test(arguments: [
    ("10 of 12 places; --limit all shows every one", "10 of 12 places; a larger limit shows every one"),
    (
      "dentist is a kind of hospital; -c hospital finds every kind",
      "dentist is a kind of hospital; category hospital finds every kind"
    ),
    ("Add --at LAT,LNG or --near TEXT.", "Add lat and lng or near."),
    ("Try again, or allow more time with --timeout.", "Try again, or allow more time with server option timeout."),
    ("made-up places; for real ones: --source osm", "made-up places; for real ones: source osm"),
    (
      "There is no category 'x'. `placefind categories` lists every word.",
      "There is no category 'x'. list_categories lists every word."
    ),
    (
      "another index (`placefind index info FILE` shows the area of one) may find something",
      "another index may find something"
    ),
    (
      "It is old, so places are missing: placefind index build a.pfx -o NEW.pfx brings it up to date",
      "It is old, so places are missing."
    ),
    ("Use a smaller --radius, or --bbox with --limit all.", "Use a smaller radius_m, or within with a larger limit."),
    ("There is no place '--limit all -c x'.", "There is no place '--limit all -c x'."),
    ("The index isn't an index of this placefind.", "The index isn't an index of this placefind."),
    ("Convert it: ogr2ogr -f GeoJSON a.json b.shp", ""), ("", ""),
  ])
  func `options become arguments and commands become tools, or go`(sentence: String, expected: String) {
    #expect(ToolWording.text(of: sentence) == expected)
  }

  /// The string literals in the sources of some folders, with `X` for interpolations.
  private static func sentences() throws -> [String] {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    var texts: [String] = []
    for folder in ["App/Messages", "App/Search", "Platform/Kakao", "Platform/OSM", "Platform/Offline", "App/Rendering"]
    {
      let path = root.appendingPathComponent("Sources/\(folder)")
      for file in try FileManager.default.contentsOfDirectory(at: path, includingPropertiesForKeys: nil)
      where file.pathExtension == "swift" {
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
          .map { $0.drop { $0 == " " } }.filter { !$0.hasPrefix("//") }
        let source = lines.joined(separator: "\n").replacing("\\\n", with: "").replacing(
          #/\\\([^()]*(\([^()]*\)[^()]*)*\)/#,
          with: "X"
        )
        texts += source.matches(of: #/"""\n(?<text>[^"]*)"""|"(?<line>(?:[^"\\\n]|\\.)*)"/#)
          .map { String($0.output.text ?? $0.output.line ?? "") }
      }
    }
    return texts.map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }.filter { $0.contains(" ") }
  }

  @Test func `no sentence of a failure or a notice names an option or a command`() throws {
    let sentences = try Self.sentences()
    #expect(sentences.count > 200)
    #expect(sentences.contains { $0.contains("--limit all") })
    for sentence in sentences {
      let text = ToolWording.text(of: sentence).replacing(#/'[^']*'/#, with: "")
      #expect(!text.contains(#/(^|[ (`])--[a-z]/#), "\(text)")
      #expect(
        !text.contains(#/placefind (index|near|here|find|categories|saved|history|quota|cache|where|show)\b/#),
        "\(text)"
      )
    }
  }
}

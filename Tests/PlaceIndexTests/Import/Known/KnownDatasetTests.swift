import Domain
import TestSupport
import Testing

@testable import PlaceIndex
@testable import Rows

/// A handmade table for each dataset in `samples.txt`, in its published format.
@Suite struct KnownDatasetTests {
  struct Sample: Sendable, CustomTestStringConvertible {
    let dataset: String?
    let file: String
    /// The name, group and kinds of each place, in the order of the rows.
    let places: [(name: String, group: CategoryGroup?, kinds: [String])]
    let text: String
    var testDescription: String { dataset ?? "unknown" }

    init(_ block: Substring) {
      let lines = block.split(separator: "\n", omittingEmptySubsequences: false)
      let title = Self.parts(lines[0])
      dataset = title[0] == "-" ? nil : title[0]
      file = title.count > 1 ? title[1] : "input"
      places = lines.filter { $0.hasPrefix("--- ") }.map { line in
        let parts = Self.parts(line.dropFirst(4))
        return (parts[0], CategoryGroup.allCases.first { "\($0)" == parts[1] }, Array(parts.dropFirst(2)))
      }
      let marks = ["<BOM>": "\u{FEFF}", "<CR>": "\r", "<RS>": "\u{1E}"]
      let rows = lines.dropFirst(1 + places.count).joined(separator: "\n")
      text = marks.reduce(rows) { $0.replacing($1.key, with: $1.value) }
    }

    private static func parts(_ line: Substring) -> [String] { line.split(separator: " | ").map(String.init) }
  }

  static let samples = text(named: "samples.txt")
    .split(separator: "=== ").dropFirst().map(Sample.init)

  @Test func `no hint takes the type of a feature or relation for a category`() throws {
    let text =
      #"{"type":"Feature","geometry":{"type":"Point","coordinates":[127.1,37.1]},"properties":{"name":"x","type":"multipolygon"}}"#
    let report = try #require(try ImportedPlaces(text).input)
    #expect(report.ungroupedCount == 1)
  }

  @Test(arguments: samples)
  func `a dataset is known by its header, and its rows have their groups`(sample: Sample) throws {
    let imported = try ImportedPlaces(sample.text, name: sample.file)
    #expect(imported.input?.dataset == sample.dataset)
    #expect(imported.rows.map(\.name) == sample.places.map(\.name))
    #expect(imported.rows.map(\.group) == sample.places.map(\.group))
    let kinds = zip(imported.rows, sample.places).map { (Set($0.kinds.isEmpty ? ["-"] : $0.kinds), $1.kinds) }
    #expect(kinds.allSatisfy { $0.isSuperset(of: $1) })
    #expect(imported.input?.ungroupedCount == imported.rows.count { $0.group == nil && $0.kinds.isEmpty })
    #expect(imported.input?.unnamedCount == 0)
  }

  @Test func `every dataset of the table has a sample, and no name of a column is misspelt`() {
    let sampled = Set(Self.samples.compactMap(\.dataset))
    for dataset in KnownDataset.all {
      #expect(sampled.contains(dataset.name), "\(dataset.name)")
      for name in dataset.header { #expect(ColumnName(name).letters == name) }
    }
  }

  @Test func `ids of OpenStreetMap are in the notation of its own site`() throws {
    let ids = try Self.samples.filter { $0.text.contains("amenity") }.flatMap {
      try ImportedPlaces($0.text).rows.map(\.id)
    }
    #expect(
      ids.contains("node/1") && ids.contains("way/2") && ids.contains("way/100") && ids.contains("node/7")
        && !ids.contains("a200")
    )
  }

  @Test func `a bounding box alone gives a place the coordinate of its middle`() throws {
    let boxes = Self.samples.filter { $0.text.contains("bbox") && !$0.text.contains("latitude") }
    #expect(boxes.count == 1)
    for row in try boxes.flatMap({ try ImportedPlaces($0.text).rows }) {
      #expect(abs(row.latitude - 37.1) < 1e-6 && abs(row.longitude - 127.1) < 1e-6, "\(row.name)")
    }
  }

  @Test func `a column order of its own, spaces in the header and more columns change nothing`() throws {
    let imported = try ImportedPlaces(
      "위도 , 경도,\"상호명\", 상권업종소분류코드 ,상가업소번호,새열,지점명\n37.1,127.1,가온, I21201 ,MA1,x,null\n37.2,127.1,나래,,MA2,,\n"
    )
    #expect(imported.rows.map(\.name) == ["가온", "나래"])
    #expect(imported.rows.map(\.group) == [.cafe, nil])
  }
}

import Domain
import Testing

@testable import App

struct ForeignFormatSentenceTests {
  @Test(arguments: ForeignFormat.allCases)
  func `each message names the format and a remedy`(format: ForeignFormat) async {
    let run = Run()
    run.provider.indexFiles.fail(with: .foreignFormat(path: "my places.bin", format))
    let outcome = await run("index build a.csv -o p.pfx")
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("placefind: Error: my places.bin is "))
    let commands = [
      "ogr2ogr", "osmium", "duckdb", "soffice", "git lfs", "-dc", "unzip", "Download", "download", "Unpack", "sed",
      "placefind index build",
    ]
    #expect(commands.contains { outcome.errors.contains($0) }, "\(outcome.errors)")
  }

  @Test(arguments: ForeignFormat.allCases)
  func `a command that converts standard input names a file`(format: ForeignFormat) {
    let sentence = format.sentence(at: "standard input", in: nil).text
    #expect(sentence.ranges(of: "standard input").count == 1, "\(sentence)")
  }

  @Test func `the suggested command for an edited file fits it and promises nothing of its publisher`() {
    let edited = ForeignFormat.osmXML.sentence(at: "lauf.osm", in: nil).text
    #expect(
      edited.contains("placefind index build lauf.osm -o region.pfx"),
      "\(edited)"
    )
    #expect(ForeignFormat.xml.sentence(at: "a.xml", in: nil).text.contains("if its publisher has one"))
  }

  @Test(arguments: [ForeignFormat.avro, .arrow, .orc, .turtle, .access, .xml])
  func `a format in which no places are published is named, without a command`(format: ForeignFormat) {
    let sentence = format.sentence(at: "my places.bin", in: nil).text
    #expect(
      sentence
        == "my places.bin is \(format.title). Download the CSV or JSON form of the same data, if its publisher has "
        + "one, or convert it to CSV."
    )
  }

  @Test func `data of OpenStreetMap that cannot be read is rewritten by a command`() {
    func sentence(_ problem: OpenStreetMapProblem) -> String {
      Failure(IndexFileError.openStreetMapUnreadable(path: "a b.osm.pbf", problem)).message
    }
    #expect(sentence(.history).hasSuffix("osmium time-filter 'a b.osm.pbf' -o today.osm.pbf`"))
    #expect(sentence(.feature("Tomorrow")).contains("needs 'Tomorrow'"))
    #expect(sentence(.compression("lz4")).contains("is compressed by lz4"))
    for problem in [OpenStreetMapProblem.feature("x"), .compression("zstd")] {
      #expect(sentence(problem).hasSuffix("osmium cat 'a b.osm.pbf' -o rewritten.osm.pbf`"))
    }
  }

  @Test func `a file in an archive is unpacked before it is converted`() async {
    let run = Run()
    run.provider.indexFiles.fail(with: .foreignFormat(path: "my places.kml", archive: "a b.zip", .kml))
    let outcome = await run("index build a.csv -o p.pfx")
    #expect(
      outcome.errors
        == "placefind: Error: a b.zip has no file of places: my places.kml is KML. Unpack it: `unzip 'a b.zip'`. Convert "
        + "it: `ogr2ogr -f GeoJSONSeq places.geojsonl 'my places.kml' -t_srs EPSG:4326`\n"
    )
  }

  @Test(arguments: [ForeignFormat.parquet, .shapefile, .kml, .gzip, .zip])
  func `a command for a hostile name runs nothing but itself`(format: ForeignFormat) async {
    let name = "a'$(touch x)`touch y`\"; touch z #.bin"
    let sentence = format.sentence(at: name, in: nil).text
    let command = sentence.split(separator: ": ", maxSplits: 1).last ?? ""
    // The parts outside single quotes: every other part, because an inner quote is written '\''.
    let bare = command.replacing("'\\''", with: "").split(separator: "'", omittingEmptySubsequences: false)
      .enumerated().filter { $0.offset.isMultiple(of: 2) }.map { String($0.element) }.joined()
    #expect(!bare.contains("touch"), "\(sentence)")
  }

  @Test(arguments: [
    (ArchiveProblem.empty, 2, "without files"), (.encrypted(entry: "x"), 2, "password"),
    (.unknownMethod(entry: "x"), 2, "unzip"),
    (.nestedTooDeep, 2, "Unpack"), (.truncated, 7, "Download"),
  ])
  func `an unreadable archive is refused with the reason and a remedy`(
    problem: ArchiveProblem,
    status: Int32,
    word: String
  ) async {
    let run = Run()
    run.provider.indexFiles.fail(with: .archiveUnusable(path: "a.zip", problem))
    let outcome = await run("index build a.zip -o p.pfx")
    #expect(outcome.status == status && outcome.errors.contains("a.zip is ") && outcome.errors.contains(word))
  }
}

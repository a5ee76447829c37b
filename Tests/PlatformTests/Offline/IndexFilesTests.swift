import Domain
import Foundation
import PlaceIndex
import Synchronization
import System
import Tables
import TestSupport
import Testing

@testable import Platform

struct IndexFilesTests {
  private let directory = TemporaryDirectory()

  private static let places = """
    {"type":"FeatureCollection","features":[
    {"type":"Feature","id":"node/1","properties":{"amenity":"fuel","name":"첫째주유소"},
     "geometry":{"type":"Point","coordinates":[127.0276,37.4979]}},
    {"type":"Feature","id":"node/2","properties":{"amenity":"cafe;restaurant","name":"CAFÉ 둘"},
     "geometry":{"type":"Point","coordinates":[127.028,37.498]}},
    {"type":"Feature","id":"node/3","properties":{"amenity":"cafe"},
     "geometry":{"type":"Point","coordinates":[0,0]}}]}
    """
  private static let more = """
    \u{1E}{"type":"Feature","id":"node/1","properties":{"shop":"convenience","phone":"02-000-0001"},\
    "geometry":{"type":"Point","coordinates":[127.0276,37.4979]}}
    \u{1E}{"type":"Feature","id":"node/4","properties":{"amenity":"bank","name":"넷은행"},\
    "geometry":{"type":"Point","coordinates":[127.03,37.5]}}
    """

  private static func build(
    _ directory: TemporaryDirectory,
    _ change: (inout IndexBuildRequest) -> Void = { _ in }
  ) async throws -> IndexBuildReport {
    try directory.write(places, to: "a.geojson")
    try directory.write(more, to: "b.geojsonl")
    var request = IndexBuildRequest(
      inputs: [directory.file("a.geojson"), directory.file("b.geojsonl")],
      output: directory.file("out.pfx")
    )
    request.attribution = "© somebody"
    request.modifiedAtSeconds = 1_795_228_800
    change(&request)
    return try await IndexFiles().build(request, progress: nil)
  }

  private static func addition(of input: String, to output: String) -> IndexBuildRequest {
    var request = IndexBuildRequest(inputs: [input], output: output)
    request.addsToOutput = true
    return request
  }

  @Test func `several inputs become one index, whose results have their attributions`() async throws {
    let report = try await Self.build(directory)
    #expect(report.summary.placeCount == 3)
    #expect(report.rowCount == 5)
    #expect(report.mergedCount == 1)
    #expect(report.skipped.map(\.reason) == [.nullIsland])
    #expect(report.skipped.first?.example.row == 3)
    #expect(report.summary.sources == ["a.geojson", "b.geojsonl"])
    #expect(directory.names == ["a.geojson", "b.geojsonl", "out.pfx"])

    let source = try IndexedPlaces.open([directory.file("out.pfx")])
    let center = try Coordinate(latitude: 37.4979, longitude: 127.0276)
    for group in [CategoryGroup.gas, .convenience] {
      let query = try PlaceQuery(categories: [.group(group)], area: .circle(center: center, radius: .standard))
      let result = try await source.places(matching: query.limited(to: .all), progress: nil)
      // The first row names the place; the second adds the missing values.
      #expect(result.places.map(\.place.id) == ["node/1"])
      #expect(result.places.first?.place.group == .gas)
      #expect(result.places.first?.place.phone == "02-000-0001")
      let notice = "© somebody, ODbL 1.0, © OpenStreetMap contributors"
      #expect(result.provenance == Provenance(source: .index([directory.file("out.pfx")]), attribution: notice))
    }
  }

  @Test func `a category for all rows applies to an index too, but not to the copied places`() async throws {
    func groups(_ directory: TemporaryDirectory, _ name: String) throws -> [String: Int] {
      let groups = try PlaceIndex(contentsOf: directory.file(name)).summary.groups
      return Dictionary(uniqueKeysWithValues: groups.map { ($0.group?.slug ?? "", $0.places) })
    }
    _ = try await Self.build(directory)
    var request = IndexBuildRequest(inputs: [directory.file("out.pfx")], output: directory.file("banks.pfx"))
    request.rules.forcedCategory = .group(.bank)
    _ = try await IndexFiles().build(request, progress: nil)
    #expect(try groups(directory, "banks.pfx") == ["bank": 3])
    try directory.write("id,name,lat,lng\nx,새 약국,37.5,127\n", to: "c.csv")
    var addition = Self.addition(of: directory.file("c.csv"), to: directory.file("banks.pfx"))
    addition.rules.forcedCategory = .group(.pharmacy)
    _ = try await IndexFiles().build(addition, progress: nil)
    #expect(try groups(directory, "banks.pfx") == ["bank": 3, "pharmacy": 1])
  }

  @Test func `an input that another process adds to an index meanwhile is not lost`() async throws {
    let (output, other) = (directory.file("out.pfx"), directory.file("other.pfx"))
    _ = try await Self.build(directory)
    let built = try await Self.build(directory) {
      $0.output = other
      $0.rules.forcedCategory = .group(.bank)
    }
    try directory.write("id,name,lat,lng\nx,새 약국,37.5,127\n", to: "c.csv")
    let request = Self.addition(of: directory.file("c.csv"), to: output)
    await #expect(throws: IndexFileError.outputReplaced(path: output)) {
      _ = try await IndexFiles().build(request) { _ in
        guard FileManager.default.fileExists(atPath: other) else { return }
        try? FileManager.default.removeItem(atPath: output)
        try? FileManager.default.moveItem(atPath: other, toPath: output)
      }
    }
    #expect(try PlaceIndex(contentsOf: output).summary.groups == built.summary.groups)
    #expect(directory.names == ["a.geojson", "b.geojsonl", "c.csv", "out.pfx"])
  }

  @Test func `each concurrent addition succeeds or reports its failure`() async throws {
    let output = directory.file("out.pfx")
    _ = try await Self.build(directory)
    for number in 0..<6 {
      try directory.write("id,name,lat,lng\nx\(number),새 약국,37.\(number),127\n", to: "\(number).csv")
    }
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<6 {
        let request = Self.addition(of: directory.file("\(number).csv"), to: output)
        group.addTask {
          while true {
            do throws(IndexFileError) {
              _ = try await IndexFiles().build(request, progress: nil)
              return
            } catch {
              guard error == .outputReplaced(path: output) else {
                Issue.record(error)
                return
              }
            }
          }
        }
      }
    }
    #expect(try PlaceIndex(contentsOf: output).summary.placeCount == 9)
  }

  @Test(arguments: [true, false])
  func `an index is not replaced while another process replaces it`(isAddition: Bool) async throws {
    _ = try await Self.build(directory)
    let before = try Data(contentsOf: URL(fileURLWithPath: directory.file("out.pfx")))
    // Also under another name.
    try FileManager.default.createSymbolicLink(atPath: directory.file("a"), withDestinationPath: "out.pfx")
    let other = try FileLock(directory: directory.path)
    #expect(try other.take())
    var request = IndexBuildRequest(inputs: [directory.file("b.geojsonl")], output: directory.file("a"))
    request.addsToOutput = isAddition
    let files = IndexFiles(lockTimeout: .milliseconds(1))
    await #expect(throws: IndexFileError.locked(path: directory.file("a"))) {
      try await files.build(request, progress: nil)
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: directory.file("out.pfx"))) == before)
    other.release()
    _ = try await IndexFiles().build(request, progress: nil)
    #expect(directory.names == ["a", "a.geojson", "b.geojsonl", "out.pfx"])
  }

  @Test func `the same inputs make the same bytes`() async throws {
    _ = try await Self.build(directory)
    let first = try Data(contentsOf: URL(fileURLWithPath: directory.file("out.pfx")))
    _ = try await Self.build(directory)
    #expect(try Data(contentsOf: URL(fileURLWithPath: directory.file("out.pfx"))) == first)
    #expect(try await IndexFiles().verify(indexAt: directory.file("out.pfx")).placeCount == 3)
  }

  @Test func `a skipped row fails a strict build, which leaves no file`() async throws {
    await #expect(throws: IndexFileError.self) { try await Self.build(directory) { $0.isStrict = true } }
    #expect(directory.names == ["a.geojson", "b.geojsonl"])
  }

  @Test func `a strict build refuses a table if no search finds most of its rows`()
    async throws
  {
    let output = directory.file("out.pfx")
    try directory.write("상호,lat,lng,영업구분\n가온,37.1,127.1,점포\n나래,37.2,127.1,점포\n다솜,37.3,127.1,카페\n", to: "types.csv")
    try directory.write("메모,lat,lng\n가온,37.1,127.1\n", to: "names.csv")
    for (file, group) in [("types.csv", nil), ("names.csv", .cafe)] as [(String, CategoryGroup?)] {
      let path = directory.file(file)
      var request = IndexBuildRequest(inputs: [path], output: output)
      request.isStrict = true
      request.categoriesByInput[path] = group.map(PlaceCategory.group)
      do throws(IndexFileError) {
        _ = try await IndexFiles().build(request, progress: nil)
        Issue.record("\(file) was built")
      } catch {
        guard case .rowsUnidentified(let report) = error else { throw error }
        #expect(group == nil ? report.ungroupedCount == 3 : report.unnamedCount == 1)
      }
      #expect(!directory.names.contains("out.pfx"))
      request.isStrict = false
      _ = try await IndexFiles().build(request, progress: nil)
      try FileManager.default.removeItem(atPath: output)
    }
  }

  @Test func `a file that isn't an index is not replaced without --force`() async throws {
    try directory.write("precious", to: "out.pfx")
    await #expect(throws: IndexFileError.outputNotAnIndex(path: directory.file("out.pfx"))) {
      try await Self.build(directory)
    }
    #expect(directory.text(of: "out.pfx") == "precious")
    _ = try await Self.build(directory) { $0.replacesAnything = true }
  }

  @Test func `the progress of an addition counts the index that is added to`() async throws {
    _ = try await Self.build(directory)
    let request = Self.addition(of: directory.file("b.geojsonl"), to: directory.file("out.pfx"))
    let bytes = try ["out.pfx", "b.geojsonl"].reduce(0) { sum, name in
      try sum + Data(contentsOf: URL(fileURLWithPath: directory.file(name))).count
    }
    let totals = Mutex<Set<Int>>([])
    _ = try await IndexFiles().build(request) { report in totals.withLock { _ = $0.insert(report.bytesTotal) } }
    let reported = totals.withLock { $0 }
    #expect(reported == [bytes])
  }

  @Test func `the default index gets its directory`() async throws {
    let report = try await Self.build(directory) {
      $0.output = directory.file("data/placefind/places.pfx")
      $0.isOutputDefault = true
    }
    #expect(report.summary.placeCount == 3)
  }

  @Test func `an unreadable or unwritable file is reported with the system's reason`() async throws {
    await #expect(throws: IndexFileError.unreadable(path: "/none", reason: "No such file or directory")) {
      try await Self.build(directory) { $0.inputs = ["/none"] }
    }
    let output = directory.file("no/such/out.pfx")
    await #expect(throws: IndexFileError.unwritable(path: output, reason: "No such file or directory")) {
      try await Self.build(directory) { $0.output = output }
    }
  }

  /// Builds an index of two tables, then changes the first table.
  private func twoInputs() async throws -> String {
    let header = "id,name,lat,lng,category\n"
    try directory.write(header + "1,가온,37.1,127.1,cafe\n2,나래,37.2,127.2,cafe\n3,다솜,37.3,127.3,cafe\n", to: "a.csv")
    try directory.write(header + "3,다솜,37.3,127.3,bank\n4,라온,37.4,127.4,cafe\n5,마루,37.5,127.5,cafe\n", to: "b.csv")
    let output = directory.file("two.pfx")
    var request = IndexBuildRequest(inputs: ["a.csv", "b.csv"].map(directory.file), output: output)
    request.modifiedAtSeconds = 1
    _ = try await IndexFiles().build(request, progress: nil)
    try directory.write(
      header + "2,나래,37.25,127.2,cafe\n3,다솜,37.3,127.3,cafe\n5,마루,37.5,127.5,cafe\n6,바다,37.6,127.6,cafe\n",
      to: "a.csv"
    )
    return output
  }

  @Test func `an input that is added again is replaced, and the index equals a new build`() async throws {
    let output = try await twoInputs()
    var request = Self.addition(of: "\(directory.path)/./a.csv", to: output)
    request.modifiedAtSeconds = 2
    let report = try await IndexFiles().build(request, progress: nil)
    var change = IndexInputChange(name: directory.file("a.csv"))
    (change.added, change.removed, change.moved, change.unchanged) = (2, 1, 1, 1)
    #expect(report.changes == [change])
    #expect(report.summary.inputs.map(\.name) == ["a.csv", "b.csv"].map(directory.file))
    #expect(report.summary.inputs.map(\.placeCount) == [4, 3])
    #expect(report.summary.inputs.map(\.modifiedAtSeconds) == [2, 1])
    var fresh = IndexBuildRequest(inputs: ["a.csv", "b.csv"].map(directory.file), output: directory.file("new.pfx"))
    fresh.modifiedAtSeconds = 2
    _ = try await IndexFiles().build(fresh, progress: nil)
    let query = try PlaceQuery(categories: [.any], area: .anywhere(center: nil))
    let places = try ["two.pfx", "new.pfx"].map {
      try PlaceIndex(contentsOf: directory.file($0)).places(matching: query).places
    }
    #expect(places[0] == places[1])
    _ = try await IndexFiles().verify(indexAt: output)
  }

  @Test func `an input is removed by its name or path, and the places of others stay`() async throws {
    let output = try await twoInputs()
    func remove(_ word: String) async throws(IndexFileError) -> IndexBuildReport {
      var request = IndexBuildRequest(inputs: [], output: output)
      (request.removedInput, request.addsToOutput) = (word, true)
      return try await IndexFiles().build(request, progress: nil)
    }
    let names = ["a.csv", "b.csv"].map(directory.file)
    await #expect(throws: IndexFileError.noInput(path: output, word: "c.csv", known: names)) {
      try await remove("c.csv")
    }
    let report = try await remove("a.csv")
    #expect(report.changes.map(\.removed) == [3] && report.summary.placeCount == 3)
    #expect(report.summary.inputs.map(\.name) == [names[1]])
    await #expect(throws: IndexFileError.onlyInput(path: output, name: names[1])) { try await remove(names[1]) }
    _ = try await IndexFiles().verify(indexAt: output)
  }

  @Test func `a coverage declared for several inputs is lost with one of them`() async throws {
    let output = try await twoInputs()
    let areas = try (0..<2).map { number in
      let (west, east) = (127 + Double(number), 127.5 + Double(number))
      return SearchArea.box(try BoundingBox(west: west, south: 37, east: east, north: 38), center: nil)
    }
    var request = IndexBuildRequest(inputs: [output], output: directory.file("covering.pfx"))
    (request.coverage, request.release) = (areas, "spring")
    _ = try await IndexFiles().build(request, progress: nil)
    request = IndexBuildRequest(inputs: [], output: request.output)
    (request.removedInput, request.addsToOutput) = ("a.csv", true)
    let report = try await IndexFiles().build(request, progress: nil)
    #expect(report.replaced?.coverage == areas && report.summary.coverage.isEmpty)
    #expect(report.summary.release == "spring")
  }

  @Test func `an input that is added again keeps its notice and the category of its names`() async throws {
    try directory.write("School Name,lat,lng\nOak School,48.1,11.1\nElm School,48.2,11.2\n", to: "a.csv")
    var request = IndexBuildRequest(inputs: [directory.file("a.csv")], output: directory.file("a.pfx"))
    (request.attribution, request.license) = ("© X", "L 1.0")
    let school = IndexSummary.GroupCount(group: .school, places: 2)
    let first = try await IndexFiles().build(request, progress: nil)
    #expect(first.summary.groups == [school])
    let again = Self.addition(of: directory.file("a.csv"), to: request.output)
    let second = try await IndexFiles().build(again, progress: nil)
    #expect(second.changes.map(\.unchanged) == [2])
    #expect(second.summary.inputs.map(\.attribution) == ["© X"] && second.summary.inputs.map(\.license) == ["L 1.0"])
    #expect(second.summary.groups == [school])
    // A chosen column of names has the same category.
    request.rules.columns.columns["name"] = "School Name"
    let chosen = try await IndexFiles().build(request, progress: nil)
    #expect(chosen.summary.groups == [school])
  }

  @Test func `an input that is added again is read by its earlier rules`() async throws {
    try directory.write("9001|T|9002|37.5|127.0|closed\n", to: "a.txt")
    var request = IndexBuildRequest(inputs: [directory.file("a.txt")], output: directory.file("a.pfx"))
    request.categoriesByInput = [directory.file("a.txt"): .group(.cafe)]
    request.rules.format.hasHeader = false
    request.rules.format.delimiter = UInt8(ascii: "|")
    request.rules.columns.columns = ["id": "1", "name": "2", "lat": "4", "lng": "5"]
    request.rules.attributes.extent = .all
    let first = try await IndexFiles().build(request, progress: nil)
    let rules = try #require(first.summary.inputs.first?.rules)
    #expect(rules.forcedCategory == .group(.cafe) && rules.attributes.extent == .all && !rules.format.hasHeader)
    var again = Self.addition(of: directory.file("a.txt"), to: request.output)
    let second = try await IndexFiles().build(again, progress: nil)
    #expect(second.changes.map(\.unchanged) == [1] && second.inputs.last?.rules == rules)
    #expect(second.summary == first.summary)
    // Rules of the addition replace earlier ones.
    again.rules.forcedCategory = .group(.bank)
    let third = try await IndexFiles().build(again, progress: nil)
    #expect(third.summary.groups == [IndexSummary.GroupCount(group: .bank, places: 1)])
  }

  @Test func `removing an input removes its coverage and release, and the bytes equal a fresh build`()
    async throws
  {
    for name in ["a", "b"] {
      try directory.write("id,name,lat,lng,category\n\(name),하나,37.5,127,cafe\n", to: "\(name).csv")
    }
    var request = IndexBuildRequest(inputs: [directory.file("a.csv")], output: directory.file("one.pfx"))
    request.release = "2026-11-20T00:00:00Z"
    let fresh = try await IndexFiles().build(request, progress: nil)
    request.output = directory.file("two.pfx")
    _ = try await IndexFiles().build(request, progress: nil)
    var addition = IndexBuildRequest(inputs: [directory.file("b.csv")], output: request.output)
    addition.addsToOutput = true
    addition.release = "2026-11-22T00:00:00Z"
    addition.coverage = [.box(try BoundingBox(west: 126, south: 37, east: 128, north: 38), center: nil)]
    let both = try await IndexFiles().build(addition, progress: nil)
    #expect(both.summary.coverage == addition.coverage && both.summary.latestRelease == addition.release)
    var removal = IndexBuildRequest(inputs: [], output: request.output)
    (removal.removedInput, removal.addsToOutput) = ("b.csv", true)
    let report = try await IndexFiles().build(removal, progress: nil)
    #expect(report.summary.coverage.isEmpty && report.summary.release == fresh.summary.release)
    let bytes = try ["one.pfx", "two.pfx"].map { try Data(contentsOf: URL(fileURLWithPath: directory.file($0))) }
    #expect(bytes[0] == bytes[1])
  }

  @Test func `rows without coordinates keep an index that covers an area from being complete`() async throws {
    try directory.write(
      "id,name,lat,lng,category\n1,하나,37.5,127,cafe\n2,둘,,,cafe\n3,셋,x,y,cafe\n4,넷,37.5,127,cafe,more\n",
      to: "rows.csv"
    )
    var request = IndexBuildRequest(inputs: [directory.file("rows.csv")], output: directory.file("rows.pfx"))
    request.coverage = [.box(try BoundingBox(west: 126, south: 37, east: 128, north: 38), center: nil)]
    let empty = SearchArea.box(try BoundingBox(west: 127.1, south: 37, east: 128, north: 38), center: nil)
    request.coverage.append(empty)
    #expect(try await IndexFiles().build(request, progress: nil).emptyCoverage == [empty])
    request.coverage.removeLast()
    let report = try await IndexFiles().build(request, progress: nil)
    #expect(report.emptyCoverage.isEmpty)
    let skipped = report.skipped.reduce(0) { $0 + $1.count }
    #expect(report.summary.placeCount == 1 && skipped == 3)
    #expect(report.summary.inputs.map(\.unplacedCount) == [3])
    let center = try Coordinate(latitude: 37.5, longitude: 127)
    let query = try PlaceQuery(categories: [.group(.cafe)], area: .circle(center: center, radius: .standard))
    let result = try await IndexedPlaces.open([request.output]).places(matching: query.limited(to: .all), progress: nil)
    #expect(result.places.count == 1 && !result.isComplete && result.gap == .unplaced(3))

    // An addition counts its own rows, and inputs that are read again are counted again.
    try directory.write("id,name,lat,lng,category\n9,아홉,37.6,127,cafe\n8,여덟,,,cafe\n", to: "more.csv")
    let added = try await IndexFiles().build(
      Self.addition(of: directory.file("more.csv"), to: request.output),
      progress: nil
    )
    #expect(added.summary.inputs.map(\.unplacedCount) == [3, 1])
    try directory.write("id,name,lat,lng,category\n1,하나,37.5,127,cafe\n", to: "rows.csv")
    let again = try await IndexFiles().build(Self.addition(of: request.inputs[0], to: request.output), progress: nil)
    #expect(again.summary.inputs.map(\.unplacedCount) == [0, 1])

    // Without declared coverage, the index covers what it contains.
    request.coverage = []
    request.output = directory.file("plain.pfx")
    _ = try await IndexFiles().build(request, progress: nil)
    let plain = try await IndexedPlaces.open([request.output]).places(matching: query.limited(to: .all), progress: nil)
    #expect(plain.isComplete)
  }

  @Test func `inputs with one name are one input, which an addition of that name replaces`() async throws {
    _ = try await twoInputs()
    var request = IndexBuildRequest(inputs: ["a.csv", "b.csv"].map(directory.file), output: directory.file("one.pfx"))
    request.inputName = "shops"
    #expect(try await IndexFiles().build(request, progress: nil).summary.inputs.map(\.name) == ["shops"])
    var addition = Self.addition(of: directory.file("b.csv"), to: directory.file("one.pfx"))
    addition.inputName = "shops"
    let report = try await IndexFiles().build(addition, progress: nil)
    #expect(report.summary.placeCount == 3 && report.changes.map(\.removed) == [2])
    #expect(await IndexFiles().indexes(in: directory.path).compactMap { try? $0.summary.get().placeCount } == [3, 5])
  }

  @Test func `inputs of several indexes that have one name stay apart`() async throws {
    _ = try await twoInputs()
    var counts: [Int] = []
    for name in ["a", "b"] {
      var request = IndexBuildRequest(
        inputs: [directory.file("\(name).csv")],
        output: directory.file("\(name).pfx")
      )
      request.inputName = "shops"
      counts.append(try await IndexFiles().build(request, progress: nil).summary.placeCount)
    }
    let output = directory.file("both.pfx")
    let both = IndexBuildRequest(inputs: ["a.pfx", "b.pfx"].map(directory.file), output: output)
    _ = try await IndexFiles().build(both, progress: nil)
    try directory.write("id,name,lat,lng\nz,Z,1,1\n", to: "c.csv")
    let report = try await IndexFiles().build(Self.addition(of: directory.file("c.csv"), to: output), progress: nil)
    #expect(report.rowCount == report.inputs.reduce(0) { $0 + $1.rowCount })
    #expect(report.summary.inputs.map(\.name) == ["shops", "shops 2", directory.file("c.csv")])
    #expect(report.summary.inputs.map(\.placeCount) == counts + [1])
  }
}

import Domain
import Testing

@testable import PlaceIndex

/// GTFS feeds: the type of transport at a stop is in another table.
@Suite struct TransitFeedTests {
  private static let stops = """
    stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station
    S,Gaon Station,37.1,127.1,1,
    P,Gaon Station Platform 1,37.1001,127.1,0,S
    L,Narae,37.2,127.1,0,
    E,Gaon Entrance,37.1002,127.1,2,S

    """

  private static func file(_ name: String, _ text: String) -> ZipArchiveTests.File { ZipArchiveTests.File(name, text) }

  private static func feed(_ types: [Int], routesFirst: Bool, folder: String = "") -> [UInt8] {
    let rows = types.enumerated().map { "R\($0.offset),\($0.element),A\n" }
    let routes = file(folder + "routes.txt", "route_id,route_type,route_long_name\n" + rows.joined())
    let table = file(folder + "stops.txt", stops)
    return ZipArchiveTests.archive(routesFirst ? [routes, table] : [table, routes])
  }

  @Test(
    arguments: [
      ([2], ["railway-station", "-", "railway-station", "-"]), ([401], ["subway", "-", "subway", "-"]),
      ([1000], ["ferry", "-", "ferry", "-"]), ([2, 3], ["-", "bus-stop", "bus-stop", "-"]),
      ([715], ["-", "bus-stop", "bus-stop", "-"]), ([0, 2], ["-", "-", "-", "-"]),
    ] as [([Int], [String])]
  )
  func `the stops of a feed have the kinds of its routes, wherever the routes table is`(
    types: [Int],
    kinds: [String]
  ) throws {
    for (folder, routesFirst) in [("", true), ("feed/", false)] {
      let imported = try ImportedPlaces(Self.feed(types, routesFirst: routesFirst, folder: folder))
      let found = imported.rows.sorted { $0.id < $1.id }.map { row in
        row.group == .subway ? "subway" : row.kinds.first ?? "-"
      }
      #expect(found == [kinds[3], kinds[2], kinds[1], kinds[0]], "\(types)")
      #expect(imported.input?.ignoredEntries == [])
    }
  }

  @Test func `stops without routes have no kind`() throws {
    let archive = ZipArchiveTests.archive([Self.file("stops.txt", Self.stops)])
    for bytes in [archive, Array(Self.stops.utf8)] {
      let imported = try ImportedPlaces(bytes)
      #expect(imported.rows.count == 4 && imported.rows.allSatisfy { $0.kinds.isEmpty && $0.group == nil })
    }
  }

  @Test func `each feed of an archive has its own routes`() throws {
    let bus = Self.file("b/routes.txt", "route_id,route_type\nR,3\n")
    let rail = Self.file("a/routes.txt", "route_id,route_type\nR,2\n")
    let header = "stop_id,stop_name,stop_lat,stop_lon\n"
    let imported = try ImportedPlaces(
      ZipArchiveTests.archive([
        rail, Self.file("b/stops.txt", header + "1,Narae,37.2,127.1\n"), bus,
        Self.file("a/stops.txt", header + "2,Gaon,37.1,127.1\n"),
      ])
    )
    #expect(imported.rows.first { $0.name == "Gaon" }?.kinds == ["railway-station"])
    #expect(imported.rows.first { $0.name == "Narae" }?.kinds == ["bus-stop"])
  }
}

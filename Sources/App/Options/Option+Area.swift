import Domain

extension Option {
  /// The options of this file, in the order of the help.
  static let areaOptions: [Option] = [
    .latitude, .longitude, .at, .near, .anywhere, .bbox, .within, .along, .polylinePrecision, .radius,
  ]

  static let latitude: Option = .init(
    "lat",
    aliases: ["latitude"],
    value: .text("N"),
    under: .place,
    with: [.longitude],
    help: [
      Help(in: [.find, .browse, .batch, .where, .here], "degrees north (WGS 84)")
    ],
    read: { $1.latitude = try $0.number() }
  )

  static let longitude: Option = .init(
    "lng",
    aliases: ["lon", "longitude"],
    value: .text("N"),
    under: .place,
    with: [.latitude],
    help: [
      Help(in: [.find, .browse, .batch, .where, .here], "degrees east (WGS 84)")
    ],
    read: { $1.longitude = try $0.number() }
  )

  static let at: Option = .init(
    "at",
    value: .text("LAT,LNG"),
    under: .place,
    called: "near-by point coord coords coordinate coordinates location latlng latlon center centre",
    completes: .savedLocations,
    without: [.latitude, .longitude],
    help: [
      Help(
        in: [.find, .browse],
        isShort: true,
        "centre as LAT,LNG; also \"37.5 127\", 37.5N,127E, 37°29'52\"N 127°1'39\"E, geo:37.5,127, [127,37.5], "
          + "a map URL (Kakao, Naver, Google, Apple, OpenStreetMap), or a location saved with `placefind "
          + "here`"
      ),
      Help(in: [.batch], "centre of rows without one"),
      Help(in: [.where], isShort: true, "the point, in any form of `placefind find --at`"),
      Help(in: [.indexFetch], isShort: true, "with fetch: the centre"),
      Help(in: [.here], isShort: true, "the point to save"),
    ],
    read: { $1.query.center = try $0.center() }
  )

  static let near: Option = .init(
    "near",
    value: .text("TEXT"),
    under: .place,
    called: "place-name station address",
    completes: .savedLocations,
    without: [.at, .latitude, .longitude],
    help: [
      Help(in: [.find, .browse], isShort: true, "centre by name or address; `placefind near TEXT` lists the matches"),
      Help(in: [.batch], "centre of rows without one, by name or address"),
      Help(in: [.where], "the point by name"),
      Help(in: [.indexFetch], isShort: true, "with fetch: the centre by name or address"),
      Help(in: [.here], isShort: true, "the point to save, by name or address"),
    ],
    read: { $1.query.center = .name(try $0.searchText()) }
  )

  static let anywhere: Option = .init(
    "anywhere",
    under: .place,
    called: "no-default everywhere",
    without: [.at, .near, .latitude, .longitude, .bbox, .within, .along],
    help: [
      Help(in: [.find, .browse], "ignore the default location of `placefind here`")
    ]
  )

  static let bbox: Option = .init(
    "bbox",
    value: .text("W,S,E,N"),
    under: .place,
    called: "rect rectangle extent bounds box",
    without: [.radius],
    help: [
      Help(in: [.find, .browse], "search a rectangle instead of a circle; edges in degrees"),
      Help(in: [.indexFetch], "with fetch: a rectangle instead of a circle"),
    ],
    read: { $1.query.box = try $0.box() }
  )

  static let within: Option = .init(
    "within",
    value: .file,
    under: .place,
    called: "polygon polygons area-file boundary mask clip shape",
    without: [.bbox, .radius],
    onlyTyped: true,
    help: [
      Help(
        in: [.find, .browse],
        "search inside the polygons of a GeoJSON, KML, .poly or WKT file or a closed GPX track; - for standard input"
      ),
      Help(
        in: [.batch],
        "polygons of rows without a place, from a GeoJSON, KML, .poly or WKT file or a closed GPX track"
      ),
      Help(in: [.indexFetch], "with fetch: the polygons of a GeoJSON, KML, .poly or WKT file or a closed GPX track"),
    ],
    read: { $1.withinText = try $0.nonEmptyText() }
  )

  static let along: Option = .init(
    "along",
    value: .file,
    under: .place,
    called: "route track path line corridor gpx polyline",
    without: [.bbox, .within, .at, .near, .latitude, .longitude],
    onlyTyped: true,
    help: [
      Help(
        in: [.find, .browse],
        "search along a line, in the order of the line: a GPX, GeoJSON, KML or WKT file, or an encoded polyline; "
          + "-r is the distance from it, by default \(DistanceFormatter.short(SearchRadius.standardCorridor.distance))"
      ),
      Help(in: [.batch], "line of rows without a place: a GPX, GeoJSON, KML or WKT file, or an encoded polyline"),
      Help(in: [.indexFetch], "with fetch: the line of a GPX, GeoJSON, KML or WKT file, or an encoded polyline"),
    ],
    read: { $1.alongText = try $0.nonEmptyText() }
  )

  private static var standardPrecision: String { String(EncodedPolyline.Precision.standard.rawValue) }

  static let polylinePrecision: Option = .init(
    "polyline-precision",
    value: .word { _ in EncodedPolyline.Precision.allCases.map { String($0.rawValue) } },
    under: .place,
    called: "precision",
    onlyTyped: true,
    help: [
      Help(in: [.find, .browse], with: [.along], "decimals of an encoded polyline", default: standardPrecision),
      Help(in: [.batch], "decimals of encoded polylines", default: standardPrecision),
      Help(
        in: [.indexFetch],
        with: [.along],
        "with fetch: decimals of an encoded polyline",
        default: standardPrecision
      ),
    ],
    read: { $1.polylinePrecision = try $0.precision() }
  )

  static let radius: Option = .init(
    "radius",
    letter: "r",
    value: .text("LENGTH"),
    under: .place,
    called: "distance dist range",
    help: [
      Help(
        in: [.find, .browse],
        isShort: true,
        "how far to search: 800, 800m, 1.5km, 1mi, 2000ft",
        default: DistanceFormatter.short(SearchRadius.standard.distance)
      ),
      Help(
        in: [.batch],
        isShort: true,
        "how far to search: 800, 800m, 1.5km, 1mi, 2000ft",
        default: "\(DistanceFormatter.short(SearchRadius.standard.distance)); no limit with --nearest over an index"
      ),
      Help(
        in: [.indexFetch],
        isShort: true,
        "with fetch: distance from the centre",
        default: Arguments.standardFetchRadius.map { DistanceFormatter.short($0.distance) }
      ),
    ],
    read: { $1.query.radius = try $0.radius() }
  )
}

extension Arguments {
  /// The default radius of a download, a part of a town.
  static let standardFetchRadius = SearchRadius(Distance(validMeters: 5_000))
}

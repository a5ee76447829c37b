import Domain

extension Option {
  /// The options of this file, in the order of the help.
  static let indexDataOptions: [Option] = [
    .online, .inputName, .attribution, .license, .release, .covers, .update, .yes,
  ]

  static let online: Option = .init(
    "online",
    under: .source,
    called: "network",
    help: [
      Help(in: [.doctor], isShort: true, "send one request, to check the service and the key")
    ]
  )

  static let inputName: Option = .init(
    "as",
    value: .text("NAME"),
    under: .source,
    help: [
      Help(
        in: [.indexBuild, .indexAdd],
        "group the inputs under NAME instead of their paths; `index add` with the same NAME replaces them"
      )
    ],
    read: { $1.index.inputName = try $0.nonEmptyText() }
  )

  static let attribution: Option = .init(
    "attribution",
    value: .text("TEXT"),
    under: .source,
    help: [
      Help(
        in: [.indexBuild, .indexAdd],
        isShort: true,
        "attribution that the licence of the data requires; included in every result"
      )
    ],
    read: { $1.index.attribution = $0.text }
  )

  static let license: Option = .init(
    "license",
    value: .text("TEXT"),
    under: .source,
    called: "licence",
    help: [
      Help(in: [.indexBuild, .indexAdd], "licence of the data")
    ],
    read: { $1.index.license = $0.text }
  )

  static let release: Option = .init(
    "release",
    value: .text("TEXT"),
    under: .source,
    help: [
      Help(in: [.indexBuild, .indexAdd], "release of the data")
    ],
    read: { $1.index.release = $0.text }
  )

  static let covers: Option = .init(
    "covers",
    value: .text("AREA"),
    under: .source,
    called: "coverage",
    completes: .files,
    repeats: true,
    help: [
      Help(
        in: [.indexBuild, .indexAdd, .indexCovers],
        says: { services in
          let countries = services.compactMap(\.area).map { area in
            ", or \(area.code) (the box \(area.box.edgeText), which includes parts of neighbouring countries)"
          }
          return
            "area in which the data has every place: the polygons of a GeoJSON, KML, .poly or WKT file or a "
            + "closed GPX track, W,S,E,N, LAT,LNG,RADIUS\(countries.joined()); may be repeated"
        }
      )
    ],
    read: { $1.coverage = try $0.coverage(known: $1.services) }
  )

  static let update: Option = .init(
    "update",
    under: .source,
    onlyTyped: true,
    help: [
      Help(in: [.indexFetch], "with fetch: download these indexes again, or all downloaded indexes")
    ]
  )

  static let yes: Option = .init(
    "yes",
    under: .source,
    help: [
      Help(in: [.indexFetch], "with fetch: allow more than 200,000 elements or 100 MB")
    ]
  )
}

/// A value of `--covers`.
enum NamedCoverage: Sendable, Hashable {
  case area(SearchArea)
  /// A file with polygons.
  case file(String)
}

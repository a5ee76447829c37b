extension Command {
  static let index: Command = .init(
    "index",
    actions: {
      [.indexBuild, .indexAdd, .indexRemove, .indexCovers, .indexInfo, .indexList, .indexVerify, .indexFetch]
    },
    CommandEntry(
      "build an index from open data, download one, or show its contents",
      called: "import=build data=list update=fetch_--update download=fetch refresh=fetch_--update",
      operands: .max,
      completes: .files
    )
  )

  static let indexBuild: Command = .init(
    "index build",
    CommandEntry(
      "build an index from open data",
      usage: "placefind index build INPUT[=WORD]... [-o FILE] [options]",
      operands: .max,
      prints: .index,
      statuses: [.untrustworthy],
      examples: [
        (
          "placefind index build seoul.geojson --attribution '© OpenStreetMap contributors'",
          "build the default index; later queries use it"
        ),
        (
          "placefind index build netherlands-latest.osm.pbf -o nl.pfx",
          "build an index of a country from an OpenStreetMap extract"
        ),
        (
          "placefind index build cafes.csv=cafe p.csv=pharmacy shops.csv",
          "set one category for all places of a file"
        ),
      ],
      run: IndexCommand.starting { try await $0.build(isAddition: false) }
    )
  )

  static let indexAdd: Command = .init(
    "index add",
    CommandEntry(
      "add files to an index, or replace their places",
      usage: "placefind index add INPUT[=WORD]... [-o FILE] [options]",
      operands: .max,
      prints: .index,
      statuses: [.untrustworthy],
      examples: [
        ("placefind index add parking.csv", "add a file to the default index, or replace its places")
      ],
      run: IndexCommand.starting { try await $0.build(isAddition: true) }
    )
  )

  static let indexRemove: Command = .init(
    "index remove",
    CommandEntry(
      "remove the places of an input, or a downloaded index",
      usage: "placefind index remove SOURCE [-o FILE] [options]",
      operands: .max,
      prints: .index,
      statuses: [.untrustworthy],
      examples: [
        ("placefind index remove parking.csv", "remove the places of an input, or the downloaded index with that name")
      ],
      run: IndexCommand.starting { try await $0.remove() }
    )
  )

  static let indexCovers: Command = .init(
    "index covers",
    CommandEntry(
      "declare the area in which an index has every place",
      usage: "placefind index covers [FILE] --covers AREA... [options]",
      operands: .max,
      prints: .index,
      statuses: [.untrustworthy],
      examples: [
        (
          "placefind index covers nl.pfx --covers netherlands.poly",
          "declare the area in which an index has every place"
        )
      ],
      run: IndexCommand.starting { try await $0.declareCoverage() }
    )
  )

  static let indexInfo: Command = .init(
    "index info",
    CommandEntry(
      "show the contents of an index",
      usage: "placefind index info [FILE] [options]",
      operands: .max,
      prints: .index,
      statuses: [.untrustworthy],
      examples: [
        ("placefind index info p.pfx", "the contents of an index: its inputs and their licences")
      ],
      run: IndexCommand.starting { try await $0.showInfo() }
    )
  )

  static let indexList: Command = .init(
    "index list",
    CommandEntry(
      "list the indexes in the data directory",
      usage: "placefind index list [options]",
      operands: .max,
      prints: .index,
      statuses: [.untrustworthy],
      examples: [
        ("placefind index list", "the indexes in the data directory")
      ],
      run: IndexCommand.starting { try await $0.list() }
    )
  )

  static let indexVerify: Command = .init(
    "index verify",
    CommandEntry(
      "check every byte of an index",
      usage: "placefind index verify [FILE] [options]",
      operands: .max,
      prints: .index,
      statuses: [.untrustworthy],
      examples: [
        ("placefind index verify p.pfx", "check every byte of an index")
      ],
      run: IndexCommand.starting { try await $0.verify() }
    )
  )

  static let indexFetch: Command = .init(
    "index fetch",
    CommandEntry(
      "download the places of an area into an index, or update such an index",
      usage: """
        placefind index fetch (--near TEXT | --at LAT,LNG | --bbox W,S,E,N | --within FILE | --along FILE) [options]
        placefind index fetch --update [NAME]...
        """,
      operands: .max,
      prints: .index,
      statuses: [.untrustworthy, .quotaExhausted, .unreachable, .someRowsFailed, .nothingFound],
      examples: [
        (
          "placefind index fetch --near 'Utrecht Centraal' -r 5km",
          "download an area from OpenStreetMap; later queries there work offline"
        )
      ],
      run: IndexCommand.starting { try await $0.fetch() }
    )
  )
}

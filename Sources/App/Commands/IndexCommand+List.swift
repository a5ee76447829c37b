import Domain

extension IndexCommand {
  /// Lists the indexes in the data directory.
  func list() async throws {
    let output = try checkedOutput(of: .index)
    guard let directory = world.dataDirectory else { throw Failure.noDefaultIndex }
    guard arguments.operands.isEmpty else { throw Failure.unexpectedArguments(arguments.operands, after: nil, .index) }
    if arguments.has(.verbose) { console.say("Reading the indexes of \(directory).") }
    let indexes = await provider.indexes.indexes(in: directory)
    if indexes.isEmpty { say("There is no index in \(directory). `placefind index build FILE` creates one.") }
    try write(list: listing(of: indexes), to: output)
  }

  /// Returns the list of a directory's indexes.
  ///
  /// An unreadable index is listed with the reason.
  private func listing(of indexes: [IndexListing]) -> Listing {
    let times = TimeFormatter(in: world)
    return Listing(
      "indexes",
      of: indexes,
      [
        .init("name", "NAME") { .text($0.listedName) }, .init("path") { .text($0.path) },
        .init("place_count", "PLACES") { .integer($0.content?.placeCount) },
        .init("file_bytes", "BYTES") { .integer($0.content?.fileBytes) },
        .init("newest_input_at", "NEWEST INPUT") { index in
          let time = index.content?.newestInputAtSeconds ?? 0
          return time > 0 ? times.value(time) : .text(nil)
        },
        .init("covers", "COVERS", isFlexible: true) { index in
          .texts(index.content.map { $0.coverage.map(\.coverageText) })
        },
        .init("sources", "SOURCES", isFlexible: true) { .texts($0.content?.sources) },
        .init("error", "ERROR", isFlexible: true) { .text($0.problem) },
      ]
    )
  }
}

extension IndexListing {
  /// The name in lists and arguments: the name of the file in the data directory.
  var listedName: String { String.listedName(ofIndexAt: path) }

  /// The summary of the index; `nil` if it can't be read.
  fileprivate var content: IndexSummary? { try? summary.get() }

  /// The reason why the index can't be read; `nil` if it can.
  fileprivate var problem: String? {
    if case .failure(let error) = summary { Failure(error).worded(for: .indexList).message } else { nil }
  }
}

extension IndexSummary {
  /// The name in lists and arguments: the name of the file in the data directory.
  var listedName: String { String.listedName(ofIndexAt: path) }
}

extension String {
  fileprivate static func listedName(ofIndexAt path: String) -> String {
    IndexInput(path.hasSuffix(".pfx") ? String(path.dropLast(".pfx".count)) : path).shortName
  }
}

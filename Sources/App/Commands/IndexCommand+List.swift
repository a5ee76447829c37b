import Domain

extension IndexCommand {
  /// Lists the indexes in the data directory.
  func list() async throws {
    let output = try checkedOutput(of: .index)
    guard let directory = world.dataDirectory else { throw Failure.noDefaultIndex }
    guard arguments.operands.count == 1 else {
      throw Failure.unexpectedArguments(Array(arguments.operands.dropFirst()), after: nil, .index)
    }
    if arguments.has(.verbose) { console.say("reading the indexes of \(directory)") }
    let indexes = await provider.indexes.indexes(in: directory)
    if indexes.isEmpty { say("there is no index in \(directory); `placefind index build FILE` creates one") }
    try write(list: listing(of: indexes), to: output)
  }

  /// The list of a directory's indexes.
  ///
  /// An unreadable index is listed with the reason.
  private func listing(of indexes: [IndexListing]) -> Listing {
    Listing(
      name: "indexes",
      columns: [
        .init("name", "NAME"), .init("path"), .init("places", "PLACES"), .init("bytes", "BYTES"),
        .init("built_at", "NEWEST INPUT"),
        .init("covers", "COVERS", isFlexible: true), .init("sources", "SOURCES", isFlexible: true),
        .init("error", "ERROR", isFlexible: true),
      ],
      records: indexes.map { index in
        let summary = try? index.summary.get()
        var problem: String?
        if case .failure(let error) = index.summary { problem = Failure(error).message }
        return [
          .text(index.listedName), .text(index.path),
          .integer(summary?.placeCount), .integer(summary?.fileBytes),
          summary.flatMap { $0.builtAtSeconds > 0 ? TimeFormatter(in: world).value($0.builtAtSeconds) : nil }
            ?? .text(nil),
          .text(summary.map { $0.coverage.map(\.coverageText).joined(separator: "; ") }),
          .text(summary.map { $0.sources.joined(separator: ", ") }), .text(problem),
        ]
      }
    )
  }
}

extension IndexListing {
  /// The name in lists and arguments: that of the file in the data directory.
  var listedName: String { String.listedName(ofIndexAt: path) }
}

extension IndexSummary {
  /// The name in lists and arguments: that of the file in the data directory.
  var listedName: String { String.listedName(ofIndexAt: path) }
}

extension String {
  fileprivate static func listedName(ofIndexAt path: String) -> String {
    IndexInput(path.hasSuffix(".pfx") ? String(path.dropLast(".pfx".count)) : path).shortName
  }
}

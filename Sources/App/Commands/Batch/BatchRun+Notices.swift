import Domain
import Tables

/// The notices before the first query.
extension BatchRun {
  /// Reports what is unusual about the rows and the source.
  func sayNotices(
    on rows: BatchRows,
    from places: any FindPlaceUseCase,
    _ provenance: Provenance
  ) async throws {
    saySample(provenance.source)
    if let sentence = sentenceOnPoints(in: rows.format) { say(Notice(sentence)) }
    if let sentence = sentenceOnUnusedColumns(in: rows.format) { say(Notice(sentence)) }
    if let sentence = try await sentenceOnSwappedRows(rows) { say(Notice(sentence)) }
    if let divisor = rows.degreeDivisor {
      say("The rows have degrees without a decimal point, which are divided by \(divisor).")
    }
    if let absence = await absence(in: places, provenance.source) { say(Notice(absence)) }
    if let reading = provenance.reading { reading.notices.forEach(say) }
  }

  /// Reports the encoding of the rows if it isn't proven.
  func sayEncoding(of rows: BatchRows) async {
    guard let encoding = await rows.reader.assumedEncoding else { return }
    say(.assumedEncoding(encoding.rawValue, of: DiskFiles.shownName(ofInput: options.inputPath)))
  }

  /// Returns the notice about the requests of the whole batch, estimated from its first block; `nil` if none is needed.
  ///
  /// Counting all rows would mean reading them.
  func forecastNotice(for rows: BatchRows, finished: Int) async throws -> Notice? {
    guard let size = await rows.reader.sizeInBytes, let block = try await rows.reader.peekBlock(),
      let costs = try? source.provider.makeEstimateUseCase()
    else { return nil }
    var forecast = BatchForecast(rows.queries, costs: costs)
    forecast.count(block)
    // The number of such blocks in the input, and the share of their rows that remains.
    let blocks = max(1, Double(size) / Double(block.rowRange.count + 1))
    let estimatedRows = Double(block.rows.count) * blocks
    let scale = blocks * max(0, 1 - Double(finished) / estimatedRows)
    return forecast.notice(scaledBy: scale, quota: try? source.provider.account.quota())
  }

  /// Returns a notice about the requested categories that an offline source lacks; `nil` if it has all of them.
  private func absence(in places: any FindPlaceUseCase, _ source: Source) async -> String? {
    let categories = options.defaults.query.categories
    guard !source.isMetered, !categories.isEmpty, let one = PlaceCount(1).map(PlaceLimit.first),
      let query = options.defaults.anyQuery(for: categories)
    else { return nil }
    return try? await places.places(matching: query.limited(to: one), progress: nil).absenceSentence
  }

  /// Returns a notice that `--along` is ignored for rows that have coordinates; `nil` if it isn't needed.
  private func sentenceOnPoints(in format: BatchFormat) -> String? {
    guard let corridor = options.defaults.query.drawn?.corridor, case .csv(let header) = format,
      header.hasColumn(for: .latitude) || header.hasColumn(for: .at)
    else { return nil }
    return "Rows with their own point are searched around it, not along \(corridor.line.name)."
  }

  /// The number of rows that are examined for swapped coordinates.
  private static let rowsForOrder = 100

  /// Returns a notice that the first rows of a table are outside the source, but most of them would be inside if
  /// latitude and longitude were swapped; `nil` otherwise.
  private func sentenceOnSwappedRows(_ rows: BatchRows) async throws -> String? {
    guard let block = try await rows.reader.peekBlock() else { return nil }
    let estimate = try source.provider.makeEstimateUseCase()
    var queries = rows.queries
    queries.open(block)
    let first = block.rows.indices.prefix(Self.rowsForOrder)
    var areInvalid = false
    let count = first.count { index in
      guard let row = try? queries.query(at: index), row.locating == nil else { return false }
      // A search without a limit is valid wherever its centre is, so only the centre shows the order.
      let area = row.query.area
      let center = area.isEverywhere || area.radius == .maximum ? area.center : nil
      do throws(PlaceSearchError) {
        let cost = try estimate.cost(of: center.map { row.query.around($0, radius: .minimum) } ?? row.query)
        return cost.swappedArea != nil
      } catch {
        guard case .unsupported(.outsideServiceArea(_, _, looksSwapped: true)) = error else { return false }
        if center == nil { areInvalid = true }
        return true
      }
    }
    guard count > 1, count * 2 > first.count else { return nil }
    return "Latitude and longitude look swapped in \(count) of the first \(counted(first.count, "row"))"
      + "\(areInvalid ? ", which are invalid" : ""). "
      + "Name the columns with \(Message.coordinateColumns.text)."
  }

  /// Returns a notice about the columns of a table that are ignored with `--nearest`; `nil` if there are none.
  private func sentenceOnUnusedColumns(in format: BatchFormat) -> String? {
    guard options.nearest != nil, case .csv(let header) = format else { return nil }
    let names = header.names.filter { name in
      options.names.ignored.contains { ColumnNames().rank(of: name, for: $0) != nil }
    }
    guard !names.isEmpty else { return nil }
    let (noun, verb) = names.count == 1 ? ("column", "is") : ("columns", "are")
    return "The \(noun) \(names.joined(separator: ", ")) \(verb) copied but not used: --nearest is the same for every "
      + "row."
  }
}

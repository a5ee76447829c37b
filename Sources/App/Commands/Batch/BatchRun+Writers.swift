import Domain

/// Chooses how the records are written.
extension BatchRun {
  /// Returns the columns for the members of JSON rows in a table, by the first rows; `nil` for other outputs.
  func objectColumns(of rows: BatchRows) async throws -> ObjectColumns? {
    guard case .ndjson = rows.format, options.format.isOfCells else { return nil }
    return try await rows.reader.firstRows().map { ObjectColumns(of: $0, hasPoints: options.nearest != nil) }
  }

  /// Returns whether the rows are the features of a GeoJSON document.
  func areFeaturesOfDocument(_ rows: BatchRows) async throws -> Bool {
    guard case .ndjson = rows.format, await rows.reader.hasWrappedRows else { return false }
    return try await rows.reader.peekBlock()?.firstRowIsFeature ?? false
  }

  /// Returns the columns of the nearest places, by the columns or the first rows; `nil` without `--nearest`.
  func nearestColumns(of rows: BatchRows, adding added: [PlaceField]) async throws -> NearestColumns? {
    guard var columns = options.nearest else { return nil }
    columns.countsUnknownHours = added.contains(.open)
    if case .csv(let header) = rows.format {
      columns.namesCenters = header.hasColumn(for: .near)
    } else if let block = try await rows.reader.firstRows() {
      var queries = rows.queries
      queries.open(block)
      columns.namesCenters = block.rows.indices.contains { (try? queries.query(at: $0))?.locating != nil }
    }
    return columns
  }

  func writer(
    of format: BatchFormat,
    objects: ObjectColumns?,
    areFeatures: Bool,
    appending columns: NearestColumns?,
    adding added: [PlaceField],
    from provenance: Provenance
  ) -> any RecordWriter {
    let hasHeader = !arguments.has(.noHeader)
    if let columns {
      let usual: OutputFormat = areFeatures && !arguments.has(.unordered) ? .geojson : .ndjson
      return nearestWriter(of: format, objects: objects, appending: columns, from: provenance, usual: usual)
    }
    guard let notation = options.format.lineNotation, notation != .json else {
      return NDJSONRecordWriter(format: format, fields: options.fields)
    }
    return CSVRecordWriter(
      format: format,
      objects: objects,
      as: notation,
      hasHeader: hasHeader,
      isOneLine: options.isOneLine,
      fields: options.fields,
      adding: added
    )
  }

  /// Makes the writer of rows with their nearest places, by default in the format of the input: of a table, or the
  /// usual format for its rows of JSON.
  private func nearestWriter(
    of rows: BatchFormat,
    objects: ObjectColumns?,
    appending columns: NearestColumns,
    from provenance: Provenance,
    usual: OutputFormat
  ) -> any RecordWriter {
    let format = if !options.isFormatNamed, case .ndjson = rows { usual } else { options.format }
    switch format {
    case .ndjson: return NearestObjectWriter(rows, columns, areFeatures: false)
    case .geojson:
      return NearestObjectWriter(rows, columns, areFeatures: true, attribution: provenance.notice)
    case .html:
      let language = world.phraseLanguage
      let categories = options.defaults.query.categories.filter { $0 != .any }
      let names = categories.map { $0.name(in: language) }.joined(separator: ", ")
      let title = names.isEmpty ? Phrase.nearestPlaces.text(language) : Phrase.nearest.text(language, names)
      let data = arguments.has(.plainMap) ? nil : source.provider.remembered
      return NearestPageWriter(rows, columns, title: title, provenance, in: language, groundFrom: data)
    default:
      let notation = options.isFormatNamed ? format.lineNotation : nil
      return NearestTableWriter(
        rows,
        objects: objects,
        columns,
        as: notation,
        hasHeader: !arguments.has(.noHeader)
      )
    }
  }
}

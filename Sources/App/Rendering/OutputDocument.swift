/// Anything a command can print: a result, a list, a report.
///
/// ``DocumentKind`` lists the formats it may have; ``OutputFormat`` writes them.
protocol OutputDocument: Sendable {
  /// Writes the document in the style's format, which must be one of its formats.
  ///
  /// - Returns: The columns and cells that didn't fit in a table.
  /// - Throws: An error if writing fails.
  func append(in style: OutputStyle, to chunks: inout ChunkedOutput) throws(FileFailure) -> Table.Omission
}

extension OutputDocument {
  /// Writes the document in chunks, so that a large result need not fit in memory.
  @discardableResult
  func write(
    in style: OutputStyle,
    to write: @escaping ([UInt8]) throws(FileFailure) -> Void
  ) throws(FileFailure) -> Table.Omission {
    var chunks = ChunkedOutput(write)
    let omission = try append(in: style, to: &chunks)
    try chunks.flush()
    return omission
  }
}

/// A result as a document.
struct ResultDocument: OutputDocument {
  let result: PlaceResult
  /// Whether the places are candidates for an ambiguous name, which aren't numbered.
  var areCandidates = false

  func append(in style: OutputStyle, to chunks: inout ChunkedOutput) throws(FileFailure) -> Table.Omission {
    try style.format.append(result, style, areCandidates: areCandidates, to: &chunks)
  }
}

extension Listing: OutputDocument {
  func append(in style: OutputStyle, to chunks: inout ChunkedOutput) -> Table.Omission {
    style.format.append(self, style, to: &chunks.bytes)
    return Table.Omission()
  }
}

extension IndexReport: OutputDocument {
  func append(in style: OutputStyle, to chunks: inout ChunkedOutput) -> Table.Omission {
    style.format.append(self, to: &chunks.bytes)
    return Table.Omission()
  }
}

/// What a command writes in the format that was chosen: an answer, a list, a report.
///
/// It is the one way from a value to the bytes of an output: which formats there are for it says its kind, and how each
/// is written ``OutputFormat``.
protocol OutputDocument: Sendable {
  /// Writes it in the format of a style, which is one of its own.
  ///
  /// - Returns: What a table had no room for.
  /// - Throws: When it cannot be written.
  func append(in style: OutputStyle, to chunks: inout ChunkedOutput) throws(FileFailure) -> Table.Omission
}

extension OutputDocument {
  /// Writes it in chunks, so that the text of a large answer need not be in memory as a whole.
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

/// An answer as it is written.
struct AnswerDocument: OutputDocument {
  let answer: Answer
  /// Whether the places are what a name may mean, rather than an answer that has numbers.
  var areCandidates = false

  func append(in style: OutputStyle, to chunks: inout ChunkedOutput) throws(FileFailure) -> Table.Omission {
    try style.format.append(answer, style, areCandidates: areCandidates, to: &chunks)
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

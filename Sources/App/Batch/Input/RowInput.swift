/// Where rows come from, byte by byte.
protocol RowInput: Sendable {
  /// Gives the next bytes, as soon as there are any; it may wait long, and holds up nobody else meanwhile.
  ///
  /// - Parameter count: Most bytes wanted.
  /// - Returns: The bytes; none at the end of the input.
  /// - Throws: When the input cannot be read, or the task was cancelled while it waited.
  func read(upTo count: Int) async throws(BatchInputError) -> [UInt8]
}

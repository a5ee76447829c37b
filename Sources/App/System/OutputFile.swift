/// An output of a run: a file that is written whole or in place, a device or a pipe.
protocol OutputFile {
  /// Writes all of the bytes.
  func write(_ bytes: [UInt8]) throws(FileFailure)
  /// Completes the output after the last byte: a file that is written whole is at its path from then on.
  func finish() throws(FileFailure)
  /// Ends the output early: a file that is written whole is discarded, others keep what was written.
  func abandon()
}

/// How an output is written.
enum OutputManner: Sendable, Hashable {
  /// To a new file that replaces the old one when it is complete; devices and pipes are written directly.
  case whole
  /// To the file itself, chunk by chunk.
  case inPlace
  /// As ``whole``, but only a regular file is allowed.
  case wholeFile(makesDirectories: Bool)
}

/// An output that is written in place.
enum InPlaceOutput {
  /// A file, which no other run may write at the same time.
  case file(LockedFile)
  /// A device or a pipe, which holds nothing.
  case device(DeviceOutput)
}

/// An output of a run: a file that is written whole or in place, a device or a pipe.
protocol OutputFile {
  /// Whether the output appears at its path only when it is complete.
  var isWhole: Bool { get }
  /// Writes all of the bytes.
  func write(_ bytes: [UInt8]) throws(FileFailure)
  /// Completes the output after the last byte.
  ///
  /// A file that is written whole appears at its path now.
  func finish() throws(FileFailure)
  /// Ends the output early.
  ///
  /// A file that is written whole is discarded; others keep their content.
  func abandon()
}

extension OutputFile {
  var isWhole: Bool { false }
}

/// The way in which an output is written.
enum OutputMode: Sendable, Hashable {
  /// The output goes to a new file, which replaces the old file once it is complete.
  ///
  /// Devices and pipes are written directly.
  case whole
  /// The output goes to the file itself, chunk by chunk.
  case inPlace
  /// Like ``whole``, but only a regular file is allowed.
  case wholeFile(makesDirectories: Bool)
}

/// An output that is written in place.
enum InPlaceOutput {
  /// A file locked for this run.
  case file(LockedFile)
  /// A device or a pipe, which stores nothing.
  case device(DeviceOutput)
}

/// Writes results to standard output or a file and everything else to standard error.
struct Console: Sendable {
  /// Where the outputs are.
  let world: World

  /// Writes a result.
  ///
  /// - Parameters:
  ///   - bytes: All of it.
  ///   - output: Where to.
  /// - Throws: When not all of it could be written; a file is then not there.
  func write(_ bytes: [UInt8], to output: OutputArguments) throws(Failure) {
    try write(to: output) { write throws(SinkFailure) in try write(bytes) }
  }

  /// Writes a result in chunks.
  ///
  /// - Parameters:
  ///   - output: Where to.
  ///   - produce: Makes the result and hands each chunk on.
  /// - Throws: When not all of it could be written; a file is then not there.
  func write(
    to output: OutputArguments,
    _ produce: (_ write: @escaping ([UInt8]) throws(SinkFailure) -> Void) throws(SinkFailure) -> Void
  ) throws(Failure) {
    guard let path = output.path, path != "-" else {
      let sink = world.standardOutput.sink
      do { try produce { bytes throws(SinkFailure) in try sink.write(bytes) } } catch {
        throw .output(path: nil, error)
      }
      return
    }
    let file: any OutputFile
    do { file = try world.files.createOutput(path, replacing: output.isReplacing) } catch { throw .file(error) }
    do { try produce { bytes throws(SinkFailure) in try file.write(bytes) } } catch {
      file.abandon()
      throw .output(path: path, error)
    }
    do { try file.commit() } catch { throw .file(error) }
  }

  /// Writes text to standard output.
  ///
  /// - Parameter text: The text, with its last line feed.
  /// - Throws: When not all of it could be written.
  func write(_ text: String) throws(Failure) {
    do { try world.standardOutput.sink.write([UInt8](text.utf8)) } catch { throw .output(path: nil, error) }
  }

  /// Says something on standard error, in one line, of JSON when errors are.
  ///
  /// A message that cannot be written is lost: there is nobody left to tell.
  func say(_ sentence: String) {
    let bytes =
      switch world.errorFormat {
      case .text: [UInt8]("placefind: \(TerminalText.cleaned(sentence))\n".utf8)
      case .json: JSONWriter.document { $0.object("notice") { $0.member("message", sentence) } }
      }
    try? world.standardError.sink.write(bytes)
  }

  /// Reports a failure on standard error; nobody waits to hear of a broken pipe.
  ///
  /// - Parameter failure: What went wrong.
  /// - Returns: The status to end with.
  func report(_ failure: Failure) -> ExitStatus {
    let report = ErrorReport(failure)
    if report.status != .brokenPipe, !report.message.isEmpty {
      try? world.standardError.sink.write(report.bytes(as: world.errorFormat))
    }
    return report.status
  }
}

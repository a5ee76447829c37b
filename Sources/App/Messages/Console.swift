/// Writes results to standard output or a file, and messages to standard error.
struct Console: Sendable {
  /// The world that has the outputs.
  let world: World

  /// Writes a result in chunks.
  func write(
    to output: OutputArguments,
    _ produce: (_ write: @escaping ([UInt8]) throws(FileFailure) -> Void) throws(FileFailure) -> Void
  ) throws(Failure) {
    let file: any OutputFile
    do { file = try open(output) } catch { throw Failure(error) }
    do { try produce { bytes throws(FileFailure) in try file.write(bytes) } } catch {
      file.abandon()
      throw file.isWhole ? error.wholeOutput : error.partialOutput
    }
    do { try file.finish() } catch { throw Failure(error) }
  }

  private func open(_ output: OutputArguments) throws(FileFailure) -> any OutputFile {
    guard let path = output.path, path != "-" else { return world.standardOutputFile }
    return try world.files.createOutput(path, replacing: output.isReplacing)
  }

  /// Writes text to standard output.
  func write(_ text: String) throws(Failure) {
    do { try world.standardOutputFile.write([UInt8](text.utf8)) } catch { throw error.partialOutput }
  }

  /// Writes a message to standard error, as one line of text or JSON.
  func say(_ notice: Notice) {
    write(line(notice.text) { json in json.object("notice") { $0.member("message", notice.text) } })
  }

  /// Writes a message to standard error, replacing a progress line on the terminal.
  func sayInPlace(_ notice: Notice) {
    if world.standardError.isTerminal, world[variable: .terminal] != "dumb" { write([UInt8]("\r\u{1B}[K".utf8)) }
    say(notice)
  }

  /// Reports a failure on standard error, except a broken pipe.
  func report(_ failure: Failure) -> ExitStatus {
    guard failure.status != .brokenPipe, !failure.message.isEmpty else { return failure.status }
    write(line(of: failure))
    return failure.status
  }

  func line(of failure: Failure) -> [UInt8] {
    line(Severity.error.labelled(failure.message)) { json in
      json.object("error") {
        $0.errorMembers(code: failure.code.rawValue, message: failure.message, isRetryable: failure.isRetryable)
        $0.member("exit", Int(failure.status.rawValue))
      }
    }
  }

  private func line(_ message: String, orJSON writeMembers: (inout JSONWriter) -> Void) -> [UInt8] {
    switch world.errorFormat {
    case .text: [UInt8]("placefind: \(TerminalText.cleaned(message))\n".utf8)
    case .json: JSONWriter.document(writeMembers)
    }
  }

  /// Ignores errors, because there is nowhere to report them.
  private func write(_ line: [UInt8]) { try? world.standardError.sink.write(line) }
}

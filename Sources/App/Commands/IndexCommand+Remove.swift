import Domain

/// Removes the places of an input from an index, or a downloaded index.
extension IndexCommand {
  /// Removes the input of the index with a name, or else the downloaded index with that name.
  func remove() async throws {
    let names = arguments.operands
    guard let name = names.first else { throw Failure.operandMissing(.indexRemove, "an input, or a downloaded index") }
    guard names.count == 1 else { throw Failure.unexpectedArguments(Array(names.dropFirst()), after: nil, .index) }
    var request = try requestForOutput()
    request.removedInput = name
    request.addsToOutput = true
    do { try await build(request) } catch let error as IndexFileError {
      guard arguments.output.path == nil, hasNoInput(error, request), let path = fetchedPath(named: name) else {
        throw error
      }
      try await removeFetched(path, named: name)
    }
  }

  /// Returns whether a removal failed because the index has no such input, or because there is no index.
  private func hasNoInput(_ error: IndexFileError, _ request: IndexBuildRequest) -> Bool {
    if case .noInput = error { return true }
    return !world.files.exists(request.output)
  }

  /// Returns the file of an index in the data directory, by its name in `index list`; `nil` if there is none.
  private func fetchedPath(named name: String) -> String? {
    guard let directory = world.dataDirectory, !name.contains("/") else { return nil }
    let paths = ["\(directory)/\(name)", "\(directory)/\(name).pfx"]
    return paths.first { $0.hasSuffix(".pfx") && world.files.exists($0) }
  }

  private func removeFetched(_ path: String, named name: String) async throws {
    let summary = try await provider.indexes.summary(ofIndexAt: path)
    guard summary.sources == [world.services.fetched?.title].compactMap(\.self) else {
      throw Failure.indexBuilt(path: path, name: name)
    }
    do { try world.files.remove(path) } catch { throw Failure(error) }
    say(
      "Removed the downloaded index \(name) with \(counted(summary.placeCount, "place")) (\(path)). "
        + "No input of the default index has that name."
    )
  }
}

import Domain
import System

/// Checks the index and the data saved on this machine.
extension DoctorCommand {
  var index: [Finding] {
    get async {
      var named = arguments.indexPaths.map(world.indexPath(named:))
      if named.isEmpty, let path = world[variable: .index] { named = [path] }
      guard named.isEmpty else {
        var findings: [Finding] = []
        for path in named { findings.append(await index(at: path, isNamed: true)) }
        return findings
      }
      guard let path = world.defaultIndexPath else { return [] }
      return [await index(at: path, isNamed: false)] + (await unreadableIndexes(besides: path))
    }
  }

  /// Returns the findings about the other indexes in the data directory that can't be read.
  private func unreadableIndexes(besides path: String) async -> [Finding] {
    guard let directory = world.dataDirectory else { return [] }
    return await provider.indexes.indexes(in: directory).compactMap { listing in
      guard listing.path != path, case .failure(let error) = listing.summary, !error.isOfOtherFile else { return nil }
      return Finding("index", error: error)
    }
  }

  /// Verifies every byte of an index.
  ///
  /// The index may be missing unless it is named.
  private func index(at path: String, isNamed: Bool) async -> Finding {
    guard world.files.exists(path) else {
      return Finding(
        "index",
        isNamed ? .error : .ok,
        isNamed ? "there is no \(path)" : "no default index",
        remedy: "placefind index build FILE\(isNamed ? " -o \(ShellWord.path(path))" : "")"
      )
    }
    do {
      let summary = try await provider.indexes.verify(indexAt: path)
      let time = summary.newestInputAtSeconds
      let age = TimeFormatter.rough(seconds: Double(max(0, world.wallClock() - time)))
      let area =
        summary.coverage.isEmpty ? "" : ", covers " + summary.coverage.map(\.coverageText).joined(separator: "; ")
      return Finding(
        "index",
        "\(path): \(counted(summary.placeCount, "place"))\(area)\(time > 0 ? ", newest input \(age) old" : ""), every byte verified"
      )
    } catch { return Finding("index", error: error) }
  }

  var stores: [Finding] {
    let remembered = provider.remembered
    let checks:
      [(name: String, variable: EnvironmentVariable, base: String, file: String, count: () throws -> String)] = [
        (
          "locations", .configHome, "/.config", "locations",
          { counted(try remembered.locations().locations.count, "location") }
        ),
        ("saved", .configHome, "/.config", "saved", { counted(try remembered.savedPlaces().count, "place") }),
        ("history", .stateHome, "/.local/state", "history", { counted(try remembered.history().count, "query") }),
        (
          "results", .stateHome, "/.local/state", "results",
          { counted(try remembered.lastResult()?.count ?? 0, "place") }
        ),
      ]
    var findings = checks.map { check -> Finding in
      guard let path = world.directory(check.variable, default: check.base).map({ "\($0)/\(check.file)" }) else {
        return Finding(check.name, error: StoreError.noDirectory, .warning)
      }
      do {
        try checkWritable(path)
        guard let file = world.files.identity(of: path), file.isRegular else {
          return Finding(check.name, "nothing saved")
        }
        let facts =
          "\(path): \(try check.count()), \(file.sizeInBytes.groupedText) bytes, mode \(String(file.permissions, radix: 8))"
        guard file.permissions & 0o077 != 0 else { return Finding(check.name, facts) }
        return Finding(check.name, .warning, facts, remedy: "chmod 600 \(ShellWord.path(path))")
      } catch { return Finding(check.name, error: error, error is FileFailure ? .warning : .error) }
    }
    findings += [cache, calls]
    // What was found while the stores were read, such as damaged lines.
    let others = remembered.storeErrors().map { Finding("stores", error: $0, .warning) }
    return findings + others.filter { other in !findings.contains { $0.message == other.message } }
  }

  private var cache: Finding {
    do {
      let cache = try provider.account.cache()
      let path = cache.path ?? "no directory"
      if let path = cache.path { try checkWritable(path + "/response") }
      return Finding(
        "cache",
        "\(path): \(counted(cache.responses, "cached response")), \(cache.bytes.groupedText) bytes"
      )
    } catch { return Finding("cache", error: error, error is FileFailure ? .warning : .error) }
  }

  private var calls: Finding {
    let account = provider.account
    do {
      let reports = [try account.quota()] + (try account.otherQuotas())
      return Finding("calls", "\(counted(reports.reduce(0) { $0 + $1.month }, "call")) counted this month")
    } catch { return Finding("calls", error: error) }
  }

  /// Throws an error if a file can't be written; missing directories are made when it is.
  private func checkWritable(_ path: String) throws(FileFailure) {
    try world.files.checkOutput(path, .wholeFile(makesDirectories: true), replacing: true)
  }
}

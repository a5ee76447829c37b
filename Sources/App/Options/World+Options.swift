import Domain

extension World {
  /// A remark on the key in the environment: the variable is empty, or a similar one is set; `nil` if there is none.
  var keyRemark: String? {
    guard let variable = services.keyed?.key?.variable, self[variable: variable] == nil else { return nil }
    if environment(variable) != nil { return "\(variable) is set, but empty." }
    guard let name = environmentNames().sorted().first(where: { isSimilar($0, to: variable) }) else { return nil }
    return "\(name) is set, but isn't read: the variable of the key is \(variable)."
  }

  /// Returns whether a variable seems to be meant as the key.
  private func isSimilar(_ name: String, to variable: String) -> Bool {
    guard self[variable: name] != nil, EnvironmentVariable(rawValue: name) == nil else { return false }
    let words = variable.split(separator: "_")
    let typed = name.uppercased()
    // The name without its first word, if it is more specific than API_KEY, which may belong to any program.
    if words.count > 3, typed == words.dropFirst().joined(separator: "_") { return true }
    let owners = [words.first.map(String.init), "PLACEFIND"].compactMap(\.self)
    return owners.contains(where: typed.contains)
      && ["KEY", "TOKEN", "SECRET", "API"].contains(where: typed.contains)
  }
}

extension World {
  /// The format of messages; if the option is repeated, the last one wins.
  ///
  /// Read from the raw arguments, because it also applies to an invalid command line.
  var errorFormat: ErrorFormat {
    let name = Option.errorFormat.spelling
    let words = arguments.prefix { $0 != "--" }
    var format: ErrorFormat?
    for (word, next) in zip(words, words.dropFirst().map(Optional.some) + [nil]) where word.hasPrefix(name) {
      let value = word == name ? next : word.hasPrefix(name + "=") ? String(word.dropFirst(name.count + 1)) : nil
      format = value.map { ErrorFormat(rawValue: $0.lowercased()) ?? .text } ?? format
    }
    return format ?? .text
  }
}

extension World {
  /// Returns whether a variable has an effect.
  func isSet(_ variable: EnvironmentVariable) -> Bool {
    guard let value = self[variable: variable] else { return false }
    // The value 0 has the same effect as no variable.
    return variable != .forceColor || value != "0"
  }
}

extension World {
  /// The largest file of polygons that is read, in bytes.
  private static let maximumPolygonBytes = 1 << 26

  /// Returns the coverage of an extract that is read without an index: the polygons next to it.
  func coverage(ofExtractAt path: String) throws(Failure) -> DeclaredCoverage? {
    guard let polygonPath = ExtractName(path)?.polygonPaths.first(where: files.exists) else { return nil }
    let bytes: [UInt8]
    do { bytes = try files.contents(of: polygonPath, limit: Self.maximumPolygonBytes) } catch { throw Failure(error) }
    let area: PolygonArea
    do throws(ShapeError) {
      area = try ShapeText.draft(ofFile: bytes, as: .polygons).area(called: polygonPath) { _ in }
    } catch {
      throw .shape(error, as: .polygons, in: polygonPath, isFile: true)
    }
    return DeclaredCoverage(path: path, polygonPath: polygonPath, area: .polygons(area, center: nil))
  }
}

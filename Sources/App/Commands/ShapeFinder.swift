import Domain

/// Reads the polygons of `--within` and the line of `--along` before any query.
struct ShapeFinder: CommandPart {
  let context: CommandContext

  /// The maximum size of a file in bytes: more than the maximum number of points in the longest notation.
  private static let maximumBytes = 1 << 26

  /// Returns the query in the shape that the options name; unchanged if they name none.
  func withShape(_ query: Query) throws -> Query {
    let shape = ShapeArguments(
      arguments: arguments,
      draft: { name, kind in kind == .line ? try line(name) : try draft(of: name, .within, as: kind) },
      names: { name, kind in (name, kind == .line && !namesFile(name) ? "'\(name.excerpt)'" : name) },
      say: say
    )
    return try shape.query(query)
  }

  /// Returns the areas named by `--covers`.
  func coverage() throws -> [SearchArea] {
    try arguments.coverage.map { named in
      switch named {
      case .area(let area): return area
      case .file(let name):
        guard isFile(name) else { throw Failure.unreadable(.covers, value: name, .coverage) }
        return try polygons(of: name)
      }
    }
  }

  /// Returns the area of the polygons of a file.
  func polygons(of name: String) throws -> SearchArea {
    let draft = try draft(of: name, .covers, as: .polygons)
    let title = DiskFiles.shownName(ofInput: name)
    do throws(ShapeError) {
      let area = try draft.area(called: name) { say($0.notice(as: .polygons, in: title)) }
      return .polygons(area, center: nil)
    } catch {
      throw Failure.shape(error, as: .polygons, in: title)
    }
  }

  /// Returns whether a word is a file, or can't be anything else.
  private func isFile(_ name: String) -> Bool {
    name.contains(".") || name.contains("/") || DiskFiles.isStandardInput(name) || world.files.exists(name)
  }

  /// Returns the line in the file with that name, or else the encoded polyline.
  private func line(_ name: String) throws -> ShapeDraft {
    if namesFile(name) { return try draft(of: name, .along, as: .line) }
    guard !isFile(name) else { throw Failure.lineMissing(name) }
    do throws(ShapeError) {
      return try ShapeText.draft(name, as: .line, arguments.polylinePrecision ?? .standard)
    } catch {
      let text = "'\(name.excerpt)'"
      let isUnknown = error == .unknown(hint: nil)
      throw Failure.shape(error, as: .line, in: isUnknown ? "There is no file \(text), and the text" : text)
    }
  }

  /// Returns whether the value of `--along` names an existing file or standard input.
  private func namesFile(_ name: String) -> Bool { name == "-" || world.files.exists(name) }

  private func draft(of name: String, _ option: Option, as kind: ShapeKind) throws -> ShapeDraft {
    if DiskFiles.isStandardInput(name) {
      let isTaken =
        arguments.keyPath.map(DiskFiles.isStandardInput) == true
        || arguments.indexPaths.contains(where: DiskFiles.isStandardInput)
        || (option == .covers && arguments.readsStandardInput)
      guard !isTaken else { throw Failure.inputIsTaken(by: option, reader: "Another option reads") }
    }
    let bytes = try world.files.contents(of: name, limit: Self.maximumBytes)
    do throws(ShapeError) {
      return try ShapeText.draft(ofFile: bytes, as: kind, arguments.polylinePrecision ?? .standard)
    } catch {
      throw Failure.shape(error, as: kind, in: DiskFiles.shownName(ofInput: name), isFile: true)
    }
  }
}

extension CommandPart {
  /// Returns the query in the shape of its options, around the saved location that it names or the default location.
  func placedQuery(usesDefault: Bool = true, reportsFindings: Bool = true) throws -> Query {
    let query = try ShapeFinder(context: context).withShape(arguments.query)
    let observer = reportsFindings ? observer() : SearchObserver()
    return try CenterFinder(sources: context.sources, observer: observer).withSavedLocation(
      query,
      usesDefault: usesDefault
    )
  }
}

extension Arguments {
  /// Whether standard input is an input of the index, or is used for several coverage areas.
  fileprivate var readsStandardInput: Bool {
    operands.contains(where: DiskFiles.isStandardInput)
      || coverage.filter { if case .file(let name) = $0 { DiskFiles.isStandardInput(name) } else { false } }.count > 1
  }
}

import Domain

/// Reads the polygons of `--within` and the line of `--along`, before anything is asked.
struct ShapeFinder: CommandPart {
  let context: CommandContext

  /// The largest file that is read, in bytes: more points than a shape may have, in the longest form.
  private static let maximumBytes = 1 << 26

  /// The question in the shape that the options name; itself when they name none.
  func withShape(_ question: Question) throws -> Question {
    let shape = ShapeArguments(
      arguments: arguments,
      draft: { name, kind in kind == .line ? try line(name) : try draft(of: name, .within, as: kind) },
      say: say
    )
    return try shape.question(question)
  }

  /// The line of a file of that name, if there is one, else the polyline that the name is.
  private func line(_ name: String) throws -> ShapeDraft {
    if name == "-" || world.files.exists(name) { return try draft(of: name, .along, as: .line) }
    guard !name.contains("."), !name.contains("/") else { throw Failure.lineMissing(name) }
    do throws(ShapeTextError) {
      return try ShapeText.draft(name, as: .line, arguments.polylinePrecision ?? .five)
    } catch {
      throw Failure.shape(error, as: .line, in: "'\(name.prefix(60))'")
    }
  }

  private func draft(of name: String, _ option: Option, as kind: ShapeKind) throws -> ShapeDraft {
    if DiskFiles.isStandardInput(name) {
      let isTaken =
        arguments.keyPath.map(DiskFiles.isStandardInput) == true
        || arguments.source.indexPaths.contains(where: DiskFiles.isStandardInput)
      guard !isTaken else { throw Failure.inputTwice(option) }
    }
    let bytes = try world.files.contents(of: name, limit: Self.maximumBytes)
    let title = name == "-" ? Failure.standardInputName : name
    do throws(ShapeTextError) { return try ShapeText.draft(ofFile: bytes, as: kind) } catch {
      throw Failure.shape(error, as: kind, in: title)
    }
  }
}

extension CommandPart {
  /// The query in the shape that its options name, and around the kept position that it names, or the default one.
  func placedQuery(usesDefault: Bool = true, saysFindings: Bool = true) throws -> Question {
    let query = try ShapeFinder(context: context).withShape(arguments.query)
    let listener = saysFindings ? listener() : AskListener()
    return try CenterFinder(sources: context.sources, listener: listener).withPosition(query, usesDefault: usesDefault)
  }
}

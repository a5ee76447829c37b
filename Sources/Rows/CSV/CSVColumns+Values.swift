import Domain
import Tables

/// Decides about columns by their values, and reports how the columns were understood.
extension CSVColumns {
  /// Rejects columns called latitude and longitude that put rows in their countries only when swapped.
  func checkCountries(_ sample: CSVSample, titles: [String], path: String) throws(IndexFileError) {
    guard let pair = pairs.first, pair.slot != .plane, choice.latitude == nil, choice.longitude == nil,
      systems.divisors.named == nil, sample.orderOfCountries(pair) == .latitudeFirst
    else { return }
    throw .unknownFormat(
      path: path,
      detail: "its rows are in their countries only if latitude and longitude are swapped",
      advice: "to swap the columns, build with --map 'lat=\(titles[pair.longitude])' "
        + "--map 'lng=\(titles[pair.latitude])'"
    )
  }

  /// Returns the columns whose values contradict their titles.
  package func refused(among titles: [String], _ names: FieldNames, _ sample: CSVSample) -> Set<String> {
    let open = titles.indices.filter { FieldNames.needsValues(titles[$0]) }
    guard !open.isEmpty else { return [] }
    return Set(zip(open, sample.texts(in: open)).filter { FieldNames.isRefused(titles[$0], $1) }.map { titles[$0.0] })
  }

  /// Returns the columns with a title for positions whose values are texts without coordinates.
  func addressTitles(among titles: [String], _ names: FieldNames, _ sample: CSVSample) -> Set<String> {
    let open = titles.indices.filter { names.mayBeAddress(titles[$0]) }
    guard !open.isEmpty else { return [] }
    return Set(zip(open, sample.texts(in: open)).filter { CoordinateTextParser.areOnlyTexts($1) }.map { titles[$0.0] })
  }

  /// Returns the likeliest column of names: its title is ambiguous, but its values resemble names.
  func proposedName(
    among titles: [String],
    _ names: FieldNames,
    sample: CSVSample,
    taken: Set<Int>
  ) -> String? {
    let columns = titles.indices.filter { !taken.contains($0) }
    let branches = columns.filter { names.entry(of: titles[$0])?.field == .branch }
    let hasBranches = sample.firstFilled(among: branches) != nil
    let proposed = names.proposedNames(among: columns.map { titles[$0] }, hasBranches: hasBranches)
      .compactMap(titles.firstIndex)
    guard !proposed.isEmpty else { return nil }
    return FieldNames.likeliest(zip(proposed.map { titles[$0] }, sample.texts(in: proposed)).map { ($0, $1) })
  }

  /// Returns the report on the columns.
  func makeMapping(_ titles: [String], names: FieldNames, sample: CSVSample) -> ColumnMapping {
    var uses: [Use] = uses
    for pair in pairs {
      uses.append(Use(column: pair.latitude, entry: FieldTable.Entry(.latitude)))
      uses.append(Use(column: pair.longitude, entry: FieldTable.Entry(.longitude)))
      for (columns, field) in [(pair.angles?.latitude, ImportField.latitude), (pair.angles?.longitude, .longitude)] {
        for column in columns ?? [] where column < titles.count {
          uses.append(Use(column: column, entry: FieldTable.Entry(field)))
        }
      }
    }
    let texts = sample.texts(in: uses.map(\.column))
    let columns = zip(uses, texts).map { use, texts in
      FieldNames.SampledColumn(title: titles[use.column], entry: use.entry, samples: texts)
    }
    var mapping = ColumnMapping(names.mapping(of: columns), of: titles, choice)
    // The first row rules out most columns.
    var rows = sample
    let first = rows.takeTexts()?.texts ?? []
    let open = zip(titles, first).filter { Angle.hemisphere($1) != nil || $1 == "O" }.map(\.0)
    mapping.findHemispheres(among: mapping.unused.filter(open.contains)) { title in
      titles.firstIndex(of: title).map { sample.texts(in: [$0])[0] } ?? []
    }
    return mapping
  }
}

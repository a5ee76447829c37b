import Domain

/// What the licences of a file are for, as its name says: the files of a city have no column for it.
enum FileService {
  /// Reads a file's name: `fulldata_07_24_04_P_일반음식점.csv`, `서울특별시 유흥주점영업 인허가 정보.csv`.
  ///
  /// - Returns: `nil` for a file of another dataset, and for a name that does not say.
  static func of(_ path: String, dataset: KnownDataset?) -> CategoryCodes.Meaning? {
    guard let dataset, dataset.isOfLicences else { return nil }
    let name = path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path[...]
    let words = name.split { !$0.isLetter && !$0.isNumber }
    let table = WordTable.categories()
    for word in words {
      // Composed, because the file systems of Macs keep names taken apart.
      let bytes = FoldedText.fold(String(word))
      if let group = ByteView.over(bytes, table.value(of:)) { return .group(group) }
    }
    let digits = words.filter { $0.count == 2 && $0.allSatisfy(\.isNumber) }.prefix(3).joined()
    let code = digits.count == 6 ? digits : words.first { $0.count == 6 && $0.allSatisfy(\.isNumber) }.map(String.init)
    guard let code else { return nil }
    return ByteView.over(Array(code.utf8)) { CategoryCodes().meaning(of: $0, in: .licence) }
  }
}

import Domain

/// A dataset that is known by the names of its columns, and what is special about it beyond ``FieldNames/table``.
///
/// Names are compared as those of the table are.
struct KnownDataset: Sendable {
  /// Its name in messages.
  let name: String
  /// The columns that identify it; all of them must be present.
  let header: [String]
  /// The licence of the data.
  let license: String?
  /// The group of rows without a category of their own, or the kind of all.
  var category: PlaceCategory? { categoryWord.map { PlaceCategory(word: $0) } }
  private let categoryWord: String?
  /// The grid of the coordinates that are not degrees.
  let grid: CoordinateReferenceSystem?
  private let columns: [(field: ImportField, names: [String])]

  private init(
    _ name: String,
    _ header: String,
    _ license: String?,
    category: String? = nil,
    grid: CoordinateReferenceSystem? = nil,
    _ columns: [(ImportField, String)] = []
  ) {
    (self.name, self.license, self.categoryWord, self.grid) = (name, license, category, grid)
    self.header = header.split(separator: " ").map(String.init)
    self.columns = columns.map { ($0, $1.split(separator: " ").map(String.init)) }
  }

  /// Whether its rows are licences of businesses, open and closed.
  var isOfLicences: Bool { name.hasPrefix("LOCALDATA") }

  /// The contents of a column, by its ``ColumnName/letters``, according to the dataset.
  ///
  /// - Returns: The field and its rank; `nil` if the dataset does not name the column.
  func entry(of letters: String) -> FieldTable.Entry? {
    let names = columns.flatMap { column in column.names.map { (field: column.field, name: $0) } }
    return names.firstIndex { $0.name == letters }.map { FieldTable.Entry(names[$0].field, rank: $0) }
  }

  /// Whether the dataset names the columns of a field, so that no other columns are used for it.
  func governs(_ field: ImportField) -> Bool {
    columns.contains { column in
      switch field {
      case .id, .name: column.field == field
      default: field.isCategory && (column.field.isCategory || column.field == .foursquareLabels)
      }
    }
  }

  /// The first dataset with a header, by the ``ColumnName/letters`` of its columns.
  ///
  /// - Returns: `nil` for a header of no known dataset.
  static func of(_ titles: Set<String>) -> KnownDataset? { all.first { titles.isSuperset(of: $0.header) } }

  private static let korea = "Korea Open Government License, type 1 (attribution)"
  private static let osm = "ODbL 1.0, © OpenStreetMap contributors"

  /// OpenStreetMap as JSON, which its ids tell rather than its columns.
  static let openStreetMap = KnownDataset("OpenStreetMap", "", osm)

  /// The datasets that are known: a table to be read, corrected and extended by a line.
  ///
  /// The first whose header fits is taken. Most lines name only the columns that their names do not tell by themselves, the best
  /// first; `-` means that no column is used for the field.
  /// Source: the files of data.go.kr, localdata.go.kr, opinet.co.kr, hira.or.kr, Overture, Foursquare and OpenStreetMap.
  static let all: [KnownDataset] = [
    // Shops of the small enterprise agency, and the same from its API.
    KnownDataset(
      "SEMAS shops",
      "상가업소번호 상호명",
      korea,
      [
        (.id, "상가업소번호"), (.name, "상호명"), (.branch, "지점명"), (.semasCode, "상권업종소분류코드"), (.ksicCode, "표준산업분류코드"),
        (.category, "상권업종소분류명 표준산업분류명 상권업종중분류명"), (.roadAddress, "도로명주소"), (.lotAddress, "지번주소"),
      ]
    ),
    KnownDataset(
      "SEMAS shops (API)",
      "bizesid bizesnm",
      korea,
      [
        (.id, "bizesid"), (.name, "bizesnm"), (.branch, "brchnm"), (.semasCode, "indssclscd"), (.ksicCode, "ksiccd"),
        (.category, "indssclsnm ksicnm indsmclsnm"), (.roadAddress, "rdnmadr"), (.lotAddress, "lnoadr"),
      ]
    ),
    // Licences of local governments, open and closed; metres of the modified central belt.
    KnownDataset(
      "LOCALDATA licences",
      "관리번호 인허가일자 사업장명",
      korea,
      grid: .modifiedCentralBelt,
      [
        (.id, "관리번호"), (.name, "사업장명"), (.category, "업태구분명 위생업태명"), (.licenceCode, "개방서비스아이디 개방서비스id"),
        (.serviceName, "개방서비스명 인허가업종명"), (.roadAddress, "도로명주소 도로명전체주소"), (.lotAddress, "지번주소 소재지전체주소"),
        (.phone, "전화번호 소재지전화"), (.status, "영업상태명 영업상태구분코드 영업상태코드 상세영업상태명"),
      ]
    ),
    KnownDataset(
      "LOCALDATA licences (API)",
      "mgtno bplcnm",
      korea,
      grid: .modifiedCentralBelt,
      [
        (.id, "mgtno"), (.name, "bplcnm"), (.category, "uptaenm sntuptaenm"), (.licenceCode, "opnsvcid"),
        (.serviceName, "opnsvcnm"), (.roadAddress, "rdnwhladdr"), (.lotAddress, "sitewhladdr"), (.phone, "sitetel"),
        (.status, "trdstatenm trdstategbn dtlstatenm"),
      ]
    ),
    // Health insurance review: hospitals and pharmacies; X and Y are degrees.
    KnownDataset(
      "HIRA hospitals and pharmacies",
      "암호화요양기호 요양기관명",
      korea,
      [(.id, "암호화요양기호"), (.name, "요양기관명"), (.category, "종별코드명 종별코드")]
    ),
    KnownDataset(
      "HIRA hospitals and pharmacies (API)",
      "ykiho yadmnm",
      korea,
      [(.id, "ykiho"), (.name, "yadmnm"), (.category, "clcdnm clcd"), (.roadAddress, "addr"), (.phone, "telno")]
    ),
    // Oil prices: stations in KATEC metres.
    KnownDataset(
      "OPINET stations",
      "uniid osnm",
      nil,
      category: "gas",
      grid: .katec,
      [(.id, "uniid"), (.name, "osnm"), (.category, "-"), (.roadAddress, "newadr"), (.lotAddress, "vanadr")]
    ),
    // Standard data of data.go.kr: one table for each type of place. 주차장관리번호 stands for several
    // car parks in some files, which ``CollectedPlaces`` tells apart.
    KnownDataset(
      "car parks (standard data)",
      "주차장관리번호 주차장명",
      korea,
      category: "parking",
      [(.id, "주차장관리번호"), (.category, "주차장유형 주차장구분")]
    ),
    KnownDataset("charging stations (standard data)", "충전소명", korea, category: "ev-charging", [(.category, "-")]),
    KnownDataset(
      "schools (standard data)",
      "학교명 학교급구분",
      korea,
      category: "school",
      [(.id, "학교id"), (.category, "학교급구분")]
    ),
    KnownDataset("sights (standard data)", "관광지명 관광지구분", korea, category: "attraction", [(.category, "관광지구분")]),
    KnownDataset("parks (standard data)", "공원명 공원구분", korea, category: "park", [(.id, "관리번호"), (.category, "공원구분")]),
    KnownDataset("libraries (standard data)", "도서관명 도서관유형", korea, category: "library", [(.category, "도서관유형")]),
    KnownDataset(
      "metro stations (standard data)",
      "역사명 노선명",
      korea,
      category: "subway",
      [(.id, "-"), (.category, "-")]
    ),
    KnownDataset(
      "day-care centres (standard data)",
      "어린이집명",
      korea,
      category: "daycare",
      [(.category, "어린이집유형구분 어린이집유형")]
    ),
    KnownDataset("kindergartens (standard data)", "유치원명", korea, category: "preschool", [(.category, "설립유형")]),
    KnownDataset(
      "bus stops",
      "정류소명",
      korea,
      category: "bus-stop",
      [(.id, "정류소id 정류소아이디 정류소번호"), (.name, "정류소명"), (.category, "-")]
    ),
    KnownDataset(
      "bus stops (standard data)",
      "정류장명",
      korea,
      category: "bus-stop",
      [(.id, "정류장번호"), (.name, "정류장명"), (.category, "-")]
    ),
    // Overture and Foursquare, from JSON or a table.
    KnownDataset(
      "Foursquare OS Places",
      "fsqplaceid",
      "Apache 2.0, © Foursquare",
      [(.id, "fsqplaceid"), (.name, "name"), (.foursquareLabels, "fsqcategorylabels"), (.lotAddress, "address")]
    ),
    // OpenStreetMap as tables.
    KnownDataset("OpenStreetMap (QuickOSM)", "fullid osmid osmtype", osm, [(.id, "fullid")]),
    KnownDataset("OpenStreetMap (ogr2ogr)", "osmid othertags", osm),
    KnownDataset("OpenStreetMap (Geofabrik)", "osmid fclass", osm, [(.category, "fclass")]),
  ]
}

/// The service that the licences of a file are for, by the name of the file: the files of a city have no column for it.
enum FileService {
  /// Parses the name of a file: `fulldata_07_24_04_P_일반음식점.csv`, `서울특별시 유흥주점영업 인허가 정보.csv`.
  ///
  /// - Returns: `nil` for a file of another dataset, or a name without a service.
  static func of(_ path: String, dataset: KnownDataset?) -> CategoryMeaning? {
    guard let dataset, dataset.isOfLicences else { return nil }
    let name = path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path[...]
    let words = name.split { !$0.isLetter && !$0.isNumber }
    let vocabulary = ImportVocabulary()
    for word in words {
      // Composed, because file systems of Macs store names decomposed.
      let bytes = NameFolding.fold(String(word))
      let row = ByteView.over(bytes) { vocabulary.categories.value(of: $0) }
      if let meaning = vocabulary.meaning(row) { return meaning }
    }
    let digits = words.filter { $0.count == 2 && $0.allSatisfy(\.isNumber) }.prefix(3).joined()
    let code = digits.count == 6 ? digits : words.first { $0.count == 6 && $0.allSatisfy(\.isNumber) }.map(String.init)
    guard let code else { return nil }
    return ByteView.over(Array(code.utf8)) { vocabulary.meaning(ofCode: $0, in: .licenceCode) }
  }
}

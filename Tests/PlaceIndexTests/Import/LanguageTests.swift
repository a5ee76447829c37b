import Domain
import Testing

@testable import PlaceIndex

/// The choice between several names of a place.
struct LanguageTests {
  private func name(_ names: [(language: String, text: String)], in language: String) throws -> String? {
    var rules = ImportRules()
    rules.language = language
    let tags = names.map { "\"name\($0.language.isEmpty ? "" : ":" + $0.language)\":\"\($0.text)\"" }
    let joined = tags.joined(separator: ",")
    let element = #"{"type":"node","id":1,"lat":37,"lon":127,"tags":{"amenity":"cafe",\#(joined)}}"#
    return try ImportedPlaces(#"{"version":0.6,"osm3s":{},"elements":[\#(element)]}"#, rules: rules).rows.first?.name
  }

  @Test(arguments: [
    ("ko", ["ko-Latn", "", "ko"], "ko"), ("ko", ["ko-Latn", ""], ""), ("ja", ["ja-Hira", ""], ""),
    ("ja", ["ja_kana", ""], ""), ("pt", ["pt-BR", "", "pt"], "pt"), ("pt", ["", "pt-BR"], "pt-BR"),
    ("zh", ["", "zh-Hant"], "zh-Hant"), ("zh-Hant", ["zh", "zh-Hant", ""], "zh-Hant"), ("sr", ["sr-Latn", ""], ""),
    ("sr-Latn", ["sr", "", "sr-Latn"], "sr-Latn"), ("en", ["ko", ""], ""),
  ])
  func `the name in the language itself is shown, in whatever order they come`(
    wanted: String,
    languages: [String],
    shown: String
  ) throws {
    let names = languages.map { (language: $0, text: "[\($0)]") }
    for names in [names, names.reversed()] {
      #expect(try name(names, in: wanted) == "[\(shown)]")
    }
  }

  @Test(
    arguments: [
      ("name_en,name_ja,name_kana", nil, "B"), ("name_en,name_ja,name_kana", "en", "A"),
      ("name_en,name_ja,name_kana", "ja", "B"), ("name_en,name_he,name_th", nil, "B"),
      ("name_en,name_he,name_th", "th", "C"), ("Name (EN),Name (AR),x", nil, "B"), ("nameEn,nameFr,x", "fr", "B"),
      ("name,name_en,name_ja", nil, "A"), ("name,name_en,name_ja", "ja", "C"), ("name_en,명칭,name_ja", nil, "B"),
      ("NAME_EN,NAME_TC,NAME_SC", nil, "B"),
      ("name_en,name_xx,x", nil, "A"), ("name_de,x,y", nil, ""), ("E_NAME,C_NAME,x", nil, "B"),
      ("E_NAME,C_NAME,x", "en", "A"), ("ENGLISH NAME,中文名稱,x", nil, "B"), ("name_am,name_om,x", "om", "B"),
    ] as [(String, String?, String)]
  )
  func `a column may have names in a language`(titles: String, language: String?, name: String) throws {
    var rules = ImportRules()
    rules.language = language
    let table = try ImportedPlaces("\(titles),lat,lng\nA,B,C,37.1,127.1\n", rules: rules)
    #expect(table.rows.map(\.name) == [name])
    let members = zip(titles.split(separator: ","), ["A", "B", "C"]).map { #""\#($0)":"\#($1)""# }
    let row = "{\(members.joined(separator: ",")),\"lat\":37.1,\"lng\":127.1}"
    #expect(try ImportedPlaces("[\(row)]", rules: rules).rows.map(\.name) == [name])
  }

  @Test(arguments: [
    ("name_de", "Bäckerei Müller"), ("nameZh", "甲乙"), ("name_de,name", "Café Mozart"),
    ("name_de,명칭", "Café Mozart"),
  ])
  func `a name in a language is the name if there is no other`(titles: String, name: String) throws {
    let value = titles == "nameZh" ? "甲乙" : "Bäckerei Müller"
    let other = titles.contains(",") ? ",Café Mozart" : ""
    #expect(try ImportedPlaces("\(titles),lat,lng\n\(value)\(other),37.1,127.1\n").rows.map(\.name) == [name])
  }

  @Test(arguments: [
    "he", "pl", "tr", "cs", "hu", "hi", "th", "vi", "ar", "fa", "el", "uk", "id", "no", "is", "to", "or", "sw", "mg",
    "zu",
  ])
  func `every code of a language may follow the word if no other column has names`(code: String) throws {
    for title in ["name_" + code, "NAME_" + code.uppercased(), "name (\(code))"] {
      let table = try ImportedPlaces("\(title),lat,lng\nBäckerei,37.1,127.1\nCafé Mozart,37.2,127.1\n")
      #expect(table.rows.map(\.name) == ["Bäckerei", "Café Mozart"])
    }
    let numbers = try ImportedPlaces("name_\(code),lat,lng\n12,37.1,127.1\n13,37.2,127.1\n")
    #expect(numbers.rows.map(\.name) == ["", ""])
    let other = try ImportedPlaces("name_\(code),title,name,lat,lng\nb,c,가온,37.1,127.1\n")
    #expect(other.rows.map(\.name) == ["가온"])
  }

  @Test(
    arguments: [
      (#"{"ja":"B","en":"A","kana":"C"}"#, nil, "B"), (#"{"ja":"B","en":"A","kana":"C"}"#, "en", "A"),
      (#"{"ara":"B","eng":"A"}"#, "ara", "B"), (#"{"no":"1","st":"2","other":"3"}"#, nil, ""),
      (#"{"fr":"A","size":"B","form":"C"}"#, nil, ""),
    ] as [(String, String?, String)]
  )
  func `names by language may be next to other members`(object: String, language: String?, name: String) throws {
    var rules = ImportRules()
    rules.language = language
    let rows = try ImportedPlaces(#"[{"name":\#(object),"lat":37.1,"lng":127.1}]"#, rules: rules).rows
    #expect(rows.map(\.name) == [name])
  }

  @Test(arguments: [("pt", 1), ("pt-BR", 0), ("zh-Hant", 2), ("fi", 0)])
  func `the language also selects from a list of texts`(wanted: String, number: Int) throws {
    let texts = ["pt-BR", "pt", "zh-Hant"].map { #"{"text":"\#($0)","language":"\#($0)"}"# }
    var rules = ImportRules()
    rules.language = wanted
    let row = #"{"name":[\#(texts.joined(separator: ","))],"lat":37,"lon":127}"#
    let shown = try ImportedPlaces(#"{"data":{"stations":[\#(row)]}}"#, rules: rules).rows.first?.name
    #expect(shown == ["pt-BR", "pt", "zh-Hant"][number])
  }
}

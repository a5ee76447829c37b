import Domain
import Testing

@testable import PlaceIndex
@testable import Rows

/// JSON whose rows are lists of values.
@Suite struct ColumnarJSONTests {
  private static let rows = #"[["a","가온",37.1,127.1],["b","나래",37.2,127.2]]"#
  private static let header = #"[["id","name","lat","lng"],["a","가온",37.1,127.1],["b","나래",37.2,127.2]]"#

  private func expectPlaces(_ text: String) throws {
    let imported = try ImportedPlaces(text)
    #expect(imported.rows.map(\.id) == ["a", "b"] && imported.rows.map(\.name) == ["가온", "나래"], "\(text)")
    #expect(imported.rows.map(\.latitude) == [37.1, 37.2] && imported.rows.map(\.longitude) == [127.1, 127.2])
  }

  @Test(arguments: [
    // pandas, CKAN, Trino, Google Sheets and a plain list.
    #"{"columns":["id","name","lat","lng"],"index":[0,1],"data":\#(rows)}"#,
    #"{"help":"x","result":{"fields":[{"type":"text","id":"id"},{"id":"name"},{"id":"lat"},{"id":"lng"}],"#
      + #""records":\#(rows)}}"#,
    #"{"columns":[{"name":"id","type":"varchar"},{"name":"name"},{"name":"lat"},{"name":"lng"}],"data":\#(rows)}"#,
    #"{"range":"A1:D3","majorDimension":"ROWS","values":\#(header)}"#, header,
    #"{"fields":["id","name","lat","lng"],"rows":\#(rows),"total":2}"#,
  ])
  func `rows have the titles that are listed before them`(text: String) throws { try expectPlaces(text) }

  @Test func `a cell of Socrata may have several values`() throws {
    let columns = #"""
      [{"id":-1,"name":"sid","fieldName":":sid","dataTypeName":"meta_data","flags":["hidden"]},
      {"id":1,"name":"id"},{"id":2,"name":"name","cachedContents":{"top":[{"item":"x","count":1}]}},
      {"id":3,"name":"Location 1","subColumnTypes":["human_address","latitude","longitude","machine_address"]}]
      """#
    let rows = #"""
      [["row-1","a","가온",["{\"address\":\"1 \\\"Main\\\"\"}","37.1","127.1",null,false,1]],
      ["row-2","b","나래",[null,"37.2","127.2",null,false,2]]]
      """#
    let view = #"{"id":"abcd","approvals":[{"state":"x"}],"columns":\#(columns),"grants":[{"type":"viewer"}]}"#
    try expectPlaces(#"{"meta":{"view":\#(view)},"data":\#(rows)}"#)
  }

  @Test func `rows of other lengths, and rows that aren't lists, are read`() throws {
    let rows = #"["a","가온",37.1,127.1,"more"],null,["c"],{"id":"b","lat":37.2,"lng":127.2}"#
    let text = #"[["id","name","lat","lng"],\#(rows)]"#
    let imported = try ImportedPlaces(text)
    #expect(imported.rows.map(\.id) == ["a", "b"] && imported.skipped.reduce(0) { $0 + $1.count } == 2)
  }

  @Test func `a chosen column is a coordinate`() throws {
    var rules = ImportRules()
    rules.columns.columns = ["lat": "p", "lng": "q"]
    let text = #"{"columns":["name","p","q"],"data":[["가온",37.1,127.1]]}"#
    #expect(try ImportedPlaces(text, rules: rules).rows.map(\.latitude) == [37.1])
    #expect(throws: IndexFileError.self) { try ImportedPlaces(text) }
  }

  @Test(arguments: [
    (#"["a","가온",37.1,127.1],["b","나"#, "the input ends within an array"), (#"["a","가온",37.1,]]"#, "not JSON"),
  ])
  func `rows that aren't JSON end the import`(rows: String, detail: String) throws {
    let start = #"{"columns":["id","name","lat","lng"],"data":["#
    let error = #expect(throws: IndexFileError.self) { try ImportedPlaces(start + rows) }
    guard case .malformed(_, let found, let offset)? = error else { return }
    #expect(found == detail && offset >= start.utf8.count)
  }

  @Test func `lists of features keep their lists`() throws {
    let text = #"""
      {"type":"FeatureCollection","columns":["name","rank"],"bounds":[[1,2],[3,4]],"features":[
      {"type":"Feature","properties":{"id":"a","name":"가온"},"geometry":{"type":"Point","coordinates":[127.1,37.1]}}]}
      """#
    #expect(try ImportedPlaces(text).rows.map(\.name) == ["가온"])
  }
}

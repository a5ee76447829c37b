import Domain
import Foundation
import PlaceIndex
import TestSupport
import Testing

@testable import App

/// A batch and an index build read the same inputs and get the same coordinates.
struct OneReaderTests {
  /// A file and the number of its rows with coordinates.
  struct Input: Sendable, CustomTestStringConvertible {
    let name: String
    let bytes: [UInt8]
    var count = 2
    /// The options for the format of the file.
    var options = ""

    init(_ name: String, _ text: String, count: Int = 2, _ options: String = "") {
      self.init(name, Array(text.utf8), count: count, options)
    }

    init(_ name: String, _ bytes: [UInt8], count: Int = 2, _ options: String = "") {
      self.name = name
      self.bytes = bytes
      self.count = count
      self.options = options
    }

    var testDescription: String { name }
  }

  private static let cp949: [UInt8] = [
    192, 204, 184, 167, 44, 192, 167, 181, 181, 44, 176, 230, 181, 181, 10, 176, 161, 191, 194, 44,
    51, 55, 46, 53, 44,
    49, 50, 55, 46, 49, 10, 179, 170, 183, 161, 44, 51, 55, 46, 54, 44, 49, 50, 55, 46, 50, 10,
  ]

  private static func utf16(_ text: String) -> [UInt8] {
    [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
  }

  private static let feature =
    #"{"type":"Feature","properties":{"name":"a"},"geometry":{"type":"Point","coordinates":[127.1,37.5]}}"#
  private static let otherFeature =
    #"{"type":"Feature","properties":{"name":"b"},"geometry":{"type":"Point","coordinates":[127.2,37.6]}}"#

  /// Objects whose positions only a comparison of their keys shows.
  private static let compared: [Input] = [
    ("store_lat", "store_lng"), ("latitude_decimal", "longitude_decimal"), ("lat_wgs", "lng_wgs"),
    ("lat_coor1", "long_coor1"), ("LatitudeDescription", "LongitudeDescription"),
  ].flatMap { latitude, longitude in
    let own = #"{"name":"a","\#(latitude)":37.5,"\#(longitude)":127.1}"#
    let other = #"{"name":"b","\#(latitude)":37.6,"\#(longitude)":127.2}"#
    return [
      Input(latitude, "[\(own),\(other)]"),
      Input("\(latitude) in an object", #"[{"id":1,"loc":\#(own)},{"id":2,"loc":\#(other)}]"#),
      Input("\(latitude) in a list of an object", #"{"id":1,"rows":[{"loc":\#(own)},{"loc":\#(other)}]}"#),
    ]
  }

  private static let inputs = compared + otherInputs

  private static let otherInputs: [Input] = [
    Input("commas", "name,lat,lng\na,37.5,127.1\nb,37.6,127.2\n"),
    Input("semicolons", "name;lat;lng\na;37.5;127.1\nb;37.6;127.2\n"),
    Input("tabs", "name\tlat\tlng\na\t37.5\t127.1\n\"b\" c\t37.6\t127.2\n"),
    Input("bars", "name|lat|lng\na|37.5|127.1\nb|37.6|127.2\n"),
    Input("another delimiter that is as frequent", "a,b,c;lat;lng\nx,y;37.5;127.1\nz;37.6;127.2\n"),
    Input("carriage returns and line feeds", "name,lat,lng\r\na,37.5,127.1\r\nb,37.6,127.2\r\n"),
    Input(
      "line ends that were converted twice",
      "name,lat,lng\r\r\n\"a\",37.5,127.1\r\r\nb,37.6,\"127.2\"\r\r\n"
    ),
    Input("carriage returns alone", "name,lat,lng\ra,37.5,127.1\rb,37.6,127.2\r"),
    Input(
      "carriage returns alone, the last line without one",
      "name,lat,lng\ra,37.5,127.1\rb,37.6,127.2"
    ),
    Input("a mark", "\u{FEFF}name,lat,lng\na,37.5,127.1\nb,37.6,127.2\n"),
    Input("two marks", "\u{FEFF}\u{FEFF}name,lat,lng\na,37.5,127.1\nb,37.6,127.2\n"),
    Input("UTF-16", utf16("이름,위도,경도\n가온,37.5,127.1\n나래,37.6,127.2\n")),
    Input("CP949", cp949),
    Input("a named delimiter", "sep=;\r\nname;lat;lng\r\na;37.5;127.1\r\nb;37.6;127.2\r\n"),
    Input(
      "a named delimiter, unusual for tables",
      "sep=:\nname:lat:lng\na:37.5:127.1\nb:37.6:127.2\n"
    ),
    Input("decimal commas", "이름;위도;경도\n가온;37,5;127,1\n나래;37,6;127,2\n"),
    Input("decimal commas in quotes", "name,lat,lng\na,\"37,5\",\"127,1\"\nb,\"37,6\",\"127,2\"\n"),
    Input("marks of degrees", "name;lat;lng\na;37°30'0\"N;127°6'0\"E\nb;37.6;127.2\n"),
    Input("x and y", "이름,X좌표,Y좌표\n가온,127.1,37.5\n나래,127.2,37.6\n"),
    Input("x and y, swapped", "이름,X좌표,Y좌표\n가온,37.5,127.1\n나래,37.6,127.2\n"),
    Input("metres", "이름,X좌표,Y좌표\n가온,208836.1,444192.7\n나래,208936.1,444292.7\n", "--crs EPSG:5174"),
    Input("a title", "병원 목록\n이름,위도,경도\n가온,37.5,127.1\n나래,37.6,127.2\n"),
    Input(
      "titles in several rows",
      "번호,이름,,,\n,,위도,경도,비고\n코드,,,,\n1,가온,37.5,127.1,x\n2,나래,37.6,127.2,\n"
    ),
    Input("titles", "병원 목록,,,\n2026,서울,,\n번호,이름,위도,경도\n1,가온,37.5,127.1\n2,나래,37.6,127.2\n"),
    Input("quotes", "name,lat,lng\n\"a, \"\"b\"\"\",37.5,127.1\n\"c\nd\",37.6,127.2\n"),
    Input("doubled quotes", "name,lat,lng\n\"\"2,4주 월요일\"\",37.5,127.1\nb,37.6,127.2\n"),
    Input("spaces after quotes", "name,lat,lng\n\"a\" ,37.5,127.1\n\"b\"\t,37.6,127.2\n"),
    Input(
      "a quote that does not close",
      "name,lat,lng\n\"a,37.5,127.1\nb,37.6,127.2\nc,37.7,127.3\n",
      count: 3
    ),
    Input(
      "stray quotes",
      "Extract of today\nid|name|lat|lng\n1|\"a|37.5|127.1\n2|b|37.6|127.2\n3|c\"|37.7|127.3\n4|\"d\" e|37.8|127.4\n",
      count: 4
    ),
    Input(
      "spaces before quotes",
      "\"name\", \"lat\", \"lng\"\n\"a, b\", 37.5, 127.1\n \"c\", \"37.6\", \"127.2\"\n"
    ),
    Input(
      "a quote that can't be decided",
      "name,lat,lng\n\"a, x,37.5,127.1\nb,37.6,127.2\nc\",37.7,127.3\n"
    ),
    Input(
      "degrees times 10⁵",
      "name;latitude;longitude;geom\na;3510000;13010000;35.1, 130.1\nb;3520000;13020000;35.2, 130.2\n"
    ),
    Input(
      "a pair in one column next to an empty column",
      "name;lat;lng;geom\na;;;37.5, 127.1\nb;37.6;127.2;\n"
    ),
    Input(
      "a pair in one property next to an empty property",
      "{\"lat\":null,\"lng\":null,\"geom\":\"37.5, 127.1\"}\n{\"lat\":37.6,\"lng\":127.2,\"geom\":null}\n"
    ),
    Input("degrees times 10⁷", "name,위도,경도\na,375000000,1271000000\nb,376000000,1272000000\n"),
    Input(
      "degrees times 10⁷ called x and y",
      #"{"items":[{"mapx":"1271000000","mapy":"375000000"},{"mapx":"1272000000","mapy":"376000000"}]}"#
    ),
    Input(
      "degrees times 10⁶ in JSON",
      "{\"lat\":37500000,\"lng\":127100000}\n{\"lat\":37600000,\"lng\":127200000}\n"
    ),
    Input(
      "features in metres",
      #"{"type":"FeatureCollection","crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::3857"}},"features":["#
        + #"{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[14148707,4509031]}},"#
        + #"{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[14159839,4523072]}}]}"#
    ),
    Input(
      "features of ArcGIS in metres",
      #"{"spatialReference":{"wkid":102100,"latestWkid":3857},"features":[{"attributes":{"a":1},"geometry":"#
        + #"{"x":14148707,"y":4509031}},{"attributes":{"a":2},"geometry":{"x":14159839,"y":4523072}}]}"#
    ),
    Input("one column of positions", "coordinates\n37.5, 127.1\n37.6, 127.2\n"),
    Input("one column of well-known text", "geom\nPOINT (127.1 37.5)\nPOINT (127.2 37.6)\n"),
    Input(
      "rows in lists in lists",
      #"{"EVSEData":[{"Op":"x","EVSEDataRecord":[{"EvseID":"a","GeoCoordinates":{"Google":"37.5 127.1"}}]},"#
        + #"{"Op":"y","EVSEDataRecord":[{"EvseID":"b","GeoCoordinates":{"Google":"37.6 127.2"}}]}]}"#
    ),
    Input(
      "rows in lists in an array",
      "[ {\"a\":1,\n\"rows\":[{\"lat\":37.5,\"lng\":127.1}]},\n{\"a\":2,\"rows\":[{\"lat\":37.6,\"lng\":127.2}]}\n]\n"
    ),
    Input(
      "an array of places with lists",
      #"[{"lat":37.5,"lng":127.1,"doors":[{"lat":1,"lng":2}]},{"lat":37.6,"lng":127.2}]"#
    ),
    Input(
      "places in a list of a place",
      #"[{"name":"A","lat":37.5,"lng":127.1,"cities":[{"name":"B","lat":37.6,"lng":127.2,"sites":[{"name":"C","#
        + #""lat":37.7,"lng":127.3}]}]},"# + "\n" + #"{"lat":37.8,"lng":127.4}]"#,
      count: 4
    ),
    Input(
      "places in a list of a place within an object",
      #"{"n":1,"countries":[{"lat":37.5,"lng":127.1,"name":"A","cities":[{"name":"B","lat":37.6,"lng":127.2}]}],"#
        + #""more":{"a":1}}"#
    ),
    Input(
      "the only position in a list",
      #"[{"name":"A","sites":[{"lat":37.5,"lng":127.1}]},{"name":"B","coordinates":[{"lat":37.6,"lon":127.2}]}]"#
    ),
    Input("numbers as texts", #"[{"coordinates":["127.1","37.5"]},{"geom":{"latitude":"37.6","longitude":"127.2"}}]"#),
    Input(
      "deep positions in an object",
      #"{"data":[{"a":{"b":{"c":{"lat":37.5,"lng":127.1}}}},{"a":{"b":{"geo":{"lat":37.6,"lng":127.2}}}}]}"#
    ),
    Input(
      "numbers of Python that aren't numbers",
      "{\"lat\":37.5,\"lng\":127.1,\"x\":NaN}\n{\"x\":-Infinity,\"lat\":37.6,\"lng\":127.2,\"n\":\"NaN\"}\n{\"lat\":NaN,\"lng\":NaN}\n"
    ),
    Input(
      "words for missing values next to coordinates",
      "name,lat,lng,radius,limit,category,query\na,37.5,127.1,NULL,N/A,None,-\nb,37.6,127.2,nan,null,n/a,없음\n"
    ),
    Input(
      "rows that lack cells or have empty ones",
      "name,lat,lng,note\na,37.5,127.1\nb,37.6,127.2,,,\n,,,\n"
    ),
    Input(
      "a truncated last row",
      "name,lat,lng,note\na,37.5,127.1,x\nb,37.6,127.2,y\nc,37.7,127.3"
    ),
    Input(
      "words for nothing",
      "name,lat,lng\na,37.5,127.1\nb,-,-\nc,N/A,N/A\nd,37.6,127.2\ne,없음,127\n"
    ),
    Input(
      "lines of JSON",
      "{\"name\":\"a\",\"lat\":37.5,\"lng\":127.1}\n{\"name\":\"b\",\"lat\":37.6,\"lng\":\"127.2\"}\n"
    ),
    Input(
      "Korean keys",
      "{\"이름\":\"a\",\"위도값\":37.5,\"경도값\":127.1}\n{\"위도값\":\"37.6\",\"경도값\":\"127.2\"}\n"
    ),
    Input(
      "metres in JSON",
      "{\"이름\":\"a\",\"X좌표\":208836.1,\"Y좌표\":444192.7}\n{\"X좌표\":208936.1,\"Y좌표\":444292.7}\n",
      "--crs EPSG:5174"
    ),
    Input(
      "an array",
      "[{\"name\":\"a\",\"lat\":37.5,\"lng\":127.1},{\"name\":\"b\",\"lat\":37.6,\"lng\":127.2}]"
    ),
    Input(
      "an array over lines",
      "[\n  {\n    \"name\": \"a]}\\\"\",\n \"lat\":37.5, \"lng\":127.1 },\n {\"lat\":37.6,\"lng\":127.2}\n]\n"
    ),
    Input(
      "objects over lines",
      "{\n  \"lat\": 37.5,\n  \"lng\": 127.1\n}\n{\n  \"lat\": 37.6,\n  \"lng\": 127.2\n}\n"
    ),
    Input(
      "geometries",
      #"{"type":"Point","coordinates":[127.1,37.5]}"# + "\n"
        + #"{"type":"LineString","coordinates":[[127.2,37.6],[127.2,37.6]]}"#
    ),
    Input(
      "polygons with properties that may be coordinates",
      #"{"type":"Feature","geometry":{"type":"MultiPoint","coordinates":[[127.1,37.5]]},"properties":{"X":0,"Y":0}}"#
        + "\n"
        + #"{"type":"Feature","geometry":{"type":"MultiPoint","coordinates":[[127.2,37.6]]},"properties":{"lat":1,"lng":2}}"#
    ),
    Input("features, a line each", "\(feature)\n\(otherFeature)\n"),
    Input("features after separators", "\u{1E}\(feature)\n\u{1E}\(otherFeature)\n"),
    Input(
      "a collection",
      "{\"type\":\"FeatureCollection\",\"features\":[\(feature),\(otherFeature)]}"
    ),
    Input(
      "a collection over lines",
      "{\n\"type\": \"FeatureCollection\",\n\"name\": \"x\",\n\"features\": [\n\(feature),\n\(otherFeature)\n],\n\"bbox\": [1]\n}\n"
    ),
    Input("both in brackets", "nom,location_latlong\na,\"[37.5, 127.1]\"\nb,\"[37.6, 127.2]\"\n"),
    Input("both in a column", "nom;geo_point_2d\na;37.5, 127.1\nb;37.6, 127.2\n"),
    Input("both in a column of another name", "nom,wo\na,\"127.1,37.5\"\nb,\"127.2,37.6\"\n"),
    Input(
      "metres next to both in a column",
      "nom;Geo Point;x;y\na;37.5, 127.1;652000.5;6864500.2\nb;37.6, 127.2;661000.1;6906500.8\n"
    ),
    Input(
      "metres next to both in an object",
      #"{"x":652000.5,"y":6864500.2,"geo_point_2d":{"lon":127.1,"lat":37.5}}"# + "\n"
        + #"{"x":661000.1,"y":6906500.8,"geo_point_2d":{"lon":127.2,"lat":37.6}}"# + "\n"
    ),
    Input(
      "an object under the key of a tag",
      #"{"shop":{"id":1,"lat":37.5,"lng":127.1}}"# + "\n" + #"{"shop":{"id":2,"lat":37.6,"lng":127.2}}"# + "\n"
    ),
    Input("a list under a word", #"[{"coordenadas":[37.5,127.1]},{"coordenadas":[37.6,127.2]}]"#),
    Input("well-known text", "name,wkt\na,POINT (127.1 37.5)\nb,POINT (127.2 37.6)\n"),
    Input("a point of JSON in a cell", "name;coordinates\na;[127.1, 37.5]\nb;[127.2, 37.6]\nc;\n"),
    Input("both coordinates next to an address", "address,location\n테헤란로,\"37.5,127.1\"\n세종대로,\"37.6,127.2\"\n"),
    Input(
      "both at the end of a cell",
      "Name,Location 1\na,\"1 Main St\nTown\n(37.5, 127.1)\"\nb,\"2 Main St\nTown\n(37.6, 127.2)\"\n"
    ),
    Input("a mark at one column", "Rótulo;Latitud;Longitud (WGS84)\na;37,5;127,1\nb;37,6;127,2\n"),
    Input(
      "a mark at one key",
      "{\"Latitud\":\"37,5\",\"Longitud (WGS84)\":\"127,1\"}\n{\"Latitud\":\"37,6\",\"Longitud (WGS84)\":\"127,2\"}\n"
    ),
    Input(
      "both in an object or a list",
      "{\"name\":\"a\",\"geo_point_2d\":{\"lon\":127.1,\"lat\":37.5}}\n{\"location\":[127.2,37.6],\"address\":\"x\"}\n"
    ),
    Input(
      "both in an object of another name",
      "{\"name\":\"a\",\"Info\":{\"Latitude\":37.5,\"Longitude\":127.1}}\n{\"Info\":{\"Latitude\":37.6,\"Longitude\":127.2}}\n"
    ),
    Input(
      "both in an object called geometry",
      "{\"geometry\":{\"location\":{\"lat\":37.5,\"lng\":127.1}}}\n{\"geometry\":{\"location\":{\"lat\":37.6,\"lng\":127.2}}}\n"
    ),
    Input(
      "an outline",
      "{\"type\":\"Feature\",\"geometry\":{\"type\":\"LineString\",\"coordinates\":[[127.1,37.5],[127.3,37.7]]}}\n",
      count: 1
    ),
    Input(
      "keys that come twice",
      "{\"lat\":37.5,\"lat\":10,\"lng\":127.1}\n{\"lat\":\"\",\"lat\":37.6,\"lng\":127.2}\n"
    ),
    Input(
      "UTF-16 without a mark",
      Array(utf16("name,lat,lng\n가온,37.5,127.1\n나래,37.6,127.2\n").dropFirst(2))
    ),
    Input(
      "UTF-16 without a mark that begins without ASCII",
      Array(utf16("이름,위도,경도\n가온,37.5,127.1\n나래,37.6,127.2\n").dropFirst(2))
    ),
    Input(
      "big-endian UTF-16 without a mark that begins without ASCII",
      "이름,위도,경도\n가온,37.5,127.1\n나래,37.6,127.2\n".utf16.flatMap {
        [UInt8($0 >> 8), UInt8($0 & 0xFF)]
      }
    ),
    Input(
      "UTF-16 without a mark below a title",
      Array(utf16("전국도서관\n이름,위도,경도\n가온,37.5,127.1\n나래,37.6,127.2\n").dropFirst(2))
    ),
    Input("a zero byte", "name,lat,lng\na\u{0}b,37.5,127.1\nc,37.6,127.2\n"),
    Input(
      "a line that isn't JSON",
      "{\"lat\":37.5,\"lng\":127.1}\n{\"lat\":1,\n{\"lat\":37.6,\"lng\":127.2}\n"
    ),
  ]

  /// Inputs whose format only the user knows.
  private static let named: [Input] = [
    Input("a rare delimiter", "name^lat^lng\na,b^37.5^127.1\nc^37.6^127.2\n", "--delimiter ^"),
    Input("spaces", "name lat lng\na 37.5 127.1\nb 37.6 127.2\n", "--delimiter space"),
    Input(
      "tabs among commas",
      "a,b,c\tlat\tlng\nx,y\t37.5\t127.1\nz\t37.6\t127.2\n",
      "--delimiter tab"
    ),
    Input(
      "quotes that are text",
      "name,lat,lng\n\"a,37.5,127.1\nb\" c,37.6,127.2\n",
      "--quote none"
    ),
    Input(
      "inches",
      "id|size|lat|lng\n1|\"2|37.5|127.1\n2|3\"|37.6|127.2\n3|\"|37.7|127.3\n",
      count: 3,
      "--quote none --delimiter |"
    ),
    Input("no header", "a,37.5,127.1\nb,37.6,127.2\n", "--header none --map lat=2 --map lng=3"),
    Input("no header, but a position", "a;37.5, 127.1\nb;37.6, 127.2\n", "--header none"),
    Input(
      "no header, and a mark",
      "\u{FEFF}37.5;127.1\r\n37.6;127.2",
      "--header none --map lat=1 --map lng=2"
    ),
    Input("columns by numbers", "a,b,c\nx,37.5,127.1\ny,37.6,127.2\n", "--map lat=2 --map lng=3"),
    Input("no header in one row", "37.5,127.1", count: 1, "--header none --map lat=1 --map lng=2"),
    Input(
      "paths in JSON",
      #"{"a":{"b":[1,37.5]},"c":{"d":"127.1"}}"# + "\n" + #"{"a":{"b":[2,"37.6"]},"c":{"d":127.2}}"# + "\n",
      "--map lat=a.b.1 --map lng=c.d"
    ),
    Input("a small scale", "name,lat,lng\na,3750,12710\nb,3760,12720\n", "--scale 100"),
    Input(
      "a scale of one column",
      "name,at\na,\"3750, 12710\"\nb,\"3760, 12720\"\n",
      "--scale 100 --map point=at"
    ),
    Input("a scale of degrees", "name,lat,lng\na,75,254.2\nb,75.2,254.4\n", "--scale 2"),
    Input(
      "a scale in JSON",
      "{\"a\":1,\"pos\":{\"lat\":3750,\"lng\":12710}}\n{\"pos\":{\"lat\":3760,\"lng\":12720}}\n",
      "--scale 100"
    ),
    Input(
      "Cyrillic",
      Array("имя,lat,lng\nа,37.5,127.1\nб,37.6,127.2\n".unicodeScalars.map(cp1251)),
      "--encoding cp1251"
    ),
    Input("CP949 by an option", cp949, "--encoding euc-kr"),
    Input(
      "UTF-16 by an option",
      Array(utf16("a,b\n37.5,127.1\n37.6,127.2\n").dropFirst(2)),
      "--encoding utf-16le --map lat=1 --map lng=2"
    ),
    Input(
      "a byte order mark and a named encoding",
      "\u{FEFF}이름,lat,lng\n가,37.5,127.1\n나,37.6,127.2\n",
      "--encoding cp949"
    ),
    Input(
      "UTF-8 by an option",
      Array("이름,위도,경도\n가\u{0}온,37.5,127.1\n나래,37.6,127.2\n".utf8),
      "--encoding utf-8"
    ),
  ]

  private static func cp1251(_ scalar: Unicode.Scalar) -> UInt8 {
    scalar.value < 0x80 ? UInt8(scalar.value) : UInt8(scalar.value - 0x430 + 0xE0)
  }

  /// Two rows, wrapped in the ways of services.
  private static let wrapped: [Input] = [
    ("a list of any name", #"{"rows":[A,B]}"#, 2),
    ("an empty list before", #"{"errors":[],"data":[A,B]}"#, 2),
    (
      "within objects",
      #"{"response":{"header":{"code":"00"},"body":{"items":{"item":[A,B]},"total":2}}}"#, 2
    ),
    ("one where others are listed", #"{"response":{"body":{"items":{"item":A}}}}"#, 1),
    ("elements", #"{"version":0.6,"elements":[A,B]}"#, 2),
    ("two lists", #"{"a":[A],"b":{"c":[B]}}"#, 2),
    ("pages on lines", "{\"page\":1,\"data\":[A]}\n{\"page\":2,\"data\":[B]}\n", 2),
    ("pages of features", #"{"features":[A]} {"type":"FeatureCollection","features":[B]}"#, 2),
    ("over several lines", "{\n \"data\":\n [\n  A,\n  B\n ],\n \"more\": null\n}\n", 2),
    ("by names", #"{"a":A,"b":B}"#, 2),
    ("by names within", "{\"stations\":{\"a\":A,\n\"b\":B},\"x\":{\"y\":1}}", 2),
    ("a page, then a row", "{\"data\":[A]}\nB\n", 2),
    ("a row with others", #"{"id":7,"lat":37.5,"lng":127.1,"near":[B]}"#, 1),
  ].map { name, text, count in
    let rows = [
      "A": #"{"name":"a]","lat":37.5,"lng":127.1}"#,
      "B": #"{"id":2,"position":{"lat":37.6,"lng":127.2}}"#,
    ]
    let text = text.reduce(into: "") { $0 += rows[String($1)] ?? String($1) }
    return Input(name, text, count: count)
  }

  @Test(arguments: inputs + named + wrapped)
  func `a batch and a build find the same coordinates`(input: Input) async throws {
    let built = try places(of: input)
    #expect(built.count == input.count, "\(built)")
    for chunkSize in [1, 1 << 14] {
      let options = "-c gas -n 1 " + input.options
      let outcome = await BatchOutcome(
        of: options,
        rows: "",
        from: ScriptedSource(isFree: true),
        bytes: input.bytes,
        chunkSize: chunkSize
      )
      let batched = outcome.lines.filter { $0.contains(#""status":"ok""#) }.compactMap(Self.point)
        .sorted {
          $0[0] < $1[0]
        }
      #expect(batched.count == built.count, "\(chunkSize): \(outcome.errors) \(outcome.output)")
      for (one, other) in zip(batched, built) {
        #expect(abs(one[0] - other[0]) < 1e-6 && abs(one[1] - other[1]) < 1e-6, "\(batched) \(built)")
      }
    }
  }

  /// In a table, the names of the rows are compared too: a build stores them as names of places, and a batch copies
  /// them.
  @Test(arguments: Seeds.some(of: (0..<160).map { RandomTable(seed: $0) }))
  func `a batch and a build find the same rows in a random table`(table: RandomTable) async throws {
    let built = try? rows(of: Input("random", table.bytes))
    if !table.isCut {
      let expected = table.rows.map { "\($0.id) \($0.name) \($0.latitude) \($0.longitude)" }
      #expect(
        built.map { $0.sorted() } == expected.sorted(),
        "\(String(decoding: table.bytes, as: UTF8.self))"
      )
    }
    for chunkSize in [1, 23, 1 << 14] {
      let outcome = await BatchOutcome(
        of: "-c gas -n 1",
        rows: "",
        from: ScriptedSource(isFree: true),
        bytes: table.bytes,
        chunkSize: chunkSize
      )
      let batched = outcome.lines.filter { $0.contains(#""status":"ok""#) }.compactMap(Self.row)
      if let built {
        #expect(
          batched.sorted() == built.sorted(),
          "\(chunkSize): \(outcome.errors) \(outcome.output)"
        )
      } else {
        #expect(outcome.status != 0, "\(outcome.output)")
      }
    }
  }

  /// Returns the id, the name and the coordinate of each place in an index of the input.
  private func rows(of input: Input) throws -> [String] {
    try found(in: input).map { found in
      let place = found.place
      return "\(place.id) \(place.name ?? "") \(place.coordinate.latitude) \(place.coordinate.longitude)"
    }
  }

  /// Returns the id, the name and the coordinate in a record.
  private static func row(_ record: String) -> String? {
    guard let object = try? JSONSerialization.jsonObject(with: Data(record.utf8)) as? [String: Any],
      let input = object["input"] as? [String: Any], let id = object["id"] as? String,
      let point = point(record)
    else { return nil }
    let name = input["name"] ?? (input["properties"] as? [String: Any])?["name"] ?? ""
    return "\(id) \(name) \(point[0]) \(point[1])"
  }

  /// Returns the coordinates of the places in an index of the input, sorted by latitude.
  private func places(of input: Input) throws -> [[Double]] {
    try found(in: input).map { [$0.place.coordinate.latitude, $0.place.coordinate.longitude] }
      .sorted { $0[0] < $1[0] }
  }

  /// Returns the places in an index of the input.
  private func found(in input: Input) throws -> [FoundPlace] {
    let directory = TemporaryDirectory()
    try Data(input.bytes).write(to: URL(fileURLWithPath: directory.file("places")))
    let options = input.options.split(separator: " ").map(String.init)
    let rules = try Arguments(
      ArgumentParser.parse(["index", "build", "a.csv", "-o", "a.pfx"] + options)
    ).index.rules
    var reading: InputReading?
    let index = try PlaceIndex(placesIn: directory.file("places"), rules: rules, reading: &reading)
    let box = try BoundingBox(west: 120, south: 30, east: 135, north: 45)
    return try index.places(matching: PlaceQuery(categories: [.any], area: .box(box, center: nil)))
      .places
  }

  /// Returns the point in the query of a record.
  private static func point(_ record: String) -> [Double]? {
    guard let query = record.firstRange(of: "\"query\":{") else { return nil }
    let numbers = ["lat", "lng"].compactMap { name -> Double? in
      guard let found = record[query.upperBound...].firstRange(of: "\"\(name)\":") else {
        return nil
      }
      return Double(record[found.upperBound...].prefix { "-0123456789.".contains($0) })
    }
    return numbers.count == 2 ? numbers : nil
  }

  @Test(arguments: [
    (#"{"id":1,"near":"강남역"}"#, false), (#"{"address":"서울","id":null}"#, false),
    (#"{"near":["a"]}"#, true),
    (#"{"id":1,"near":"강남역","spot":"37.5,127"}"#, true),
    (#"{"near":"a","geo":{"lat":1,"lng":2}}"#, true),
  ])
  func `a row with only an id and an address is not searched again for a coordinate`(
    text: String,
    isLookedAt: Bool
  ) {
    var row = ParsedRow()
    row.bytes = Array(text.utf8)
    row.reset(to: row.bytes.indices)
    row.parseObject(names: ColumnNames())
    #expect(row.mayHoldCoordinate == isLookedAt)
  }

  @Test(arguments: ColumnRole.allCases)
  func `a row of JSON has every role`(role: ColumnRole) throws {
    var row = ParsedRow()
    let name = try #require(role.names.first)
    row.bytes = Array(#"{"\#(name)":"1"}"#.utf8)
    row.reset(to: row.bytes.indices)
    row.parseObject(names: ColumnNames())
    #expect(row.text(role) == "1")
    row.bytes = Array(#"{"type":"Feature","properties":{"\#(name)":"2"},"geometry":null}"#.utf8)
    row.reset(to: row.bytes.indices)
    row.parseObject(names: ColumnNames())
    #expect(row.text(role) == "2")
  }

  @Test func `lines that end in two ways are refused in one sentence`() async throws {
    let text = "lat,lng\r37.5,127\r\n37.6,127\r\n"
    let outcome = await BatchOutcome(of: "-c gas", rows: text, from: ScriptedSource(isFree: true))
    #expect(outcome.status == 2 && outcome.errors.contains("tr '\\r' '\\n'"), "\(outcome.errors)")
    let error = #expect(throws: IndexFileError.self) { try places(of: Input("mixed", text)) }
    let refusal = try #require(error)
    #expect(
      Failure(refusal).message.contains(
        "end in a carriage return only; convert it with `tr '\\r' '\\n'"
      )
    )
  }

  @Test(arguments: ["a,1,2\rb,37.6,127\r", "\"a\",\"1\",\"2\"\r\"b\",37.6,127"])
  func `a row of several lines is reported as such`(lines: String) async {
    let text = "name,lat,lng\nc,37.5,127\n\(lines)\n"
    let outcome = await BatchOutcome(of: "-c gas", rows: text, from: ScriptedSource(isFree: true))
    #expect(
      outcome.lines.last?.contains("end in a carriage return only") == true,
      "\(outcome.output)"
    )
    #expect(throws: IndexFileError.self) { try places(of: Input("mixed", text)) }
  }

  @Test func `an object with a coordinate is a row, whatever lists it contains`() async {
    let rows = #"{"near":"강남역","visits":[{"lat":1,"lng":2},{"lat":3,"lng":4}]}"#
    let outcome = await BatchOutcome(of: "-c gas", rows: rows, from: ScriptedSource(isFree: true))
    #expect(
      outcome.lines.count == 1 && outcome.output.contains(#""near":"강남역""#),
      "\(outcome.output)"
    )
    let time =
      #"{"at":"2026-11-26","data":[{"near":"강남역","lat":37.5,"lng":127},{"lat":37.6,"lng":127}]}"#
    let other = await BatchOutcome(of: "-c gas", rows: time, from: ScriptedSource(isFree: true))
    #expect(other.lines.count == 2, "\(other.output)")
  }

  @Test(arguments: [
    "[{\"lat\":37.5,\"lng\":127.1},", "[{\"lat\":37.5,\"lng\":127.1}, {\"lat\":",
    "{\"data\":[{\"lat\":37.5,\"lng\":127.1}, {\"lat\":",
    "{\"data\":[{\"lat\":37.5,\"lng\":127.1}],\"more\":",
  ])
  func `a truncated array ends with the complete values and is reported`(text: String) async {
    let outcome = await BatchOutcome(of: "-c gas", rows: text, from: ScriptedSource(isFree: true))
    let isSaid = outcome.errors.contains("The input ends in the middle of a JSON value")
    #expect(outcome.status == 2 && isSaid, "\(outcome.errors)")
    #expect(outcome.lines.first?.contains(#""status":"ok""#) == true)
  }
}

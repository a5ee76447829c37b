import Domain
import Foundation
import Rows
import Tables
import Testing

@testable import PlaceIndex

/// Column titles and kinds of places in the open data of other countries.
@Suite struct ForeignWordsTests {
  @Test(arguments: [
    ("Zemepisná šírka", "Zemepisná dĺžka"), ("Zeměpisná šířka", "zeměpisná délka"),
    ("földrajzi szélesség", "földrajzi hosszúság"),
    ("szerokość_geograficzna", "długość_geograficzna"), ("Breddegrad", "Længdegrad"), ("breddegrad", "lengdegrad"),
    ("Breedtegraad", "Lengtegraad"), ("leveysaste", "pituusaste"), ("laiuskraad", "pikkuskraad"), ("vĩ độ", "kinh độ"),
    ("Географическая широта", "Географическая долгота"), ("Geografska širina", "Geografska dužina"),
    ("lintang", "bujur"),
    ("Широта", "Довгота"), ("Γεωγραφικό πλάτος", "ΓΕΩΓΡΑΦΙΚΟ ΜΗΚΟΣ"), ("latitude", "Longitide"),
    ("Latitude", "longtitude"), ("lat_coor1", "long_coor1"), ("locationLat", "locationLon"),
    ("store_latitude", "store_longitude"), ("LAT_WGS", "LNG_WGS"), ("szélesség", "hosszúság"), ("šířka", "délka"),
    ("ENLEM", "BOYLAM"), ("Garis Lintang", "Garis Bujur"), ("zemepisna_sirka", "zemepisna_delka"),
    ("SZEROKOSC", "DLUGOSC"), ("Latitudine", "Longitudine"), ("Географічна широта", "Географічна довгота"),
    ("خط العرض", "خط الطول"), ("ละติจูด", "ลองจิจูด"), ("अक्षांश", "देशांतर"),
  ])
  func `coordinates have many titles`(latitude: String, longitude: String) throws {
    let table = try ImportedPlaces("a;\(longitude);\(latitude);name\nx;127.1;37.2;가온\n")
    let json = try ImportedPlaces(#"[{"name":"가온","\#(longitude)":127.1,"\#(latitude)":"37.2"}]"#)
    for row in [table, json].flatMap(\.rows) { #expect(row.latitude == 37.2 && row.longitude == 127.1) }
    #expect(table.rows.count == 1 && json.rows.count == 1)
  }

  @Test(arguments: [
    "name,start_lat,start_lng,end_lat,end_lng\n가온,37.1,127.1,37.2,127.2\n", "name,lat_min,lon_max\n가온,37.1,127.1\n",
    "name,nearest_lat,nearest_lng\n가온,37.1,127.1\n", "name,flat,flng\n가온,37.1,127.1\n",
    "shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence\n1,37.1,127.1,1\n",
    "name,pickup_lat,pickup_lng\n가온,37.1,127.1\n",
  ])
  func `titles that differ in more than the axis are not a pair, and several pairs are ambiguous`(text: String) {
    #expect(throws: IndexFileError.self) { try ImportedPlaces(text) }
  }

  @Test(arguments: [
    "dirección", "Domicilio", "endereço", "morada", "Indirizzo", "adres", "adresa", "osoite", "Адрес", "διεύθυνση",
    "cím",
    "施設住所", "建築物地址", "USER_住所", "Physical Address", "ΔΙΕΥΘΥΝΣΗ", "Adresi", "adrese", "Adresă", "Besøksadresse",
    "Lähiosoite", "Alamat Lengkap", "Açık Adres", "العنوان", "כתובת", "ที่อยู่", "पता", "naslov", "C_ADDR",
    "English Address",
    "Recapito", "address_full",
  ])
  func `an address has many titles`(title: String) throws {
    let row = try #require(try ImportedPlaces("name,\(title),lat,lng\n가온,x y,37.1,127.1\n").rows.first)
    #expect(row.lotAddress == "x y")
  }

  @Test(arguments: ["ΟΝΟΜΑ", "Όνομα", "ADI", "Adı", "İSİM", "isim"])
  func `the case of Greek and Turkish titles doesn't matter`(title: String) throws {
    #expect(try ImportedPlaces("\(title),lat,lng\n가온,37.1,127.1\n").rows.map(\.name) == ["가온"])
  }

  @Test(arguments: [
    "telepon", "No. Telp", "Broj telefona", "TLF_NR", "Sími", "Celular", "Điện thoại", "رقم الهاتف", "โทรศัพท์", "טלפון",
    "номер телефона", "联系电话", "Telefonszám", "Numéro de téléphone", "Telefon No",
  ])
  func `a telephone number has many titles`(title: String) throws {
    #expect(try ImportedPlaces("name,\(title),lat,lng\n가온,02-123,37.1,127.1\n").rows.map(\.phone) == ["02-123"])
  }

  @Test(arguments: [
    "Otváracie hodiny", "Nyitvatartás", "radno vrijeme", "Çalışma Saatleri", "jam_operasional", "Режим работы",
    "Horario de atención", "Horaires d'ouverture", "Ωράριο λειτουργίας", "APNINGSTIDER",
  ])
  func `opening hours have many titles`(title: String) throws {
    let text = "name;\(title);lat;lng\n가온;Mo-Fr 7-9;47.1;9.1\n"
    #expect(try AttributeImportTests.attributes(text) == [["opening_hours": "Mo-Fr 7-9"]])
  }

  @Test(arguments: [
    "WEB_URL", "Internet", "sitio web", "Hjemmeside", "сайт", "www", "Honlap", "nettside", "Koduleht", "Web sitesi",
    "Situs web", "Ιστοσελίδα", "เว็บไซต์",
  ])
  func `a website has many titles`(title: String) throws {
    #expect(try ImportedPlaces("name,\(title),lat,lng\n가온,a.example,37.1,127.1\n").rows.map(\.url) == ["a.example"])
  }

  @Test(
    arguments: [
      ("categoría", "Farmacia", "pharmacy"), ("Tipo", "FARMÁCIA", "pharmacy"),
      ("Kategorie", "Apotheke, Drogerie", "pharmacy"),
      ("type", "Pharmacie", "pharmacy"), ("категория", "Аптека", "pharmacy"), ("カテゴリ", "薬局", "pharmacy"),
      ("類別", "藥局", "pharmacy"), ("kategori", "Eczane", "pharmacy"), ("category", "carPark", "parking"),
      ("category", "CarPark", "parking"), ("kategorie", "Parkplatz", "parking"), ("type", "École", "school"),
      ("Tip", "Farmacie", "pharmacy"), ("Art", "Apotheke", "pharmacy"), ("tür", "Eczane", "pharmacy"),
      ("Rodzaj", "Apteka", "pharmacy"), ("druh", "Lékárna", "pharmacy"), ("Tyyppi", "Apteekki", "pharmacy"),
      ("category", "ΦΑΡΜΑΚΕΙΟ", "pharmacy"), ("category", "φαρμακειο", "pharmacy"), ("type", "ECZANE", "pharmacy"),
    ] as [(String, String, String)]
  )
  func `a word for a group counts in the language of its publisher`(title: String, word: String, group: String) throws {
    let imported = try ImportedPlaces("name;\(title);lat;lng\n가온;\(word);37.1;127.1\n")
    #expect(imported.rows.map { $0.group?.slug } == [group])
  }

  @Test(
    arguments: [
      ("Öffentliche WC", "toilets"), ("SPIELPLÄTZE", "playground"), ("Médiathèque", "library"),
      ("biblioteca", "library"),
      ("Детский сад", "preschool"), ("Zahnarztpraxis", "dentist"), ("無床診療所", "doctor"), ("Église", "church"),
      ("Parkhäuser", "parking-garage"), ("lycée", "high-school"), ("collège", "middle-school"),
      ("college", "university"), ("ΒΙΒΛΙΟΘΗΚΗ", "library"), ("CAMİ", "place-of-worship"),
    ] as [(String, String)]
  )
  func `a word for a kind counts however it is written`(word: String, kind: String) throws {
    let imported = try ImportedPlaces("name,category,lat,lng\n가온,\(word),37.1,127.1\n")
    #expect(imported.rows.map { $0.kinds.contains(kind) } == [true])
  }

  @Test(
    arguments: [
      ("closed", "1", true), ("closed", "true", true), ("closed", "0", false), ("closed", "Monday", false),
      ("closed_year", "2013", true), ("YEAR_CLOSED", "9999", false), ("close_ymd", "0000-00-00", false),
      ("date_fermeture", "31/03/2021", true), ("DATAFINEVALIDITA", "-", false),
      ("DATAFINEVALIDITA", "31/12/9999", false),
      ("DATAFINEVALIDITA", "28/02/2019", true), ("폐업일자", "99991231", false),
      ("stato_attivita", "chiusa temporaneamente", true),
      ("estado", "FERMÉ", true), ("status", "Закрыто", true), ("status", "Permanently\u{A0}closed", true),
      ("business_status", "Cerrado permanentemente", true), ("estado", "Définitivement fermé", true),
      ("영업상태명", "폐업", true), ("영업상태명", "영업/정상", false), ("estado", "CERRADO", true), ("estado", "Jalisco", false),
      ("状態", "x", false), ("Durumu", "Kapatıldı", true), ("stav", "Zrušena", true), ("stanje", "Zatvoreno", true),
      ("стан", "Закрита", true), ("status", "Stengt", true), ("status", "Tutup", true), ("durum", "Açık", false),
    ] as [(String, String, Bool)]
  )
  func `a place is closed in other languages too, but not by a date that means never`(
    title: String,
    value: String,
    isClosed: Bool
  ) throws {
    for value in [value, value.decomposedStringWithCanonicalMapping] {
      let text = "name,\(title),lat,lng\n가온,\(value),37.1,127.1\n"
      #expect(try ImportedPlaces(text).skips == (isClosed ? [.closed: 1] : [:]))
    }
  }

  @Test(arguments: [("tip", "Ring twice"), ("art", "Mural"), ("tur", "Tur")])
  func `a short title of types that is also another word has only kinds of places`(title: String, value: String) throws
  {
    let imported = try ImportedPlaces("name,\(title),lat,lng\n가온,\(value),37.1,127.1\n")
    #expect(imported.rows.map(\.sourceCategory) == [""])
  }

  @Test func `a word for a kind has the same meaning in capitals, decomposed, and with no-break spaces`() {
    let vocabulary = ImportVocabulary()
    func meaning(_ word: String) -> UInt16? {
      ByteView.over(Array(word.utf8)) { vocabulary.categories.value(ofWordOrPlural: $0) }
    }
    for row in CategoryTable.standard.rows where row.category != nil {
      for word in (row.words(in: .words) + row.words(in: .foreign) + row.words(in: .korean)) where !word.contains("=") {
        let expected = meaning(word)
        #expect(expected != nil, "\(word)")
        // ß has two capitals, and σ has another form at the end.
        let capitals = word.contains(where: { "ßς".contains($0) }) ? word : word.uppercased()
        for form in [word.decomposedStringWithCanonicalMapping, capitals, word.capitalized] {
          #expect(meaning(form) == expected, "\(form)")
          #expect(meaning(form.replacing(" ", with: "\u{A0}")) == expected, "\(form)")
        }
      }
    }
  }
}

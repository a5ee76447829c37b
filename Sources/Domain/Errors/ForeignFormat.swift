/// Formats of files that may hold places and cannot be read; the application names the command that converts each.
public enum ForeignFormat: String, Sendable, Hashable, CaseIterable {
  case osmPBF
  case osmXML
  case parquet
  case geoPackage
  case sqlite
  case shapefile
  case kml
  case gpx
  case flatGeobuf
  case xlsx
  case xls
  case xml
  case turtle
  case html
  case lfsPointer
  case gzip
  case bzip2
  case xz
  case zstd
  case zip
  case pdf
  case hwp
  case tar
  case sevenZip
  case rar
  case compress
  case kmz
  case openDocument
  case wordProcessor
  case arrow
  case orc
  case avro
  case access
  case cad
  case image
}

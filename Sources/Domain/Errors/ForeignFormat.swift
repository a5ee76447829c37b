/// The forms of files that hold places and are not read here: what each is, and the command that turns it into one that is.
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
  case html
  case lfsPointer
  case gzip
  case bzip2
  case xz
  case zstd
  case zip
  case pdf
  case hwp
}

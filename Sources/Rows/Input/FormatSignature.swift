import Domain
import Tables

/// The signature of a file format that is neither JSON nor a table.
struct FormatSignature {
  package let format: ForeignFormat
  package let bytes: [UInt8]
  /// The offset of the bytes in the file.
  package let offset: Int

  private init(_ format: ForeignFormat, _ bytes: [UInt8], at offset: Int = 0) {
    self.format = format
    self.bytes = bytes
    self.offset = offset
  }

  /// All signatures, in the order of comparison.
  static let all: [Self] = [
    Self(.gzip, [0x1F, 0x8B]),
    Self(.compress, [0x1F, 0x9D]),
    Self(.bzip2, Array("BZh".utf8)),
    Self(.xz, [0xFD, 0x37, 0x7A, 0x58, 0x5A]),
    Self(.zstd, [0x28, 0xB5, 0x2F, 0xFD]),
    Self(.sevenZip, [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C]),
    Self(.rar, [0x52, 0x61, 0x72, 0x21, 0x1A, 0x07]),
    Self(.tar, Array("ustar".utf8), at: 257),
    Self(.parquet, Array("PAR1".utf8)),
    Self(.arrow, Array("ARROW1".utf8)),
    Self(.arrow, Array("FEA1".utf8)),
    Self(.arrow, [0xFF, 0xFF, 0xFF, 0xFF]),
    Self(.avro, [0x4F, 0x62, 0x6A, 0x01]),
    Self(.shapefile, [0x00, 0x00, 0x27, 0x0A]),
    Self(.flatGeobuf, Array("fgb".utf8)),
    Self(.xls, [0xD0, 0xCF, 0x11, 0xE0]),
    Self(.access, Array("Standard Jet DB".utf8), at: 4),
    Self(.access, Array("Standard ACE DB".utf8), at: 4),
    Self(.pdf, Array("%PDF".utf8)),
    Self(.hwp, Array("HWP Document".utf8)),
    Self(.cad, Array("AutoCAD Binary DXF".utf8)),
    Self(.image, [0xFF, 0xD8, 0xFF]),
    Self(.image, [0x89, 0x50, 0x4E, 0x47]),
    Self(.image, Array("GIF8".utf8)),
    Self(.image, [0x49, 0x49, 0x2A, 0x00]),
    Self(.image, [0x4D, 0x4D, 0x00, 0x2A]),
    Self(.image, Array("WEBP".utf8), at: 8),
  ]
}

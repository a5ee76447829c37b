package import Tables

/// Reads rows of JSON from a part of a text.
package typealias JSONCursor = Tables.JSONCursor<ByteView>

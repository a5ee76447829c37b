import Tables

/// Reads rows of JSON from a part of a text.
typealias JSONCursor = Tables.JSONCursor<ByteView>

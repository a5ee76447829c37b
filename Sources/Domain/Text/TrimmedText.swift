extension StringProtocol where SubSequence == Substring {
  /// The text without leading and trailing white space.
  @inlinable package var trimmed: Substring {
    var text = self[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}

import Foundation

@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ body: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// Reads what libFuzzer makes of the seeds, which it writes first into the first folder, whose name ends with a slash.
///
/// An input is small and describes a large one: its first bytes say what is read, in which parts, and how far from the
/// beginning of the buffer the rest lies.
@main enum Fuzz {
  static func main() throws {
    var arguments = unsafe CommandLine.unsafeArgv
    var count = CommandLine.argc
    // A file is an input to be read again; the first folder takes the new ones.
    let folder = CommandLine.arguments.dropFirst().first { !$0.hasPrefix("-") }
    if let folder, folder.hasSuffix("/") {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      for (number, seed) in FuzzSeeds.all.enumerated() {
        try Data(seed).write(to: URL(filePath: "\(folder)/seed-\(number)"))
      }
    }
    let status = unsafe runDriver(&count, &arguments, readInput)
    exit(status)
  }

  fileprivate static func read(_ bytes: [UInt8]) {
    guard let input = FuzzInput(bytes) else { return }
    switch input.target {
    case .file: ImportTarget.read(input)
    case .index: IndexTarget.read(input)
    case .store: StoreTarget.read(input)
    case .elements: ElementsTarget.read(input)
    case .blobs: ElementsTarget.decode(input)
    }
  }
}

private func readInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  Fuzz.read(unsafe Array(UnsafeBufferPointer(start: bytes, count: count)))
  return 0
}

/// What the bytes of libFuzzer describe.
struct FuzzInput {
  /// What is read.
  enum Target: UInt8, CaseIterable {
    case file
    case index
    case store
    case elements
    case blobs
  }

  /// What alone is read, whatever the inputs say: a run of one target tries more inputs of it.
  private static let onlyTarget = ProcessInfo.processInfo.environment["PLACEFIND_FUZZ_TARGET"].flatMap { name in
    Target.allCases.first { "\($0)" == name }
  }
  private static let paddings = [0, 4_000, 65_400, 130_900, 262_000, 524_100, 1_048_400]
  private static let parts = [1, 7, 4_096, 65_536, 1 << 18]

  let target: Target
  /// The number of bytes in front of the rest.
  let paddingByteCount: Int
  /// The number of bytes that a stream gives at a time.
  let partByteCount: Int
  /// A free choice of each target.
  let choice: UInt8
  let rest: [UInt8]

  /// Takes bytes apart; `nil` if there are too few.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 6 else { return nil }
    target = Self.onlyTarget ?? Target.allCases[Int(bytes[0]) % Target.allCases.count]
    let padding = Self.paddings[Int(bytes[1]) % Self.paddings.count]
    paddingByteCount = padding == 0 ? 0 : padding + Int(bytes[2])
    // Byte by byte, a megabyte takes too long.
    let part = Self.parts[Int(bytes[3]) % Self.parts.count]
    partByteCount = paddingByteCount > 65_536 ? max(4_096, part) : part
    choice = bytes[4]
    rest = Array(bytes[5...])
  }

  /// The bytes of an input with a padding in front of the rest.
  static func seed(
    _ target: Target,
    padding: UInt8 = 0,
    more: UInt8 = 0,
    part: UInt8 = 2,
    choice: UInt8 = 0,
    _ rest: [UInt8]
  ) -> [UInt8] {
    [target.rawValue, padding, more, part, choice] + rest
  }
}

/// Stops the run, so that libFuzzer keeps the input.
func require(_ condition: Bool, _ rule: String) {
  if !condition { fatalError(rule) }
}

// The C library declares the environment as a variable, which nothing in this program changes.
@unsafe @preconcurrency import System

/// Reads the names of all environment variables, for messages alone: decoding all of them takes long.
enum EnvironmentNames {
  static func all() -> [String] {
    #if canImport(Darwin)
      guard let variables = unsafe _NSGetEnviron().pointee else { return [] }
    #else
      let variables = unsafe environ
    #endif
    var names: [String] = []
    var position = 0
    while let entry = unsafe variables[position] {
      let text = unsafe String(cString: entry)
      names.append(String(text.prefix { $0 != "=" }))
      position += 1
    }
    return names
  }
}

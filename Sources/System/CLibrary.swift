// Re-exports the platform's C library under one name. Files that call it import this module; no other module re-exports
// it.
#if canImport(Glibc)
  @_exported public import Glibc
#elseif canImport(Musl)
  @_exported public import Musl
#else
  @_exported public import Darwin
#endif

// The C library of the platform under one name: a file that calls it imports this, and no other module passes it on.
#if canImport(Glibc)
  @_exported public import Glibc
#elseif canImport(Musl)
  @_exported public import Musl
#else
  @_exported public import Darwin
#endif

// The files that are compiled in, each from where it lies. `EmbeddedFile` of Domain reads them.
#pragma once

// Bytes that live and stay the same for as long as the program runs: safe to name, and read through `EmbeddedFile`.
struct __attribute__((swift_attr("@safe"))) EmbeddedBytes {
  const unsigned char *start;
  long count;
};

// `EmbeddedBytes.NAME` in Swift.
#define EMBEDDED_FILE(name)                                                                                            \
  struct EmbeddedBytes placefind_embedded_##name(void) __attribute__((swift_name("getter:EmbeddedBytes." #name "()")))

// Domain
EMBEDDED_FILE(categories);

// PlaceIndex
EMBEDDED_FILE(fields);

// Platform
EMBEDDED_FILE(sample);

// App
EMBEDDED_FILE(bash);
EMBEDDED_FILE(fish);
EMBEDDED_FILE(pageScript);
EMBEDDED_FILE(pageStyle);
EMBEDDED_FILE(pageTemplate);
EMBEDDED_FILE(schemas);
EMBEDDED_FILE(skill);
EMBEDDED_FILE(zsh);

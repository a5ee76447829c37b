// The embedded files. `EmbeddedFile` of Domain reads them.
#pragma once

// Constant bytes that live as long as the program, so naming them is safe; `EmbeddedFile` reads them.
struct __attribute__((swift_attr("@safe"))) EmbeddedBytes {
  const unsigned char *start;
  long count;
};

// `EmbeddedBytes.NAME` in Swift.
#define EMBEDDED_FILE(name)                                                                                            \
  struct EmbeddedBytes placefind_embedded_##name(void) __attribute__((swift_name("getter:EmbeddedBytes." #name "()")))

// Domain
EMBEDDED_FILE(categories);
EMBEDDED_FILE(holidays);
EMBEDDED_FILE(timeZones);

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

// `#embed` of C23 compiles at once; the same bytes as an array in Swift take seconds.
#include "EmbeddedFiles.h"

#define FILE_OF(name)                                                                                                  \
  struct EmbeddedBytes placefind_embedded_##name(void) { return (struct EmbeddedBytes){name, sizeof name}; }

static const unsigned char categories[] = {
#embed "../Domain/Categories/Categories.txt"
};
FILE_OF(categories)

static const unsigned char holidays[] = {
#embed "../Domain/OpeningHours/Holidays.txt"
};
FILE_OF(holidays)

static const unsigned char timeZones[] = {
#embed "../Domain/OpeningHours/TimeZones.txt"
};
FILE_OF(timeZones)

static const unsigned char fields[] = {
#embed "../Rows/Fields/Fields.txt"
};
FILE_OF(fields)

// An index is used without a copy, so it must be aligned to a page.
_Alignas(4096) static const unsigned char sample[] = {
#embed "../Platform/Offline/sample.pfx"
};
FILE_OF(sample)

static const unsigned char bash[] = {
#embed "../App/Commands/Shells/placefind.bash"
};
FILE_OF(bash)

static const unsigned char fish[] = {
#embed "../App/Commands/Shells/placefind.fish"
};
FILE_OF(fish)

static const unsigned char pageScript[] = {
#embed "../App/Rendering/Page/page.js"
};
FILE_OF(pageScript)

static const unsigned char pageStyle[] = {
#embed "../App/Rendering/Page/page.css"
};
FILE_OF(pageStyle)

static const unsigned char pageTemplate[] = {
#embed "../App/Rendering/Page/page.html"
};
FILE_OF(pageTemplate)

static const unsigned char schemas[] = {
#embed "../App/Commands/Schemas/schemas.json"
};
FILE_OF(schemas)

static const unsigned char skill[] = {
#embed "../App/Commands/Skill/SKILL.md"
};
FILE_OF(skill)

static const unsigned char zsh[] = {
#embed "../App/Commands/Shells/placefind.zsh"
};
FILE_OF(zsh)

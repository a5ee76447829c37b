// A statically linked Foundation depends on libcurl as a shared library, and the loader would map some thirty libraries
// before `main` runs: 6 of the 8 milliseconds of an offline query. `make build` leaves libcurl out of the link, and these
// definitions load it when the first request is made. A debug build links a shared Foundation, which finds them first
// because the program precedes its libraries in symbol lookup.
//
// Without a library, every function fails. URLSessionExchange checks for a library beforehand, because URLSession ends
// the process on such a failure.
#define _GNU_SOURCE
#include <stdlib.h>

#ifdef __GLIBC__
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "functions.h"

static bool find_functions(void *library, struct functions *functions) {
#define FIND(result, name, ...) \
  if (!(functions->name = (result(*)(__VA_ARGS__))dlsym(library, #name))) return false;
  FUNCTIONS(FIND)
  return true;
}

static enum shim_load_result load_one(const char *name, struct functions *functions, char *detail, size_t size) {
  void *library = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
  if (!library) {
    const char *message = dlerror();
    const char *missing = ": cannot open shared object file: No such file";
    size_t length = strlen(name);
    if (!message || (!strncmp(message, name, length) && !strncmp(message + length, missing, strlen(missing)))) {
      return shim_missing;
    }
    snprintf(detail, size, "%s", message);
    return shim_damaged;
  }
  if (find_functions(library, functions)) return shim_loaded;
  // For example, `7.61.1` from `libcurl/7.61.1 OpenSSL/1.1.1`.
  char *(*version)(void) = (char *(*)(void))dlsym(library, "curl_version");
  const char *text = version ? version() : NULL;
  const char *number = text ? strchr(text, '/') : NULL;
  if (number) {
    snprintf(detail, size, "%.*s", (int)strcspn(number + 1, " "), number + 1);
  } else {
    snprintf(detail, size, "of an unknown version");
  }
  return shim_too_old;
}

static enum shim_load_result load(const char *names, struct functions *functions, char *detail, size_t size) {
  enum shim_load_result problem = shim_missing;
  detail[0] = 0;
  while (*names) {
    size_t length = strcspn(names, ":");
    char *name = strndup(names, length);
    char ignored[2];
    bool is_first = problem == shim_missing;
    enum shim_load_result result =
        name ? load_one(name, functions, is_first ? detail : ignored, is_first ? size : sizeof ignored) : shim_missing;
    free(name);
    if (result == shim_loaded) return result;
    if (is_first) problem = result;
    names += length + (names[length] == ':');
  }
  return problem;
}

enum shim_load_result shim_load(const char *names, char *detail, size_t size) {
  struct functions functions;
  return load(names, &functions, detail, size);
}

static struct {
  enum shim_load_result result;
  struct functions functions;
  char detail[512];
} shared;

static void load_shared(void) {
  shared.result =
      load("libcurl.so.4:libcurl-gnutls.so.4", &shared.functions, shared.detail, sizeof shared.detail);
}

const struct functions *libcurl(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load_shared);
  return shared.result == shim_loaded ? &shared.functions : NULL;
}

enum shim_load_result shim_setup(void) {
  libcurl();
  return shared.result;
}

const char *shim_setup_detail(void) { return shared.detail; }

// MARK: Functions passed on unchanged; the other functions are in easy.c and multi.c.

#define PASS(failure, name, ...) return libcurl() ? libcurl()->name(__VA_ARGS__) : (failure)

int curl_global_init(long flags) { PASS(result_failed_init, curl_global_init, flags); }
char *curl_version(void) { PASS(NULL, curl_version); }
void *curl_version_info(int age) { PASS(NULL, curl_version_info, age); }
int curl_easy_pause(void *curl, int directions) { PASS(result_failed_init, curl_easy_pause, curl, directions); }
const char *curl_easy_strerror(int result) { PASS("", curl_easy_strerror, result); }
int curl_multi_assign(void *multi, int socket, void *data) {
  PASS(result_failed_init, curl_multi_assign, multi, socket, data);
}
void *curl_slist_append(void *list, const char *text) { PASS(NULL, curl_slist_append, list, text); }
void *curl_url(void) { PASS(NULL, curl_url); }
int curl_url_set(void *url, int part, const char *text, unsigned flags) {
  PASS(result_failed_init, curl_url_set, url, part, text, flags);
}

void curl_free(void *memory) {
  if (libcurl()) libcurl()->curl_free(memory);
}

void curl_slist_free_all(void *list) {
  if (libcurl()) libcurl()->curl_slist_free_all(list);
}

// Removes the brackets of an IPv6 host, which URLSession compares with its own form of the host
// (swift-corelibs-foundation 5498).
int curl_url_get(const void *url, int part, char **text, unsigned flags) {
  if (!libcurl()) return result_failed_init;
  int result = libcurl()->curl_url_get(url, part, text, flags);
  if (part == url_part_host && result == result_ok && *text && **text == '[') {
    size_t length = strcspn(*text + 1, "]");
    memmove(*text, *text + 1, length);
    (*text)[length] = 0;
  }
  return result;
}
#endif

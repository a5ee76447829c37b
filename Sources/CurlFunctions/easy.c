// A transfer of URLSession: enforces limits through libcurl and examines everything that arrives.
#define _GNU_SOURCE
#include <stdlib.h>

#ifdef __GLIBC__
#include <pthread.h>
#include <stdarg.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "functions.h"

const char *shim_certificate_path(void) {
  const char *path = getenv("CURL_CA_BUNDLE");
  if (!path || !*path) path = getenv("SSL_CERT_FILE");
  return path && *path ? path : NULL;
}

// MARK: DNS results and TLS sessions, shared by all transfers

// Connections aren't shared: libcurl doesn't allow that between threads, and each session has its own.
static void *share;
static pthread_mutex_t locks[16];

static void lock(void *easy, int data, int access, void *context) { pthread_mutex_lock(&locks[data & 15]); }
static void unlock(void *easy, int data, void *context) { pthread_mutex_unlock(&locks[data & 15]); }

static void make_share(void) {
  share = libcurl()->curl_share_init();
  if (!share) return;
  for (int index = 0; index < 16; index++) pthread_mutex_init(&locks[index], NULL);
  libcurl()->curl_share_setopt(share, share_option_lock, lock);
  libcurl()->curl_share_setopt(share, share_option_unlock, unlock);
  libcurl()->curl_share_setopt(share, share_option_share, share_addresses);
  libcurl()->curl_share_setopt(share, share_option_share, share_tls_sessions);
}

// MARK: Calls from libcurl

static size_t receive_body(char *bytes, size_t size, size_t count, void *data) {
  struct easy *easy = data;
  if (!easy->transfer) return easy->body ? easy->body(bytes, size, count, easy->body_data) : 0;
  return shim_transfer_body(easy->transfer, (const uint8_t *)bytes, size * count) ? size * count : 0;
}

static size_t receive_head(char *bytes, size_t size, size_t count, void *data) {
  struct easy *easy = data;
  if (!easy->head) return 0;
  if (!easy->transfer) return easy->head(bytes, size, count, easy->head_data);
  char line[64];
  long length = shim_transfer_head(easy->transfer, (const uint8_t *)bytes, size * count, line, sizeof line);
  if (length < 0) return 0;
  if (length > 0 && easy->head(line, 1, (size_t)length, easy->head_data) != (size_t)length) return 0;
  return size * count;
}

static int before_request(void *data, char *peer, char *local, int peer_port, int local_port) {
  struct easy *easy = data;
  easy->attempts += 1;
  return easy->transfer && shim_transfer_may_be_sent(easy->transfer, easy->attempts) ? 0 : 1;
}

// MARK: Calls from URLSession

struct easy *easy_of(void *curl) {
  void *easy = NULL;
  return curl && libcurl()->curl_easy_getinfo(curl, info_private, &easy) == result_ok ? easy : NULL;
}

void *curl_easy_init(void) {
  struct easy *easy = libcurl() ? calloc(1, sizeof *easy) : NULL;
  if (!easy) return NULL;
  easy->curl = libcurl()->curl_easy_init();
  if (!easy->curl) {
    free(easy);
    return NULL;
  }
  libcurl()->curl_easy_setopt(easy->curl, option_private, easy);
  libcurl()->curl_easy_setopt(easy->curl, option_write_data, easy);
  libcurl()->curl_easy_setopt(easy->curl, option_header_data, easy);
  libcurl()->curl_easy_setopt(easy->curl, option_write_function, receive_body);
  libcurl()->curl_easy_setopt(easy->curl, option_header_function, receive_head);
  return easy->curl;
}

static void end_transfer(struct easy *easy) {
  if (easy->transfer) shim_transfer_release(easy->transfer);
  easy->transfer = NULL;
}

void curl_easy_cleanup(void *curl) {
  if (!curl) return;
  struct easy *easy = easy_of(curl);
  libcurl()->curl_easy_cleanup(curl);
  if (!easy) return;
  IS_FREED(easy);
  // libcurl removes a freed handle from its event loop.
  leave_multi(easy);
  end_transfer(easy);
  free(easy);
}

// libcurl caches certificates for the next connection only if they come from one file. Otherwise each connection takes
// 45 ms of processor time.
static bool has_certificate_file(void *curl) {
  const char *path = NULL;
  return libcurl()->curl_easy_getinfo(curl, info_ca_info, &path) == result_ok && path && access(path, R_OK) == 0;
}

static void set_certificates(void *curl) {
  const char *path = shim_certificate_path();
  if (path) libcurl()->curl_easy_setopt(curl, option_ca_info, path);
  if (path || has_certificate_file(curl)) libcurl()->curl_easy_setopt(curl, option_ca_path, NULL);
}

static void set_limits(struct easy *easy, const struct shim_limits *limits) {
  int (*set)(void *, int, ...) = libcurl()->curl_easy_setopt;
  void *curl = easy->curl;
  set(curl, option_maximum_file_size, limits->body_bytes);
  set(curl, option_timeout_ms, limits->timeout_ms);
  set(curl, option_connect_timeout_ms, limits->connect_timeout_ms);
  // One request at a time on a connection.
  set(curl, option_http_version, (long)http_1_1);
  set(curl, option_http09_allowed, 0L);
  // A proxy's response to CONNECT isn't the service's, and the request's header fields aren't for the proxy.
  set(curl, option_suppress_connect_headers, 1L);
  set(curl, option_header_options, 1L);
  // A name that doesn't resolve must not block other transfers until the resolver gives up.
  set(curl, option_quick_exit, 1L);
  set(curl, option_prerequest_data, easy);
  // libcurl before 7.80 doesn't report that it sends a request.
  if (set(curl, option_prerequest_function, before_request) != result_ok) {
    shim_transfer_may_be_sent(easy->transfer, 1);
  }
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, make_share);
  if (share) set(curl, option_share, share);
  if (limits->bypasses_proxy) set(curl, option_no_proxy, "*");
}

// Sets the URL without the transfer's number, and the limits. Requests that aren't placefind's stay unchanged.
static int begin(struct easy *easy, const char *address) {
  end_transfer(easy);
  easy->attempts = 0;
  const char *mark = strrchr(address, '#');
  char *end = NULL;
  long number = mark ? strtol(mark + 1, &end, 10) : 0;
  char *bare = mark && *end == 0 ? strndup(address, (size_t)(mark - address)) : NULL;
  struct shim_limits limits;
  if (bare) easy->transfer = shim_transfer_begin(number, bare, &limits);
  if (easy->transfer) {
    set_limits(easy, &limits);
    if (!strncasecmp(bare, "https:", 6)) set_certificates(easy->curl);
  }
  int result = libcurl()->curl_easy_setopt(easy->curl, option_url, easy->transfer ? bare : address);
  free(bare);
  return result;
}

int curl_easy_setopt(void *curl, int option, ...) {
  if (!libcurl()) return result_failed_init;
  struct easy *easy = easy_of(curl);
  va_list arguments;
  va_start(arguments, option);
  int result = result_ok;
  if (option < pointer_options) {
    result = libcurl()->curl_easy_setopt(curl, option, va_arg(arguments, long));
  } else if (option < function_options) {
    void *value = va_arg(arguments, void *);
    if (easy && option == option_write_data) {
      easy->body_data = value;
    } else if (easy && option == option_header_data) {
      easy->head_data = value;
    } else if (easy && option == option_url) {
      result = begin(easy, value);
    } else if (option == option_ca_info && shim_certificate_path()) {
      // URLSession sets its own certificates after the URL.
    } else {
      result = libcurl()->curl_easy_setopt(curl, option, value);
    }
  } else if (option < offset_options) {
    any_function *function = va_arg(arguments, any_function *);
    if (easy && option == option_write_function) {
      easy->body = (write_callback *)function;
    } else if (easy && option == option_header_function) {
      easy->head = (write_callback *)function;
    } else {
      result = libcurl()->curl_easy_setopt(curl, option, function);
    }
  } else {
    result = libcurl()->curl_easy_setopt(curl, option, va_arg(arguments, int64_t));
  }
  va_end(arguments);
  return result;
}

int curl_easy_getinfo(void *curl, int info, ...) {
  va_list arguments;
  va_start(arguments, info);
  void *value = va_arg(arguments, void *);
  va_end(arguments);
  return libcurl() ? libcurl()->curl_easy_getinfo(curl, info, value) : result_failed_init;
}
#endif

// The event loop of a session: libcurl requests sockets and a timeout, and URLSession watches them.
//
// URLSession can't cancel safely (swift-corelibs-foundation 5412, 3296). An abandoned transfer is ended here: the loop
// is woken, and URLSession receives the message that the transfer failed. URLSession then removes the transfer from
// libcurl, which closes the connection.
#define _GNU_SOURCE
#include <stdlib.h>

#ifdef __GLIBC__
#include <pthread.h>
#include <stdarg.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#include "functions.h"

enum { watch_read = 1, watch_remove = 4, timer_socket = -1, message_done = 1 };

struct multi {
  /// libcurl's handle.
  void *curl;
  /// The transfers in progress.
  struct easy *active;
  /// Descriptors that URLSession watches like libcurl's sockets; -1 if the process has no descriptor left. `waker`
  /// wakes the loop from any thread, `alarm` at libcurl's timeout.
  int waker, alarm;
  bool are_watched;
  /// The events that each socket is watched for: 1 for reading, 2 for writing.
  unsigned char *events;
  size_t event_count;
  /// URLSession's callbacks; the shim calls them in place of libcurl.
  socket_callback *watch;
  void *watch_data;
  timer_callback *timer;
  void *timer_data;
  /// The message that URLSession reads.
  struct message message;
  /// The next event loop of the process.
  struct multi *next;
};

static struct multi *all;
static pthread_mutex_t all_lock = PTHREAD_MUTEX_INITIALIZER;

// The event loop of a handle; null for a handle that libcurl made internally.
static struct multi *multi_of(void *curl) {
  pthread_mutex_lock(&all_lock);
  struct multi *multi = all;
  while (multi && multi->curl != curl) multi = multi->next;
  pthread_mutex_unlock(&all_lock);
  return multi;
}

/// The maximum number of idle connections that are kept open for the next requests.
static const long maximum_idle_connections = 256;

void leave_multi(struct easy *easy) {
  if (!easy->multi) return;
  struct easy **link = &easy->multi->active;
  while (*link && *link != easy) link = &(*link)->next;
  if (*link) *link = easy->next;
  easy->multi = NULL;
  easy->next = NULL;
  if (easy->transfer) shim_transfer_removed(easy->transfer);
}

// MARK: Calls from libcurl

static int tell_watch(struct multi *multi, void *curl, int socket, int events, void *assigned) {
  return multi->watch ? multi->watch(curl, socket, events, multi->watch_data, assigned) : 0;
}

// URLSession only adds to the events that it watches a socket for, and a socket is nearly always writable, so its loop
// would spin until the response arrives. Therefore the socket is removed before an event is dropped.
static int watch(void *curl, int socket, int wanted, void *data, void *assigned) {
  struct multi *multi = data;
  if (socket >= 0 && (size_t)socket >= multi->event_count) {
    size_t count = (size_t)socket + 64;
    unsigned char *events = realloc(multi->events, count);
    if (!events) return -1;
    for (size_t index = multi->event_count; index < count; index++) events[index] = 0;
    multi->events = events;
    multi->event_count = count;
  }
  int before = socket >= 0 ? multi->events[socket] : 0;
  if (socket >= 0) multi->events[socket] = wanted == watch_remove ? 0 : (unsigned char)wanted;
  if (wanted != watch_remove && (before & ~wanted) && assigned) {
    tell_watch(multi, curl, socket, watch_remove, assigned);
    assigned = NULL;
  }
  return tell_watch(multi, curl, socket, wanted, assigned);
}

// URLSession would make a new timer at every change, a sixth of a short request's processor time. So only a timeout of
// 0 is passed on, and the alarm handles the others.
static int set_timer(void *curl, long timeout_ms, void *data) {
  struct multi *multi = data;
  if (timeout_ms == 0 || multi->alarm < 0) return multi->timer ? multi->timer(curl, timeout_ms, multi->timer_data) : 0;
  struct itimerspec time = {0};
  if (timeout_ms > 0) {
    // Round up, because libcurl does nothing before its timeout.
    time.it_value.tv_sec = (timeout_ms + 1) / 1000;
    time.it_value.tv_nsec = (timeout_ms + 1) % 1000 * 1000000;
  }
  timerfd_settime(multi->alarm, 0, &time, NULL);
  return 0;
}

// MARK: Calls from URLSession

void *curl_multi_init(void) {
  struct multi *multi = libcurl() ? calloc(1, sizeof *multi) : NULL;
  if (!multi) return NULL;
  multi->curl = libcurl()->curl_multi_init();
  if (!multi->curl) {
    free(multi);
    return NULL;
  }
  multi->waker = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
  multi->alarm = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
  int (*set)(void *, int, ...) = libcurl()->curl_multi_setopt;
  set(multi->curl, multi_option_maximum_connections, maximum_idle_connections);
  // libcurl 7.88 trusts the status line: after `HTTP/2 200`, it would send requests before earlier ones are answered.
  set(multi->curl, multi_option_pipelining, 0L);
  set(multi->curl, multi_option_socket_data, multi);
  set(multi->curl, multi_option_socket_function, watch);
  set(multi->curl, multi_option_timer_data, multi);
  set(multi->curl, multi_option_timer_function, set_timer);
  pthread_mutex_lock(&all_lock);
  multi->next = all;
  all = multi;
  pthread_mutex_unlock(&all_lock);
  return multi->curl;
}

int curl_multi_cleanup(void *curl) {
  if (!libcurl()) return result_ok;
  struct multi *multi = multi_of(curl);
  int result = libcurl()->curl_multi_cleanup(curl);
  if (!multi) return result;
  pthread_mutex_lock(&all_lock);
  struct multi **link = &all;
  while (*link && *link != multi) link = &(*link)->next;
  if (*link) *link = multi->next;
  pthread_mutex_unlock(&all_lock);
  while (multi->active) leave_multi(multi->active);
  if (multi->waker >= 0) close(multi->waker);
  if (multi->alarm >= 0) close(multi->alarm);
  free(multi->events);
  free(multi);
  return result;
}

int curl_multi_setopt(void *curl, int option, ...) {
  if (!libcurl()) return result_failed_init;
  struct multi *multi = multi_of(curl);
  va_list arguments;
  va_start(arguments, option);
  int result = result_ok;
  if (option < pointer_options) {
    result = libcurl()->curl_multi_setopt(curl, option, va_arg(arguments, long));
  } else if (option < function_options) {
    void *value = va_arg(arguments, void *);
    if (multi && option == multi_option_socket_data) {
      multi->watch_data = value;
    } else if (multi && option == multi_option_timer_data) {
      multi->timer_data = value;
    } else {
      result = libcurl()->curl_multi_setopt(curl, option, value);
    }
  } else {
    any_function *function = va_arg(arguments, any_function *);
    if (multi && option == multi_option_socket_function) {
      multi->watch = (socket_callback *)function;
    } else if (multi && option == multi_option_timer_function) {
      multi->timer = (timer_callback *)function;
    } else {
      result = libcurl()->curl_multi_setopt(curl, option, function);
    }
  }
  va_end(arguments);
  return result;
}

int curl_multi_add_handle(void *curl_multi, void *curl) {
  if (!libcurl()) return result_failed_init;
  struct multi *multi = multi_of(curl_multi);
  struct easy *easy = multi ? easy_of(curl) : NULL;
  if (multi && !multi->are_watched) {
    multi->are_watched = true;
    if (multi->waker >= 0) tell_watch(multi, curl, multi->waker, watch_read, NULL);
    if (multi->alarm >= 0) tell_watch(multi, curl, multi->alarm, watch_read, NULL);
  }
  if (easy && !easy->multi) {
    easy->has_ended = false;
    easy->multi = multi;
    easy->next = multi->active;
    multi->active = easy;
    if (easy->transfer) shim_transfer_added(easy->transfer, multi->waker);
  }
  return libcurl()->curl_multi_add_handle(curl_multi, curl);
}

int curl_multi_remove_handle(void *curl_multi, void *curl) {
  if (!libcurl()) return result_failed_init;
  int result = libcurl()->curl_multi_remove_handle(curl_multi, curl);
  struct easy *easy = easy_of(curl);
  if (easy) {
    leave_multi(easy);
    WILL_BE_FREED(easy);
  }
  return result;
}

int curl_multi_socket_action(void *curl, int socket, int events, int *running) {
  if (!libcurl()) return result_failed_init;
  struct multi *multi = multi_of(curl);
  if (multi && socket >= 0 && (socket == multi->waker || socket == multi->alarm)) {
    uint64_t count;
    // An empty read is fine: afterwards the descriptor is no longer readable.
    (void)!read(socket, &count, sizeof count);
    socket = timer_socket;
    events = 0;
  }
  return libcurl()->curl_multi_socket_action(curl, socket, events, running);
}

// libcurl's messages come first, then those of abandoned transfers.
struct message *curl_multi_info_read(void *curl, int *queued) {
  if (!libcurl()) return NULL;
  struct multi *multi = multi_of(curl);
  struct message *found = libcurl()->curl_multi_info_read(curl, queued);
  if (!multi) return found;
  if (found) {
    struct easy *easy = found->kind == message_done ? easy_of(found->easy) : NULL;
    if (!easy || !easy->transfer) return found;
    // URLSession removes the transfer some time after this message and accepts no second message.
    easy->has_ended = true;
    long connect_status = 0;
    long system_error = 0;
    libcurl()->curl_easy_getinfo(easy->curl, info_connect_status, &connect_status);
    libcurl()->curl_easy_getinfo(easy->curl, info_system_error, &system_error);
    multi->message = *found;
    multi->message.data.result =
        shim_transfer_finished(easy->transfer, found->data.result, connect_status, system_error);
    return &multi->message;
  }
  for (struct easy *easy = multi->active; easy; easy = easy->next) {
    if (easy->has_ended || !easy->transfer || !shim_transfer_is_abandoned(easy->transfer)) continue;
    easy->has_ended = true;
    multi->message = (struct message){.kind = message_done, .easy = easy->curl, .data.result = result_aborted};
    return &multi->message;
  }
  return NULL;
}

void shim_wake(int descriptor) {
  uint64_t one = 1;
  // If the counter is full, the descriptor is already readable.
  (void)!write(descriptor, &one, sizeof one);
}
#endif

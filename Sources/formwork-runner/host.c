#define _GNU_SOURCE
#include "runner.h"

#include "packet.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>

/* The message that the front end borrows until its next request, always in the same memory. */
static struct {
  char datagram[PACKET_ROOM];
  size_t byte_count;
  struct formwork_message message;
} lent;

static int64_t posted;  /* the number of sent input messages */
static int64_t awaited; /* that number at the last message that a FLUSH answers */
static int is_followed; /* another message belongs to the last one */
static int has_ended;   /* the host has closed the socket */
static int has_drained; /* DRAINED was sent */
static int detaches;    /* the last message was a DETACH for the end of the socket */

int host_is_there(void) {
  int domain = 0, type = 0;
  socklen_t size = sizeof domain;
  if (getsockopt(FORMWORK_WIRE_DESCRIPTOR, SOL_SOCKET, SO_DOMAIN, &domain, &size) != 0) return 0;
  size = sizeof type;
  if (getsockopt(FORMWORK_WIRE_DESCRIPTOR, SOL_SOCKET, SO_TYPE, &type, &size) != 0) return 0;
  return domain == AF_UNIX && type == SOCK_SEQPACKET;
}

/* Waits while the socket is full. An ended host is no error. */
static void say(struct formwork_packet *packet, const struct iovec *texts, size_t text_count) {
  struct iovec parts[4] = {{.iov_base = packet, .iov_len = sizeof *packet}};
  for (size_t i = 0; i < text_count; i++) parts[1 + i] = texts[i];
  struct msghdr whole = {.msg_iov = parts, .msg_iovlen = 1 + text_count};
  while (sendmsg(FORMWORK_WIRE_DESCRIPTOR, &whole, MSG_NOSIGNAL) < 0) {
    if (errno == EPIPE || errno == ECONNRESET) return;
    if (errno != EINTR) process_end(PROCESS_SYSTEM);
  }
}

static struct iovec bytes_of(const char *text, size_t byte_count) {
  return (struct iovec){.iov_base = (void *)text, .iov_len = byte_count};
}

void host_say_refused(const struct plugin_refusal *refusal) {
  struct iovec text = bytes_of(refusal->text, strnlen(refusal->text, FORMWORK_TEXT_LIMIT));
  struct formwork_packet packet = {.kind = FORMWORK_WIRE_REFUSED,
                                   .byte_count = (uint32_t)text.iov_len,
                                   .number = refusal->reason};
  say(&packet, &text, 1);
}

void host_say_loaded(const struct formwork_front_end *front_end) {
  /* The first two include their NULs. */
  struct iovec texts[] = {
      bytes_of(front_end->identifier, strlen(front_end->identifier) + 1),
      bytes_of(front_end->name, strlen(front_end->name) + 1),
      bytes_of(front_end->version, strlen(front_end->version)),
  };
  struct formwork_packet packet = {.kind = FORMWORK_WIRE_LOADED, .number = front_end->needs};
  for (size_t i = 0; i < 3; i++) packet.byte_count += (uint32_t)texts[i].iov_len;
  say(&packet, texts, 3);
}

/* Receives a datagram. Returns 1, or 0 if there is none, or -1 if there will be no more. */
static int receive(int flags) {
  ssize_t count;
  do {
    count = recv(FORMWORK_WIRE_DESCRIPTOR, lent.datagram, sizeof lent.datagram, flags);
  } while (count < 0 && errno == EINTR);
  if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return 0;
  if (count <= 0) return -1;
  lent.byte_count = (size_t)count;
  return 1;
}

/* The borrowed text may be a secret. */
static void wipe(void) {
  explicit_bzero(lent.datagram, lent.byte_count);
  lent.byte_count = 0;
}

int host_await_run(int *in_fd, int *out_fd) {
  if (receive(0) < 0) return 0;
  if (packet_read_run(lent.datagram, lent.byte_count, in_fd, out_fd, &is_followed) != 0) {
    process_end(PROCESS_PROTOCOL);
  }
  return 1;
}

/* Returns nothing every second time, so that a front end that requests messages until there are none stops. */
static const struct formwork_message *detach(void) {
  detaches = !detaches;
  if (!detaches) return NULL;
  lent.message = (struct formwork_message){
      .size = sizeof lent.message, .kind = FORMWORK_DETACH, .number = FORMWORK_REASON_SIGNAL};
  return &lent.message;
}

/* Whether the host made a FLUSH before it read the post that the front end waits for: another one follows.
   Removes the count, which is not for the front end. */
static int is_early_flush(void) {
  if (lent.message.kind != FORMWORK_FLUSH) return 0;
  int is_early = lent.message.number < awaited;
  lent.message.number = 0;
  return is_early;
}

static const struct formwork_message *next(void *context) {
  (void)context;
  do {
    wipe();
    int taken = has_ended ? -1 : receive(is_followed ? 0 : MSG_DONTWAIT);
    is_followed = 0;
    if (taken < 0) {
      has_ended = 1;
      return detach();
    }
    if (taken == 0) {
      struct formwork_packet packet = {.kind = FORMWORK_WIRE_DRAINED};
      if (!has_drained) say(&packet, NULL, 0);
      has_drained = 1;
      process_note_modes();
      return NULL;
    }
    if (packet_read_display(lent.datagram, lent.byte_count, &lent.message, &is_followed) != 0) {
      process_end(PROCESS_PROTOCOL);
    }
  } while (is_early_flush());
  return &lent.message;
}

static void post(void *context, const struct formwork_message *message) {
  (void)context;
  struct formwork_packet packet;
  const char *text = NULL;
  if (message == NULL || packet_write_input(message, &packet, &text) != 0) return;
  process_note_modes();
  posted++;
  if ((packet.kind >= FORMWORK_COMMIT && packet.kind <= FORMWORK_RELOAD) ||
      packet.kind == FORMWORK_RESET) {
    awaited = posted;
  }
  /* Without a copy, because a copy of a secret would have to be wiped. */
  struct iovec bytes = bytes_of(text, text == NULL ? 0 : packet.byte_count);
  say(&packet, &bytes, 1);
}

static const void *extension(void *context, const char *identifier) {
  (void)context;
  (void)identifier;
  return NULL;
}

/* Closing a socket with unread data would report a reset connection to the other end, before the last messages. */
static void stop_listening(void) {
  shutdown(FORMWORK_WIRE_DESCRIPTOR, SHUT_RD);
  do {
    wipe();
  } while (receive(MSG_DONTWAIT) > 0);
}

void host_run(const struct formwork_front_end *front_end, int in_fd, int out_fd) {
  struct formwork_host host = {
      .size = sizeof host,
      .abi_major = FORMWORK_ABI_MAJOR,
      .abi_minor = FORMWORK_ABI_MINOR,
      .in_fd = in_fd,
      .out_fd = out_fd,
      .wake_fd = FORMWORK_WIRE_DESCRIPTOR,
      .next = next,
      .post = post,
      .extension = extension,
  };
  struct formwork_packet packet = {.kind = FORMWORK_WIRE_RETURNED};
  process_set_uses(front_end->needs, in_fd, out_fd);
  packet.number = front_end->run(&host);
  stop_listening();
  /* The host may have been killed: then only the runner restores the terminal. */
  if (has_ended) process_restore_terminal();
  say(&packet, NULL, 0);
}

#define _GNU_SOURCE
#include "host.h"

#include "packet.h"
#include "process.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>

/* What is lent to the front end until it asks again: always the same memory, for one message. */
static struct {
  char datagram[PACKET_ROOM];
  size_t byte_count;
  struct formwork_message message;
} lent;

static int64_t posted;  /* how many input messages have been sent */
static int64_t awaited; /* how many there were with the last one that a FLUSH answers */
static int is_followed; /* the last message has another one behind it, wherever that is by now */
static int has_ended;   /* the host has closed the socket */
static int has_drained; /* DRAINED has been said */
static int detaches;    /* the last message was a DETACH for the end of the socket */

int host_is_there(void) {
  int domain = 0, type = 0;
  socklen_t size = sizeof domain;
  if (getsockopt(FORMWORK_WIRE_DESCRIPTOR, SOL_SOCKET, SO_DOMAIN, &domain, &size) != 0) return 0;
  size = sizeof type;
  if (getsockopt(FORMWORK_WIRE_DESCRIPTOR, SOL_SOCKET, SO_TYPE, &type, &size) != 0) return 0;
  return domain == AF_UNIX && type == SOCK_SEQPACKET;
}

/* Waits while the socket is full. A host that is gone hears nothing, and nothing comes of it. */
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
                                   .number = refusal->reason,
                                   .count = refusal->fault};
  say(&packet, &text, 1);
}

void host_say_loaded(const struct formwork_front_end *front_end) {
  /* The first two go with the NUL that ends them. */
  struct iovec texts[] = {
      bytes_of(front_end->identifier, strlen(front_end->identifier) + 1),
      bytes_of(front_end->name, strlen(front_end->name) + 1),
      bytes_of(front_end->version, strlen(front_end->version)),
  };
  struct formwork_packet packet = {.kind = FORMWORK_WIRE_LOADED,
                                   .number = front_end->needs,
                                   .count = front_end->abi_minor};
  for (size_t i = 0; i < 3; i++) packet.byte_count += (uint32_t)texts[i].iov_len;
  say(&packet, texts, 3);
}

/* Receives one datagram. 1; 0 where there is none now; -1 where there will be none any more. */
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

/* What was lent may be a secret. */
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

/* Every second answer is that there is nothing: a front end that asks until there is nothing more comes to
   an end. */
static const struct formwork_message *detach(void) {
  detaches = !detaches;
  if (!detaches) return NULL;
  lent.message = (struct formwork_message){
      .size = sizeof lent.message, .kind = FORMWORK_DETACH, .number = FORMWORK_REASON_SIGNAL};
  return &lent.message;
}

/* Whether a FLUSH was made before the host knew what the front end waits for: another one follows.
   The count that it carries is none of the front end's business. */
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
  /* From where it lies: a copy of a secret would have to be wiped. */
  struct iovec bytes = bytes_of(text, text == NULL ? 0 : packet.byte_count);
  say(&packet, &bytes, 1);
}

static const void *extension(void *context, const char *identifier) {
  (void)context;
  (void)identifier;
  return NULL;
}

/* A socket that is closed before all is read tells the other end of a reset connection, and that
   before what was said last. */
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
  /* The host may have been killed: then only the runner undoes what a careless front end leaves. */
  if (has_ended) process_restore_terminal();
  say(&packet, NULL, 0);
}

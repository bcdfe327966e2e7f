/*
 * A runner that violates the protocol, depending on the name of the front end's file:
 * libformwork-front-end-BEHAVIOUR.so.
 */
#define _GNU_SOURCE
#include "formwork.h"
#include "formwork_wire.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <termios.h>
#include <unistd.h>

static char datagram[2 * FORMWORK_TEXT_LIMIT];

static void send_bytes(size_t count) {
  send(FORMWORK_WIRE_DESCRIPTOR, datagram, count, MSG_NOSIGNAL);
}

/* Sends a datagram with this header and text. */
static void say(struct formwork_packet said, const char *text, size_t byte_count) {
  memcpy(datagram, &said, sizeof said);
  memcpy(datagram + sizeof said, text, byte_count);
  send_bytes(sizeof said + byte_count);
}

static void say_loaded(const char *name) {
  char text[128];
  size_t length = strlen(name) + 1;
  memcpy(text, name, length);
  memcpy(text + length, "Hostile\0001", 9);
  struct formwork_packet loaded = {.kind = FORMWORK_WIRE_LOADED, .byte_count = length + 9};
  if (strcmp(name, "plain") == 0) loaded.number = FORMWORK_MODES_NAMED | FORMWORK_USES_SCREEN;
  say(loaded, text, length + 9);
}

/* Returns the kind of the next datagram, or 0 at the end. */
static uint32_t await(void) {
  struct formwork_packet packet = {0};
  return recv(FORMWORK_WIRE_DESCRIPTOR, &packet, sizeof packet, 0) > 0 ? packet.kind : 0;
}

static void stay(void) {
  for (;;) pause();
}

/* The revision of the last FLUSH. */
static uint64_t revision;

static void report(uint32_t kind, uint32_t node, const char *text) {
  struct formwork_packet packet = {
      .kind = kind, .node = node, .revision = revision, .flags = 0xffff, .number = INT64_MIN};
  packet.byte_count = strlen(text);
  say(packet, text, strlen(text));
}

/* Changes all modes of a terminal. */
static void spoil_terminal(void) {
  struct termios modes;
  if (tcgetattr(0, &modes) != 0) return;
  cfmakeraw(&modes);
  tcsetattr(0, TCSANOW, &modes);
  static const char screen[] = "\033[?1049h\033[?25l\033[?2004h\033[?1003h";
  (void)!write(1, screen, sizeof screen - 1);
}

/* Goes to the field of a secret. */
static void go_to_secret(void) {
  struct formwork_packet packet = {0};
  uint32_t secret = 0;
  while (packet.kind != FORMWORK_FOCUS || secret == 0 || packet.node != secret) {
    if (recv(FORMWORK_WIRE_DESCRIPTOR, &packet, sizeof packet, 0) <= 0) return;
    if (packet.kind == FORMWORK_FLUSH) revision = packet.revision;
    if (packet.kind == FORMWORK_INSERT && packet.node_kind == FORMWORK_SECRET_FIELD && secret == 0) {
      secret = packet.node;
    }
    if (packet.kind == FORMWORK_FLUSH && secret != 0) report(FORMWORK_GO, secret, "");
  }
}

/* Reports whether the terminal echoes, and waits for a line. */
static void look_at_echo(void) {
  struct termios modes;
  struct pollfd input = {.fd = 0, .events = POLLIN};
  int is_shown = tcgetattr(0, &modes) != 0 || modes.c_lflag & ECHO;
  const char *said = is_shown ? "all is shown\n" : "nothing is shown\n";
  (void)!write(1, said, strlen(said));
  poll(&input, 1, -1);
}

/* Shows what the host says after an ATTACH. */
static void show_refusal(void) {
  struct formwork_packet packet = {0};
  while (packet.kind != FORMWORK_REFUSED) {
    if (recv(FORMWORK_WIRE_DESCRIPTOR, datagram, sizeof datagram, 0) <= 0) return;
    memcpy(&packet, datagram, sizeof packet);
  }
  (void)!write(1, datagram + sizeof packet, packet.byte_count);
}

int main(int argc, char **argv) {
  if (argc != 4) return 64;
  char *name = strstr(argv[1], "libformwork-front-end-") + strlen("libformwork-front-end-");
  *strrchr(name, '.') = 0;
#define IS(behaviour) (strcmp(name, behaviour) == 0)

  struct formwork_packet packet = {0};
  if (IS("dies-at-once")) return 9;
  if (IS("hears-keys")) return raise(SIGINT), raise(SIGQUIT), raise(SIGTSTP), 10;
  if (IS("editline")) return look_at_echo(), 9;
  if (IS("garbage-first")) return memset(datagram, 0xff, 100), send_bytes(100), 0;
  if (IS("edits-first")) return report(FORMWORK_EDIT, 1, "x"), 0;
  if (IS("no-reason")) {
    packet = (struct formwork_packet){.kind = FORMWORK_WIRE_REFUSED, .number = 77};
    return say(packet, "", 0), 0;
  }
  if (IS("other-name")) return say_loaded("another"), await(), 0;
  if (IS("no-texts")) return packet.kind = FORMWORK_WIRE_LOADED, say(packet, "", 0), await(), 0;
  say_loaded(name);
  if (await() != FORMWORK_WIRE_RUN) return 65;
  spoil_terminal();

  if (IS("short")) return send_bytes(10), stay(), 0;
  if (IS("long")) {
    packet = (struct formwork_packet){.kind = FORMWORK_EDIT, .byte_count = 3};
    return say(packet, "12345", 5), stay(), 0;
  }
  if (IS("promise")) {
    packet = (struct formwork_packet){.kind = FORMWORK_EDIT, .byte_count = 60000};
    return say(packet, "12345", 5), stay(), 0;
  }
  if (IS("huge")) {
    memset(datagram, 0x41, sizeof datagram);
    return send_bytes(sizeof datagram), stay(), 0;
  }
  if (IS("kind")) return report(9999, 1, ""), stay(), 0;
  if (IS("display")) return report(FORMWORK_SET, 1, "x"), stay(), 0;
  if (IS("loaded-twice")) return say_loaded(name), stay(), 0;
  if (IS("loaded-badly")) return report(FORMWORK_WIRE_LOADED, 0, "x"), stay(), 0;
  if (IS("too-small")) {
    packet = (struct formwork_packet){.kind = FORMWORK_WIRE_TOO_SMALL, .number = -1};
    return say(packet, "", 0), stay(), 0;
  }
  if (IS("log-not-text")) return report(FORMWORK_LOG, 0, "\xff\xfe"), stay(), 0;
  if (IS("logs")) {
    report(FORMWORK_LOG, 0, "one\ttwo \033[31mred\nthree");
    report(FORMWORK_LOG, 0, "f\xc3\xbcnf");
    return 7;
  }
  if (IS("switch-not-text")) return report(FORMWORK_SWITCH, 0, "\xc3"), stay(), 0;
  if (IS("unknown-nodes")) {
    /* None of these messages has an effect in any view tree. Then the runner exits early. */
    static const uint64_t revisions[] = {0, 1, UINT64_MAX};
    for (uint32_t i = 0; i < 3; i++) {
      revision = revisions[i];
      for (uint32_t kind = FORMWORK_EDIT; kind <= FORMWORK_RESET; kind++) {
        if (kind == FORMWORK_BACK || (FORMWORK_QUIT <= kind && kind <= FORMWORK_LOG)) continue;
        report(kind, 0xfffffff0, "\xff text");
        report(kind, 0x7fffffff, "");
        if (kind != FORMWORK_GO && kind != FORMWORK_RELOAD) report(kind, 0, "x");
      }
    }
    report(FORMWORK_LOG, 0, "fine");
    report(511, 1, "of a later version");
    return 3;
  }
  if (IS("too-long")) {
    packet = (struct formwork_packet){.kind = FORMWORK_EDIT, .node = 2};
    packet.byte_count = FORMWORK_WIRE_TOO_LONG;
    say(packet, "", 0);
    packet.kind = FORMWORK_COMMIT;
    return say(packet, "", 0), 4;
  }
  if (IS("flood")) {
    /* Reads nothing, so that messages soon exceed the buffer. */
    for (;;) report(FORMWORK_RELOAD, 0, "");
  }
  if (IS("silence")) stay();
  if (IS("dies-at-secret")) return go_to_secret(), 8;
  if (IS("stays")) return report(FORMWORK_SWITCH, 0, "plain"), stay(), 0;
  if (IS("plain")) return show_refusal(), 0;
  if (IS("closes")) return close(FORMWORK_WIRE_DESCRIPTOR), stay(), 0;
  if (IS("forks")) return fork() == 0 ? (stay(), 0) : 5;
  if (IS("returns-nothing")) return 0;
  if (IS("gives-up")) {
    packet = (struct formwork_packet){.kind = FORMWORK_WIRE_RETURNED, .number = EIO};
    return say(packet, "", 0), 0;
  }
  if (IS("leaves")) {
    packet = (struct formwork_packet){.kind = FORMWORK_WIRE_RETURNED};
    return say(packet, "", 0), 0;
  }
  if (IS("segv")) return raise(SIGSEGV), 0;
  if (IS("abrt")) return raise(SIGABRT), 0;
  if (IS("kill")) return raise(SIGKILL), 0;
  return 66;
}

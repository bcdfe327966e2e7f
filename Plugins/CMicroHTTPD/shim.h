/* Variadic functions and macros of libmicrohttpd for Swift. See libmicrohttpd(3). */
#ifndef CMICROHTTPD_SHIM_H
#define CMICROHTTPD_SHIM_H

#include <microhttpd.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

/* Limits of a server, for each connection except their number. */
struct cmh_limits {
  unsigned int connections;
  unsigned int idle_seconds;
  size_t memory;
};

/* Serves a listening socket, which the daemon closes, without threads. NULL if it cannot. */
static inline struct MHD_Daemon *cmh_start(
    int listener, struct cmh_limits limits, MHD_AccessHandlerCallback handler,
    MHD_RequestCompletedCallback completed, MHD_NotifyConnectionCallback changed, void *context) {
  return MHD_start_daemon(
      MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_SUPPRESS_DATE_NO_CLOCK, 0, NULL, NULL, handler,
      context, MHD_OPTION_LISTEN_SOCKET, listener, MHD_OPTION_CONNECTION_LIMIT, limits.connections,
      MHD_OPTION_CONNECTION_TIMEOUT, limits.idle_seconds, MHD_OPTION_CONNECTION_MEMORY_LIMIT, limits.memory,
      MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_NOTIFY_COMPLETED, completed, context,
      MHD_OPTION_NOTIFY_CONNECTION, changed, context, MHD_OPTION_END);
}

/* The descriptor to poll: -1 if there is none. */
static inline int cmh_descriptor(struct MHD_Daemon *daemon) {
  const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD);
  return info == NULL ? -1 : info->epoll_fd;
}

static inline unsigned int cmh_connection_count(struct MHD_Daemon *daemon) {
  const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_CURRENT_CONNECTIONS);
  return info == NULL ? 0 : info->num_connections;
}

static inline int cmh_socket(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info == NULL ? -1 : info->connect_fd;
}

static inline struct MHD_Response *cmh_response(const void *bytes, size_t count) {
  return MHD_create_response_from_buffer(count, (void *)(uintptr_t)bytes, MHD_RESPMEM_MUST_COPY);
}

/* Makes the daemon close a connection at its next run. */
static inline void cmh_cut(struct MHD_Connection *connection) { shutdown(cmh_socket(connection), SHUT_RDWR); }

/* A response of unknown length: `free` releases the context. */
static inline struct MHD_Response *cmh_stream(
    MHD_ContentReaderCallback reader, void *context, MHD_ContentReaderFreeCallback free) {
  return MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, 1 << 15, reader, context, free);
}

static const enum MHD_ValueKind cmh_headers = MHD_HEADER_KIND, cmh_arguments = MHD_GET_ARGUMENT_KIND;

/* The event of poll(2) for a peer that has closed its half, which needs _GNU_SOURCE. */
static const short cmh_closed = 0x2000;

static const ssize_t cmh_end_of_stream = MHD_CONTENT_READER_END_OF_STREAM;

#endif

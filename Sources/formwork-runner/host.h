/*
 * host.h - the host at the other end of the socket.
 */
#ifndef HOST_H
#define HOST_H

#include "plugin.h"

/* Whether there is a host: a socket of the right kind at FORMWORK_WIRE_DESCRIPTOR. */
int host_is_there(void);

void host_say_refused(const struct plugin_refusal *refusal);
void host_say_loaded(const struct formwork_front_end *front_end);

/* Waits for RUN. Returns 1, or 0 if the host has closed the socket. */
int host_await_run(int *in_fd, int *out_fd);

/* Runs the front end until it returns, with a host table of formwork.h. */
void host_run(const struct formwork_front_end *front_end, int in_fd, int out_fd);

#endif

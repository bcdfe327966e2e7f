/*
 * host.h - the host, as it is at the other end of the socket.
 */
#ifndef HOST_H
#define HOST_H

#include "plugin.h"

/* Whether there is a host to speak with: a socket of its kind at FORMWORK_WIRE_DESCRIPTOR. */
int host_is_there(void);

void host_say_refused(const struct plugin_refusal *refusal);
void host_say_loaded(const struct formwork_front_end *front_end);

/* Waits for RUN. 1, or 0 where the host has closed the socket instead. */
int host_await_run(int *in_fd, int *out_fd);

/* Runs the front end to its end, with the host as formwork.h has it. */
void host_run(const struct formwork_front_end *front_end, int in_fd, int out_fd);

#endif

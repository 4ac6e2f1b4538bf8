/* bytes: a request's and a reply's bytes over the socket. The program's memory may be anything: what cannot be read
 * goes as zeros, and what cannot be written is dropped, so that the stream of messages stays whole. For connection.c.
 */
#ifndef CUDART_WIRE_BYTES_H
#define CUDART_WIRE_BYTES_H

#include "cudart/wire/client.h"

enum { BYTES_SENT, BYTES_FAILED, BYTES_BAD_POINTER };
/* One of these. */
int bytes_send(int fd, const struct rpc *r, uint32_t seq);
/* 0, -1 when the connection is over, 1 when the program's memory could not be written. *passed: a descriptor that came
 * along; NULL: none may. */
int bytes_receive(int fd, void *p, size_t n, int *passed);
int bytes_receive_body(int fd, struct rpc *r, uint64_t bytes);

#endif

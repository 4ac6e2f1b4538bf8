/* judged: the arguments of a case as the judge fills and reads them, over the control socket: no process that holds
 * foreign code has the bytes in between. While the program runs, this keeps what only calls of the host write and how
 * many bytes go to and fro, so that the judge can tell work of kernels from work of the host (docs/judging.md).
 *
 * Every function here runs under em_lock: those of operations in the worker or the reader, the judge's in the control
 * thread. Internal to engine/device.
 */
#ifndef DEVICE_JUDGED_H
#define DEVICE_JUDGED_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "device/protocol.h"
#include "device/wire/control_wire.h"
#include "emulator/emulator.h"

struct context;
struct judged;

struct judged *judged_new(void);
void judged_free(struct judged *j);

/* ---- what operations tell. Rows as in ops_copy.c. */
/* The host's bytes came to device memory. */
void judged_wrote(struct context *c, unsigned call, uint64_t addr, uint64_t pitch, uint64_t width, uint64_t rows);
void judged_set(struct context *c, unsigned call, uint64_t addr, uint64_t pitch, uint64_t width, uint64_t rows);
/* A copy within the device, or from or to memory that the host shares. */
void judged_copied(struct context *c, unsigned call, const struct dp_copy *k, bool from_host, bool to_host);
/* Bytes of device memory went to the host. */
void judged_read(struct context *c, uint64_t addr, uint64_t pitch, uint64_t width, uint64_t rows);
/* A launch begins, with these parameters. */
void judged_launching(struct context *c, const uint8_t *parameters, uint64_t bytes);
/* It has ended: what passed between the host's memory and kernels. */
void judged_launched(struct context *c, const struct em_work *w, bool followed);
/* A kernel printed so much, which the program gets to read. */
void judged_printed(struct context *c, uint64_t bytes);
/* The program has touched this managed memory: what kernels made there it may have read. */
void judged_touched(struct context *c, uint64_t addr, uint64_t bytes);
/* An allocation goes. */
void judged_freed(struct context *c, uint64_t start);
/* The host asked for the time between two events. */
void judged_timed(struct context *c);

/* ---- what the judge asks (control_wire.h). c may be NULL. */
/* A new case begins: forget all that was noted. watch, sent: as in dc_ask. */
void judged_begin(struct context *c, unsigned watch, bool sent);
/* `data` NULL: poison. */
enum dc_memory judged_fill(struct context *c, const struct dc_argument *a, const uint8_t *data);
/* The case's bytes and how they came about, as dc_taken and its rows. */
void judged_take(struct context *c, const struct dc_argument *a, size_t n, struct buf *out);

#endif

/* brought: what reached the host of what kernels made. Where an output of a case lies with the host, the judge asks for
 * the values that copies took out of device memory, and that kernels left in memory which the host shares, so that it
 * can tell an answer of the device from one of the host. Internal to engine/device; every function runs under em_lock.
 *
 * Of memory that both share nobody sees what the host writes there. So after each launch the bytes that kernels have
 * made there are kept ("then"): what differs before the next launch is the host's, whoever wrote there before. While a
 * launch of a judged program runs, the emulator follows such memory (em_launch.follow): a word that is not what a
 * kernel stored there is the host's, too.
 */
#ifndef DEVICE_BROUGHT_H
#define DEVICE_BROUGHT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "emulator/emulator.h"

struct context;
struct brought;

struct brought *brought_new(void);
void brought_free(struct brought *b);
/* A case begins. each: bytes of an element of the host's outputs, the smallest; 0: there are none, nothing is kept. */
void brought_begin(struct brought *b, unsigned each);
/* A copy took rows out of device memory. */
void brought_out(struct context *c, uint64_t src, uint64_t pitch, uint64_t width, uint64_t rows);
/* A launch begins, with these parameters: what differs in shared memory from what was last seen there is the host's.
 * The bytes of managed memory that it has changed. */
uint64_t brought_launching(struct context *c, const uint8_t *parameters, uint64_t bytes);
/* A copy or a memset has written here. */
void brought_wrote(struct context *c, uint64_t addr, uint64_t bytes);
/* What the launch that begins has to follow (emulator.h), and where what it reads of the host's goes. */
size_t brought_follow(struct context *c, const struct em_follow **follow, struct buf **from_host);
/* A launch has ended. far: it wrote to the host's memory. followed: it did follow what it was to. The bytes of shared
 * memory that the host has changed meanwhile, as far as they are managed memory's or a kernel has read them. */
uint64_t brought_launched(struct context *c, bool far, bool followed);
/* Bytes of shared memory that this launch has made anew: a host that waits for it there can read them. */
uint64_t brought_fresh(const struct brought *b);
/* A copy within memory is done: what it took of the host's is the host's. */
void brought_copied(struct context *c, uint64_t dst, uint64_t src, uint64_t bytes);
/* An allocation goes. */
void brought_forget(struct context *c, uint64_t start);
/* Stretches of values, each with its length (64 bits) before it; *lost: there were more than are kept. */
const struct buf *brought_values(const struct brought *b, bool *lost);

#endif

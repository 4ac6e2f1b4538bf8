/* waits: the events that a stream has waited for, for one sentence: two operations are not ordered though the program
 * waits for an event between them (order.c). Internal to engine/device. */
#ifndef DEVICE_WAITS_H
#define DEVICE_WAITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { WAITS_MOST = 8 }; /* the newest ones are kept */

struct waits {
	struct wait {
		uint32_t stream; /* that the event was recorded in */
		uint64_t recorded,
			waited; /* the newest operation (order.c's number) when it was recorded, and waited for */
	} of[WAITS_MOST];
	unsigned n; /* of all */
};

void waits_add(struct waits *w, uint32_t stream, uint64_t recorded, uint64_t waited);

struct waits_pair {
	const char *older;                   /* its name */
	uint32_t older_stream, newer_stream; /* as the program knows them */
	uint64_t number;                     /* of the older one */
	bool missed; /* the newer one would come after it, had its stream not waited too early */
};
/* Writes "; ...", or nothing. w: of the newer one's stream. */
void waits_say(const struct waits *w, const struct waits_pair *p, char *at, size_t room);

#endif

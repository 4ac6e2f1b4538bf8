/* under_way: see under_way.h. */
#include "device/ops/under_way.h"

#include <stdio.h>

#include "device/wire/wire.h"

void under_way_init(struct under_way *u)
{
	pthread_mutex_init(&u->lock, NULL);
	under_way_clear(u);
}

static void set_kernel(struct under_way *u, const char *kernel)
{
	pthread_mutex_lock(&u->lock);
	snprintf(u->kernel, sizeof u->kernel, "%s", kernel);
	pthread_mutex_unlock(&u->lock);
}

void under_way_clear(struct under_way *u)
{
	set_kernel(u, "");
	atomic_store(&u->asked, 0);
	atomic_store(&u->begun, 0);
	atomic_store(&u->repeated, 0);
	atomic_store(&u->blocks, 0);
	atomic_store(&u->done, 0);
}

void under_way_begin(struct under_way *u, const char *kernel, uint64_t blocks)
{
	atomic_store(&u->done, 0);
	atomic_store(&u->blocks, blocks);
	atomic_fetch_add(&u->begun, 1);
	set_kernel(u, kernel);
}

void under_way_end(struct under_way *u)
{
	set_kernel(u, "");
}

void under_way_write(struct under_way *u, struct buf *b)
{
	pthread_mutex_lock(&u->lock);
	wire_put_str(b, u->kernel);
	pthread_mutex_unlock(&u->lock);
	wire_put_u64(b, atomic_load(&u->asked));
	wire_put_u64(b, atomic_load(&u->begun));
	wire_put_u64(b, atomic_load(&u->repeated));
	wire_put_u64(b, atomic_load(&u->blocks));
	wire_put_u64(b, atomic_load(&u->done));
}

/* context: see context.h. Birth and death of a client's context. */
#include "device/ops/context.h"

#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "device/ops/virtual.h"

struct context *context_start(const struct device_config *config, struct log *log, uint64_t *order, int fd,
	void (*gone)(void *), void *gone_user, struct err *e)
{
	struct context *c = xcalloc(1, sizeof *c);
	struct em_config em = { .threads = config->threads, .memory_bytes = config->memory_bytes };

	c->config = config;
	c->log = log;
	c->order = order;
	c->fd = fd;
	c->gone = gone;
	c->gone_user = gone_user;
	c->judged = judged_new();
	c->brought = brought_new();
	buf_init(&c->sent.values);
	c->pages = pages_new(config->pagemap);
	c->streams = xcalloc(1, sizeof *c->streams);
	c->nstreams = 1;
	c->streams[0].exists = true;
	pthread_mutex_init(&c->lock, NULL);
	pthread_mutex_init(&c->out_lock, NULL);
	pthread_mutex_init(&c->em_lock, NULL);
	pthread_mutex_init(&c->code_lock, NULL);
	pthread_cond_init(&c->changed, NULL);
	buf_init(&c->printf_out);
	c->printf_fifo = DP_PRINTF_FIFO;
	c->em = em_device_new(&em, e);
	if (!c->em)
		goto no_em;
	virtual_start(c);
	if (pthread_create(&c->worker, NULL, context_work, c)) {
		err_set(e, ERR_ENV, "the device cannot start a thread");
		goto no_worker;
	}
	if (pthread_create(&c->reader, NULL, context_read, c)) {
		err_set(e, ERR_ENV, "the device cannot start a thread");
		pthread_mutex_lock(&c->lock);
		c->closing = true;
		pthread_cond_broadcast(&c->changed);
		pthread_mutex_unlock(&c->lock);
		pthread_join(c->worker, NULL);
		goto no_worker;
	}
	return c;
no_worker:
	virtual_stop(c);
	em_device_free(c->em);
no_em:
	buf_release(&c->printf_out);
	free(c->streams);
	judged_free(c->judged);
	brought_free(c->brought);
	sent_release(&c->sent);
	pages_free(c->pages);
	host_names_free(c);
	close(fd);
	free(c);
	return NULL;
}

void context_stop(struct context *c)
{
	if (!c)
		return;
	/* Unblocks the reader and a worker that waits for a client who does not read. */
	shutdown(c->fd, SHUT_RDWR);
	pthread_mutex_lock(&c->lock);
	c->closing = true;
	c->cancel = 1;
	pthread_cond_broadcast(&c->changed);
	pthread_mutex_unlock(&c->lock);
	pthread_join(c->reader, NULL);
	pthread_join(c->worker, NULL);
	close(c->fd);
	virtual_stop(c);
	modules_drop(c);
	untimed_tell(c);
	memory_drop(c, NULL);
	em_device_free(c->em);
	for (size_t i = 0; i < c->nkernels; i++) {
		free(c->kernels[i]->name);
		free(c->kernels[i]->file);
		free(c->kernels[i]);
	}
	free(c->kernels);
	free(c->modules);
	free(c->allocations);
	free(c->streams);
	for (size_t i = 0; i < c->nevents; i++)
		record_release(c->events[i].newest);
	free(c->events);
	executables_drop(c);
	judged_free(c->judged);
	brought_free(c->brought);
	sent_release(&c->sent);
	pages_free(c->pages);
	host_names_free(c);
	buf_release(&c->printf_out);
	pthread_cond_destroy(&c->changed);
	pthread_mutex_destroy(&c->lock);
	pthread_mutex_destroy(&c->out_lock);
	pthread_mutex_destroy(&c->em_lock);
	pthread_mutex_destroy(&c->code_lock);
	free(c);
}

bool context_over(struct context *c)
{
	bool over;

	pthread_mutex_lock(&c->lock);
	over = c->closing;
	pthread_mutex_unlock(&c->lock);
	return over;
}

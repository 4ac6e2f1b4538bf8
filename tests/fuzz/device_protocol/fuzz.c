/* device_protocol: a hostile client. The input is a list of requests: one byte operation, one byte flags, two bytes
 * payload length, then the fixed structure and the payload, as far as they go; an operation of 255 sends all the rest
 * as it is. HELLO comes first by itself. Whatever was sent, the context ends when the client hangs up, and its log can
 * be taken. The corpus is made by corpus.py beside this file.
 *
 * FUZZ-MODULES: device emulator ptx counters base
 * FUZZ-TIMES: 2
 * FUZZ-LIBS: -lzstd -llz4 -lstdc++ -lm
 */
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "device/ops/context.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const uint16_t fixed[DP_OP_COUNT] = {
#define DP(id, type, payload) [DP_##id] = sizeof(type),
	DP_TABLE
#undef DP
};

/* Send what fits and read what comes back, so that neither side waits for the other. */
static void put(int fd, const void *p, size_t n)
{
	const char *at = p;
	char scrap[65536];

	while (n) {
		ssize_t k = send(fd, at, n, MSG_NOSIGNAL | MSG_DONTWAIT);

		while (recv(fd, scrap, sizeof scrap, MSG_DONTWAIT) > 0)
			;
		if (k < 0 && send(fd, "", 0, MSG_NOSIGNAL) < 0)
			return;
		if (k > 0) {
			at += k;
			n -= (size_t)k;
		}
	}
}

static void request(int fd, uint16_t op, uint32_t flags, const uint8_t *body, size_t nbody, size_t npayload)
{
	static const uint8_t zeros[256];
	struct dp_request h = {
		.magic = DP_MAGIC, .op = op, .call = 1, .seq = 1, .flags = flags, .bytes = fixed[op] + npayload
	};
	size_t have = nbody < fixed[op] + npayload ? nbody : fixed[op] + npayload;

	put(fd, &h, sizeof h);
	put(fd, body, have);
	for (size_t left = fixed[op] + npayload - have; left;) {
		size_t n = left < sizeof zeros ? left : sizeof zeros;

		put(fd, zeros, n);
		left -= n;
	}
}

static void gone(void *user)
{
	(void)user;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct launch_order launch_order = { 0 };
	static struct under_way under_way;
	struct device_config config = {
		.threads = 1, .step_budget = 20000, .per_line = true, .order = &launch_order, .under_way = &under_way
	};
	struct dp_hello hello = { DP_VERSION, 1 };
	struct err e = ERR_INIT;
	struct context *c;
	struct log *log = log_new();
	struct buf report;
	uint64_t order = 0;
	char scrap[65536];
	int pair[2];

	if (profile_find(&config.profile, NULL, &e) || socketpair(AF_UNIX, SOCK_STREAM, 0, pair))
		abort();
	c = context_start(&config, log, &order, pair[1], gone, NULL, &e);
	if (!c)
		abort();
	request(pair[0], DP_HELLO, 0, (const uint8_t *)&hello, sizeof hello, 0);
	while (size >= 4) {
		size_t payload = (size_t)data[2] | (size_t)data[3] << 8, take;
		uint8_t op = data[0];

		if (op == 255) {
			put(pair[0], data + 4, size - 4);
			break;
		}
		op = op % DP_OP_COUNT;
		take = fixed[op] + payload < size - 4 ? fixed[op] + payload : size - 4;
		request(pair[0], op, data[1] & DP_ASYNC, data + 4, take, payload);
		data += 4 + take;
		size -= 4 + take;
	}
	shutdown(pair[0], SHUT_WR);
	while (recv(pair[0], scrap, sizeof scrap, 0) > 0)
		;
	close(pair[0]);
	context_stop(c);
	buf_init(&report);
	log_take(log, NULL, 0, &report);
	buf_release(&report);
	log_free(log);
	return 0;
}

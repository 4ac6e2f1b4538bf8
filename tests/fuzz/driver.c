/* driver: a small stand-in for libFuzzer where there is none: feeds a target each file of a folder and then mutations
 * of them until the time is over. The input at hand is on disk before the target sees it, so a crash leaves it behind.
 */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MAX_SEEDS 1024
#define MAX_BYTES 65536

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct input {
	uint8_t *bytes;
	size_t n;
};

static uint64_t next(uint64_t *state)
{
	*state = *state * 6364136223846793005u + 1442695040888963407u;
	return *state >> 33;
}

static size_t load(const char *folder, struct input *seeds)
{
	DIR *d = opendir(folder);
	struct dirent *de;
	size_t n = 0;

	while (d && n < MAX_SEEDS && (de = readdir(d))) {
		char path[4096];
		FILE *f;

		snprintf(path, sizeof path, "%s/%s", folder, de->d_name);
		f = de->d_name[0] == '.' ? NULL : fopen(path, "rb");
		if (!f)
			continue;
		seeds[n].bytes = malloc(MAX_BYTES);
		seeds[n].n = fread(seeds[n].bytes, 1, MAX_BYTES, f);
		fclose(f);
		n++;
	}
	if (d)
		closedir(d);
	return n;
}

static void mutate(struct input *in, const struct input *other, uint64_t *state)
{
	for (uint64_t k = next(state) % 4 + 1; k && in->n; k--) {
		size_t at = next(state) % in->n, len = next(state) % 16 + 1;

		switch (next(state) % 4) {
		case 0: in->bytes[at] ^= (uint8_t)(1u << next(state) % 8); break;
		case 1: in->bytes[at] = (uint8_t)next(state); break;
		case 2: /* cut */
			len = len < in->n - at ? len : in->n - at;
			memmove(in->bytes + at, in->bytes + at + len, in->n - at - len);
			in->n -= len;
			break;
		case 3: /* paste a piece of another seed */
			if (!other->n || in->n + len > MAX_BYTES)
				break;
			memmove(in->bytes + at + len, in->bytes + at, in->n - at);
			for (size_t i = 0, from = next(state) % other->n; i < len; i++)
				in->bytes[at + i] = other->bytes[(from + i) % other->n];
			in->n += len;
			break;
		}
	}
}

static void feed(const struct input *in, const char *keep)
{
	FILE *f = fopen(keep, "wb");
	uint8_t *exact = malloc(in->n ? in->n : 1); /* so that the sanitizer sees a read beyond its end */

	if (f) {
		fwrite(in->bytes, 1, in->n, f);
		fclose(f);
	}
	memcpy(exact, in->bytes, in->n);
	LLVMFuzzerTestOneInput(exact, in->n);
	free(exact);
}

int main(int argc, char **argv)
{
	static struct input seeds[MAX_SEEDS];
	struct input work = { malloc(MAX_BYTES), 0 };
	uint64_t state = 1, runs = 0;
	time_t end;
	size_t n;

	if (argc != 4) {
		fprintf(stderr, "usage: %s SECONDS KEEP-FILE CORPUS\n", argv[0]);
		return 2;
	}
	n = load(argv[3], seeds);
	end = time(NULL) + atoi(argv[1]);
	for (size_t i = 0; i < n; i++, runs++)
		feed(&seeds[i], argv[2]);
	while (n && time(NULL) < end) {
		const struct input *from = &seeds[next(&state) % n];

		memcpy(work.bytes, from->bytes, from->n);
		work.n = from->n;
		mutate(&work, &seeds[next(&state) % n], &state);
		feed(&work, argv[2]);
		runs++;
	}
	for (size_t i = 0; i < n; i++)
		free(seeds[i].bytes);
	free(work.bytes);
	remove(argv[2]);
	printf("stat::number_of_executed_units: %llu\n", (unsigned long long)runs);
	return n ? 0 : 1;
}

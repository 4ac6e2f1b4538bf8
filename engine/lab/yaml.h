/* yaml: reading a YAML document into structs by tables of keys, with the line in every error.
 *
 * libyaml parses; its nodes know where they stand. What a manifest may hold is a table of `struct key`; an unknown,
 * missing or doubled key and a value of the wrong type become "expected ..." at their line here, once for all tables.
 * Anchors and aliases are refused, so a document is a tree.
 */
#ifndef LAB_YAML_H
#define LAB_YAML_H

#include <stdbool.h>
#include <stddef.h>
#include <yaml.h>

#include "base/arena.h"
#include "base/err.h"

#define TEXT_MAX 4000 /* bytes of one text */

struct reader {
	yaml_document_t doc;
	const char *file;    /* for messages */
	struct arena *arena; /* what is read lives here */
	struct err *e;
	const char *key; /* whose value is being read, NULL at the root */
	void *user;      /* the manifest's own context */
};

typedef int yaml_read_fn(struct reader *r, yaml_node_t *v, void *at);
struct key {
	const char *name;
	bool required;
	size_t offset; /* `at` = the object + offset */
	yaml_read_fn *read;
};
struct map {
	const char *what; /* "a step", for messages */
	const struct key *keys;
	size_t nkeys; /* at most 32 */
	/* For keys that are not in the table (parameters of a case); NULL = an error. */
	int (*other)(struct reader *r, yaml_node_t *key, yaml_node_t *v, void *obj);
};

/* Parse the text; the root node or NULL. The caller calls reader_release in each case. */
yaml_node_t *reader_open(
	struct reader *r, const char *file, const char *text, size_t len, struct arena *a, struct err *e);
void reader_release(struct reader *r);

int yaml_line(const yaml_node_t *n);
/* ERR_INPUT at the node's line. Returns -1. */
int yaml_fail(struct reader *r, const yaml_node_t *n, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
/* The same about the value of the current key: "key 'perf': ...". Returns -1. */
int yaml_bad(struct reader *r, const yaml_node_t *n, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
/* "expected <what>, found a list". Returns -1. */
int yaml_expected(struct reader *r, const yaml_node_t *n, const char *what);

int yaml_read_map(struct reader *r, yaml_node_t *n, const struct map *m, void *obj);
/* min to max items of `size` bytes, each read by `item`: an array of them and its *count, or NULL (never NULL on
 * success). */
void *yaml_read_list(struct reader *r, yaml_node_t *n, const char *what, size_t min, size_t max, size_t size,
	yaml_read_fn *item, size_t *count);

/* Readers of one scalar. `at` is a const char **, bool *, double * or uint64_t *. */
yaml_read_fn yaml_read_text; /* any text, not empty, no control characters */
yaml_read_fn yaml_read_line; /* the same on one line */
yaml_read_fn yaml_read_bool;
yaml_read_fn yaml_read_double;
yaml_read_fn yaml_read_count; /* whole number from 0 */

#endif

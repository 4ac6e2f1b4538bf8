/* manifest_keys: what the tables of manifest.c and manifest_args.c share: readers for struct key (yaml.h). */
#ifndef LAB_MANIFEST_KEYS_H
#define LAB_MANIFEST_KEYS_H

#include "lab/lab.h"
#include "lab/yaml.h"

yaml_read_fn read_slug;       /* const char **: a lower-case name */
yaml_read_fn read_identifier; /* const char **: an identifier of C, not min or max */
yaml_read_fn read_expr;       /* const char **: a well-formed expression */
yaml_read_fn read_counter;    /* int *: enum counter_id */
yaml_read_fn read_args;       /* struct step *: its args */
/* One word of a list: its index into *at. */
int read_choice(struct reader *r, yaml_node_t *v, const char *const *words, size_t n, int *at);

#endif

/* manifest_keys: what the tables of manifest.c and manifest_args.c share: readers for struct key (yaml.h). */
#ifndef LAB_MANIFEST_KEYS_H
#define LAB_MANIFEST_KEYS_H

#include "lab/lab.h"
#include "lab/yaml.h"

struct context { /* `user` of a manifest's reader */
	const char *root;
	struct lab *lab;
	struct step *step; /* the one being read */
	int steps;         /* read so far */
	bool solutions;    /* root has a solutions folder */
};

yaml_read_fn read_slug;       /* const char **: a lower-case name */
yaml_read_fn read_identifier; /* const char **: an identifier of C, not min or max */
yaml_read_fn read_expr;       /* const char **: a well-formed expression */
yaml_read_fn read_counter;    /* int *: enum counter_id */
yaml_read_fn read_measure;    /* int *: enum counter_id, or MEASURE_TIME for the word "time" */
yaml_read_fn read_lab_file;   /* const char **: a file in the lab's folder, as its absolute path */
/* Into a struct step *: */
yaml_read_fn read_args;
yaml_read_fn read_predict;
yaml_read_fn read_mistakes;
yaml_read_fn read_right;
yaml_read_fn read_equivalents;
yaml_read_fn read_variants;
yaml_read_fn read_sweep;
yaml_read_fn read_learned;
yaml_read_fn read_picture;
yaml_read_fn read_roofline;
yaml_read_fn read_images;
/* "starter", "solution", "yours" or "variant NAME": into *of, and the name or NULL into *variant. */
int read_program(struct reader *r, yaml_node_t *v, enum predict_of *of, const char **variant);
/* One word of a list: its index into *at. */
int read_choice(struct reader *r, yaml_node_t *v, const char *const *words, size_t n, int *at);

#endif

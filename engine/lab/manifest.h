/* manifest: one lab.yaml into a struct lab. In two passes: manifest.c reads keys and types by tables, rules.c then
 * checks what holds between keys (sizes in every case, names that refer to each other). */
#ifndef LAB_MANIFEST_H
#define LAB_MANIFEST_H

#include "lab/lab.h"

#define MANIFEST_MAX (256 * 1024) /* bytes of a lab.yaml */
#define BUFFER_MAX (1LL << 30)    /* bytes of one buffer of one case */

/* `l` has its number, name, id, dir and manifest; the rest is filled. `root` is the absolute path of the installation.
 * Files that the manifest names must exist; those under solutions/ only where there is such a folder (a student's copy
 * may lack it). */
int manifest_parse(struct arena *a, const char *root, struct lab *l, const char *text, size_t len, struct err *e);
/* Second pass, for one step; errors name a line. */
int rules_check(struct step *s, struct err *e);

/* labs/NN-name/measured.yaml, where there is one, into l->measured. */
int measured_read(struct arena *a, struct lab *l, struct err *e);
/* rules_content.c: what variants, questions, the sweep, gates and quotes of a step refer to is there. */
int rules_check_content(const struct step *s, struct err *e);
int rules_check_images(const struct step *s, struct err *e);

/* A lower-case name: [a-z][a-z0-9-]*, at most 40 bytes. */
bool is_slug(const char *s);

#endif

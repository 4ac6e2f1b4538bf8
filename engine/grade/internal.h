/* internal: the parts of grade. collect.c and archive.c: files of a submission -> state.c: what is known -> pool.c:
 * judge what is not -> points.c -> the reports (tables.c, page.c, page_run.c). */
#ifndef GRADE_INTERNAL_H
#define GRADE_INTERNAL_H

#include <sqlite3.h>
#include <jansson.h>

#include "base/buf.h"
#include "base/sha256.h"
#include "grade/grade.h"
#include "judge/result.h"
#include "sandbox/sandbox.h"

/* ---- a class in memory */
struct known { /* a verdict by its key: step, seed, text without comments */
	char key[65];
	size_t at; /* which of the request's steps */
	const struct step *step;
	enum verdict verdict;
	int gates, gates_met;
	char *message, *json; /* json: warplings.run/1, with "lines" */
	double wall_ms;
	bool have;
	bool elsewhere; /* another shard judges it */
};
struct taken;
struct item {                /* one step of one student */
	struct taken *taken; /* collect.c, while it reads */
	char *text;          /* NULL: no file */
	size_t len;
	char *note; /* something to be said about the file, or NULL */
	bool starter;
	struct known *known; /* NULL: nothing to judge */
	double points;
	bool scored; /* false: not judged yet */
};
struct student {
	char *name, *shown, *slug; /* as in the folder; fit for a terminal; fit for a file */
	char *problem;             /* why nothing of it could be read, or NULL */
	char *remark;              /* what else the instructor should know, or NULL */
	char *inside, *inside_too; /* the first two archives that lie in it, by their names, or NULL */
	size_t narchives;          /* in it */
	bool several;              /* archives, of which one alone would have been read */
	char *too_deep;            /* a folder in it that is not looked into, or NULL */
	char *link;                /* the first link in it that no step names, or NULL */
	struct item *items;        /* one for each step */
	double points;
	bool complete; /* everything is judged */
};
struct class
{
	const struct grade_request *rq;
	struct student *students;
	size_t n;
	char *passed_over; /* names of files that are no submissions, or NULL */
	struct known *known;
	size_t nknown;
	double *max; /* points of each step */
	uint64_t seed;
	struct sandbox sandbox;
	char gpu[8];    /* "gpu" where one times what is right, else "" */
	char build[65]; /* of the programs that judge; a part of each verdict's key */
	struct points *rule;
};

/* ---- entries.c */
/* Is rq->out the folder of the submissions itself? Before anything is made there. */
int entries_apart(const struct grade_request *rq, struct err *e);
/* What lies in rq->dir for each student: folders, archives and what nobody can read. Not our own reports and not a
 * README, which c->passed_over names. The caller frees names with fs_names_free(). */
int entries_list(struct class *c, char ***names, size_t *n, struct err *e);

/* ---- collect.c: the files of every submission in rq->dir. */
int collect(struct class *c, struct err *e);
void collect_release(struct class *c);
/* Is this the path of a file that some step wants? Called for each path of an archive, too. */
bool wanted(const struct class *c, const char *path);
/* Offer a file to a student's steps. Better placed ones win; see docs/grading.md. */
void offer(
	const struct class *c, struct student *s, const char *path, const char *data, size_t len, const char *why_not);
/* The same path twice is the same file: "./a//b" becomes "a/b". In place. */
void plain_path(char *path);
/* A link that no step names, maybe in place of a lab's folder. */
void note_link(const struct class *c, struct student *s, const char *path);
/* Is it called nearly as a step's file: in capitals, with blanks or '_' for '-', with the " (1)" or ".txt" of a
 * browser? */
bool nearly_wanted(const struct class *c, const char *path);
void note_near(const struct class *c, struct student *s, const char *path);
/* A file whose path is too long; `end` is its end. */
void note_long(const struct class *c, struct student *s, const char *end);

enum { FILE_MOST = 1 << 20, PATH_MOST = 1000, ENTRIES_MOST = 20000 };
#define ARCHIVE_MOST (64u << 20)

/* ---- names.c: malloc'd. */
char *one_line(const char *name); /* fit for a terminal */
char *slug_of(const char *name);  /* fit for a file */
/* Of the folder's entries the i-th: without the ending of an archive, unless two would be called the same. */
char *name_of(char *const *names, size_t n, size_t i);
/* Names that only differ in what is not shown get their files' names behind them. */
void tell_apart(struct student *all, size_t n);
/* The other entry that may be the same student's, "ann.zip" beside "ann.tar.gz"; NULL: there is none. */
const char *twin_of(char *const *names, size_t n, size_t i);

/* ---- archive.c: read by a process of its own that can open nothing. NULL, or why it is refused (malloc'd). */
/* How many bytes at the end of a name say that it is an archive's; 0: it is none. */
size_t archive_ending(const char *name);
/* An archive inside `s` was seen; its path. */
void note_archive(struct student *s, const char *path);
char *archive_collect(const struct class *c, int fd, struct student *s);

/* ---- strip.c: the text without comments and with single blanks, where that can't change the program; else as it is.
 */
void strip_comments(const char *text, size_t n, struct buf *out);

/* ---- export.c: the lines of a text that its starter does not have, without comments. */
void export_own_lines(const char *text, size_t len, const char *starter, struct buf *out);

/* ---- points.c */
struct points;
struct points *points_default(void);
int points_read(struct points *p, const char *path, const struct class *c, struct err *e);
void points_free(struct points *p);
double points_most(const struct points *p, const struct step *s);
/* Share of the step's points, 0 to 1. */
double points_share(const struct points *p, enum verdict v, int gates, int gates_met);
void points_describe(const struct points *p, struct buf *out); /* sentences */

/* ---- state.c: OUT/grade.db */
struct state {
	sqlite3 *db;
	int lock;
	char *path;
};
int state_open(struct state *s, const char *out, struct err *e);
/* Of a shard, to look into: without a lock; nothing is made where there is none. */
int state_open_part(struct state *s, const char *out, struct err *e);
void state_close(struct state *s);
int state_get(struct state *s, const char *key, char *value, size_t size); /* of the class; 1 found, 0 not, -1 */
int state_set(struct state *s, const char *key, const char *value, struct err *e);
int state_find(struct state *s, struct known *k, struct err *e); /* 1 found, 0 not, -1 */
int state_keep(struct state *s, const struct known *k, struct err *e);

/* ---- pool.c: judge all of c->known that has no verdict yet. */
int pool_judge(struct class *c, struct state *s, struct grade_summary *sum, struct err *e);

/* ---- slurm.c: the same by shards that Slurm runs. */
int slurm_judge(struct class *c, struct state *s, struct grade_summary *sum, struct err *e);
/* Is this text the request's shard's? Without shards: always. */
bool shard_takes(const struct grade_request *rq, const char *key);

/* ---- reports */
int tables_write(const struct class *c, struct err *e);
int page_write(const struct class *c, struct err *e);
void page_run(const struct class *c, const struct known *k, const struct item *it, struct buf *out);
const char *item_word(const struct student *s, const struct item *it); /* "pass", "no file", ... */
enum verdict item_verdict(const struct item *it);
const char *item_message(const struct student *s, const struct item *it); /* NULL: none */

#endif

/* finding: what a checker of the emulated device saw in a kernel that ran on (struct kernel_finding in result.h), in
 * words, and what it means for the verdict of a case. One table (finding.def) holds the words; every report and screen
 * takes them from here.
 */
#ifndef JUDGE_FINDING_H
#define JUDGE_FINDING_H

#include "base/arena.h"
#include "base/buf.h"
#include "judge/result.h"

const char *severity_word(enum severity s);                     /* "Error", "Warning", "Info": compute-sanitizer's */
const char *finding_at_word(const struct kernel_finding *f);    /* "Read": of the later access */
const char *finding_other_word(const struct kernel_finding *f); /* "Write": of the earlier one */
/* Two kernels of one stream, of which the second may begin before the first has ended. */
bool finding_of_early(const struct kernel_finding *f);
const char *finding_advice(const struct kernel_finding *f); /* one sentence, or NULL */
enum finding_gap finding_gap(int of_device);                /* a number that we do not know is none */
enum finding_change finding_change(int of_device);
/* finding_unset.c: of memory that nobody wrote. finding_index.c: of an array that is read and written in place, or that
 * every block writes as a whole; the first marks in_place. NULL: that says nothing. */
const char *finding_unset_advice(const struct kernel_finding *f);
void finding_relate_index(struct kernel_finding *f, size_t n);
const char *finding_index_advice(const struct kernel_finding *f);
/* finding_change.c: what mends a race by what its write does; NULL: that says nothing. */
const char *finding_change_advice(const struct kernel_finding *f);

/* "thread (3,0,0) in block (17,0,0) at reduce.cu:21", without the place where there is no line information. */
void thread_place_words(const struct thread_place *p, struct buf *out);
/* The same of a finding's later or earlier (`other`) access; of operations of two streams "scale at pipeline.cu:8". */
void finding_place_words(const struct kernel_finding *f, bool other, struct buf *out);
/* All of it as one or two sentences, for a headline. */
const char *finding_sentence(struct arena *a, const struct kernel_finding *f);

/* Errors and warnings count against a run, infos never do. */
bool finding_counts(const struct kernel_finding *f);
/* The one that decides: the severest verdict (order of verdict.def) among those that count, the first of equals. NULL:
 * none counts. */
const struct kernel_finding *finding_worst(const struct kernel_finding *f, size_t n);
/* Mark those that belong together, for their advice: threads that all read a place and write it in one line (update),
 * or do so maybe in different turns of a loop (turns); reads that race with a line in
 * which several threads write the place (meets). */
void findings_relate(struct kernel_finding *f, size_t n);
/* Relate c->findings to each other, and let them take part in the verdict of a case that has
 * one: a severer verdict replaces it, with its message and its place. */
void finding_judge(struct arena *a, struct case_result *c);

#endif

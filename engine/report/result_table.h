/* result_table: what the tables of a result share. For result_table.c and result_sweep.c. */
#ifndef REPORT_RESULT_TABLE_H
#define REPORT_RESULT_TABLE_H

#include "report/doc/table.h"
#include "report/result_doc.h"
#include "report/shown.h"

/* The first counter that matters (result_table.c); -1: none does. */
int result_first_counter(const struct result *r);
struct shown result_counter_cell(bool has, const struct counters *c, int counter);
void result_table_head(struct table *t, const char *first, const char *const *rest);

#endif

/* counter list report: every counter and what it counts, from counters.def. */
#ifndef REPORT_COUNTER_LIST_H
#define REPORT_COUNTER_LIST_H

#include "report/doc/doc.h"

void counter_list_doc(struct doc *d);
void report_counter_list_json(struct buf *out); /* warplings.counters/1 */

#endif

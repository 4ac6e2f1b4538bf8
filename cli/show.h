/* show: what `warplings show WORD` does for each word that is no command of its own. */
#ifndef CLI_SHOW_H
#define CLI_SHOW_H

#include "cli/cli.h"
#include "tui/config.h"

/* show_history.c */
enum status show_history(struct cli *c, const struct options *o);
enum status show_diff(struct cli *c, const struct options *o);
/* show_step.c */
enum status show_step(struct cli *c, const struct options *o);
/* show_lines.c */
enum status show_lines(struct cli *c, const struct options *o);
/* show_pages.c */
enum status show_lesson(struct cli *c, const struct options *o);
enum status show_code(struct cli *c, const struct options *o);
enum status show_result(struct cli *c, const struct options *o);
enum status show_hints(struct cli *c, const struct options *o);
enum status show_predictions(struct cli *c, const struct options *o);
enum status show_counters(struct cli *c, const struct options *o);
enum status show_keys(struct cli *c, const struct options *o);

#endif

/* The UI as a program of its own, for the screen tests: tui_run with a fake job. Ends with tui_run's answer. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "tui/keys.h"
#include "tui/tui.h"

/* newterm leaks a little when it does not know the terminal; that is not ours. Nobody calls this without a sanitizer.
 */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
	return "leak:new_prescr\n";
}

int main(int argc, char **argv)
{
	struct tui_options o = { .device = DEVICE_EMULATOR };
	struct err e = ERR_INIT;
	char text[4096];
	int rc;

	for (int i = 1; i < argc; i++) {
		const char *value = i + 1 < argc ? argv[i + 1] : NULL;

		if (!strcmp(argv[i], "--keys-manual")) {
			struct buf b;

			buf_init(&b);
			keys_manual(&b);
			fputs(b.data, stdout);
			buf_release(&b);
			return 0;
		}
		if (!strcmp(argv[i], "--root"))
			o.root = value;
		else if (!strcmp(argv[i], "--work"))
			o.work_dir = value;
		else if (!strcmp(argv[i], "--script"))
			o.script = value;
		else if (!strcmp(argv[i], "--dump"))
			o.dump = value;
		else if (!strcmp(argv[i], "--start"))
			o.start_lab = value;
		else
			return 2;
		i++;
	}
	rc = tui_run(&o, &e);
	if (rc == TUI_NO_TERMINAL)
		puts("no terminal");
	else if (rc < 0)
		fprintf(stderr, "%s\n", err_text(&e, text, sizeof text));
	else
		puts("left");
	return rc < 0 ? 3 : rc;
}

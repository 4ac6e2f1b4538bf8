/* edit: see edit.h. The command is the shell's to split ("code -w", "emacs -nw"), the path is not. */
#include "tui/edit.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/buf.h"
#include "tui/restore.h"

static bool on_path(const char *name)
{
	const char *path = getenv("PATH");

	while (path && *path) {
		size_t n = strcspn(path, ":");
		char *full = xasprintf("%.*s/%s", (int)n, path, name);
		bool found = n > 0 && access(full, X_OK) == 0;

		free(full);
		if (found)
			return true;
		path += n + (path[n] == ':');
	}
	return false;
}

/* Without a word from the student: one that says on the screen how to save and how to leave. */
char *edit_command(void)
{
	static const char *const usual[] = { "nano", "editor", "vim", "vi", "emacs -nw" };
	const char *v = getenv("VISUAL");

	if (!v || !*v)
		v = getenv("EDITOR");
	if (v && *v)
		return xstrdup(v);
	for (size_t i = 0; i < sizeof usual / sizeof *usual; i++) {
		char *program = xstrndup(usual[i], strcspn(usual[i], " "));
		bool found = on_path(program);

		free(program);
		if (found)
			return xstrdup(usual[i]);
	}
	return NULL;
}

char *edit_shell(const char *command, int line)
{
	static const struct {
		const char *program, *arguments;
	} editors[] = {
#define EDITOR(program, arguments) { program, arguments },
#include "tui/editors.def"
	};
	size_t n = strcspn(command, " \t");
	const char *name = command, *slash, *arguments = "\"$1\"";

	while ((slash = memchr(name, '/', n)) != NULL) {
		n -= (size_t)(slash + 1 - name);
		name = slash + 1;
	}
	for (size_t i = 0; line > 0 && i < sizeof editors / sizeof *editors; i++)
		if (strlen(editors[i].program) == n && !strncmp(name, editors[i].program, n))
			arguments = editors[i].arguments;
	return xasprintf("%s %s", command, arguments);
}

int edit_file(struct tty *t, const char *path, int at_line, struct err *e)
{
	char *command = edit_command(), *line;
	int status = 0, rc = 0;
	char number[16];
	pid_t pid;

	if (!command)
		return err_set(e, ERR_ENV,
			"No editor was found: set $VISUAL or $EDITOR, or open %s in any editor (saving it runs it).",
			path);
	line = edit_shell(command, at_line);
	snprintf(number, sizeof number, "%d", at_line);
	tty_leave(t);
	pid = fork();
	if (pid == 0) {
		restore_child();
		execl("/bin/sh", "sh", "-c", line, "sh", path, number, (char *)NULL);
		_exit(127);
	}
	if (pid < 0)
		rc = err_errno(e, "The editor could not be started");
	while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	tty_return(t);
	if (pid > 0 && WIFEXITED(status) && (WEXITSTATUS(status) == 127 || WEXITSTATUS(status) == 126))
		rc = err_set(e, ERR_ENV,
			"The editor \"%s\" could not be started: set $VISUAL or $EDITOR, or open %s in any editor "
			"(saving it "
			"runs it).",
			command, path);
	else if (pid > 0 && WIFSIGNALED(status))
		rc = err_set(e, ERR_ENV, "The editor \"%s\" was ended by signal %d (%s).", command, WTERMSIG(status),
			strsignal(WTERMSIG(status)));
	free(line);
	free(command);
	return rc;
}

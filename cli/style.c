/* style: colour, UTF-8 and width, from what the environment says. Locale names are read as text: a locale that is named
 * but not installed (most containers) still says what the terminal understands. */
#include <string.h>
#include <strings.h>

#include "cli/cli.h"

static bool names_utf8(const char *locale)
{
	for (; *locale; locale++)
		if (!strncasecmp(locale, "utf-8", 5) || !strncasecmp(locale, "utf8", 4))
			return true;
	return false;
}

static const char *first_set(const char *a, const char *b, const char *c)
{
	return a && *a ? a : b && *b ? b : c ? c : "";
}

struct text_style style_of(const struct style_env *env)
{
	struct text_style st;
	bool dumb = !env->term || !*env->term || !strcmp(env->term, "dumb");

	st.color = env->tty && !dumb && !(env->no_color && *env->no_color);
	st.utf8 = names_utf8(first_set(env->lc_all, env->lc_ctype, env->lang));
	st.width = env->columns >= 20 ? env->columns : 80;
	/* Longer lines are harder to read than wrapped ones. */
	if (st.width > 120)
		st.width = 120;
	return st;
}

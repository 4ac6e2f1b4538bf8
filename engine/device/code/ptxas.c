/* ptxas: see ptxas.h. A word is an option, as "-O0", "-fmad=false" or "--opt-level=0", or an option whose value is the
 * next word. */
#include "device/code/ptxas.h"

#include <string.h>

enum { FMAD, LEVEL, FAST, OPTIONS };
struct word {
	const char *text;
	size_t n;
};

/* glued: the value may follow without a "=". */
static const struct {
	const char *name;
	int option;
	bool glued;
} names[] = {
	{ "--fmad", FMAD, false },
	{ "-fmad", FMAD, false },
	{ "--Ofast-compile", FAST, false },
	{ "-Ofc", FAST, false },
	{ "--opt-level", LEVEL, false },
	{ "-O", LEVEL, true },
};

static bool next_word(const char **at, const char *end, struct word *w)
{
	while (*at < end && (**at == ' ' || **at == '\t'))
		++*at;
	w->text = *at;
	while (*at < end && **at && **at != ' ' && **at != '\t')
		++*at;
	w->n = (size_t)(*at - w->text);
	return w->n > 0;
}

static bool is(const struct word *w, const char *text)
{
	return w->n == strlen(text) && !memcmp(w->text, text, w->n);
}

/* Zero in as many digits as there are; ptxas takes "00" too. */
static bool is_zero(const struct word *w)
{
	for (size_t i = 0; i < w->n; i++)
		if (w->text[i] != '0')
			return false;
	return w->n > 0;
}

static bool turns_off(int option, const struct word *value)
{
	return option == FMAD ? is(value, "false") : option == FAST ? is(value, "max") : is_zero(value);
}

bool ptxas_rounds_apart(const char *options, size_t n)
{
	const char *at = options, *end = n ? options + n : options;
	bool off[OPTIONS] = { false };
	struct word w;

	while (next_word(&at, end, &w))
		for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
			size_t len = strlen(names[i].name);
			struct word value;

			if (w.n < len || memcmp(w.text, names[i].name, len))
				continue;
			value = (struct word){ w.text + len, w.n - len };
			if (value.n && *value.text == '=')
				value = (struct word){ value.text + 1, value.n - 1 };
			else if (value.n && !names[i].glued)
				continue;
			else if (!value.n && !next_word(&at, end, &value))
				break;
			off[names[i].option] = turns_off(names[i].option, &value);
			break;
		}
	for (int k = 0; k < OPTIONS; k++)
		if (off[k])
			return true;
	return false;
}

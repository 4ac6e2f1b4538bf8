/* profile: see profile.h. One parser for the embedded texts and for whatever a later option brings in. A new profile is
 * a file in profiles/ and one row in the list below. */
#include "device/time/profile.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* PROFILE(id, "name"); the first is the default. The paths are those of a build, which runs in the project's folder. */
#define PROFILES \
	PROFILE(h200, "h200") \
	PROFILE(gtx480, "gtx480") \
	PROFILE(rtx4060_laptop, "rtx4060-laptop")

#define PROFILE(id, name) \
	__asm__(".section .rodata\n" \
		"profile_text_" #id ":\n\t.incbin \"engine/device/time/profiles/" name ".profile\"\n" \
		"profile_end_" #id ":\n\t.byte 0\n\t.text\n"); \
	extern const char profile_text_##id[] __attribute__((visibility("hidden"))); \
	extern const char profile_end_##id[] __attribute__((visibility("hidden")));
PROFILES
#undef PROFILE

static const struct {
	const char *name, *text, *end;
} known[] = {
#define PROFILE(id, name) { name, profile_text_##id, profile_end_##id },
	PROFILES
#undef PROFILE
};

static const struct {
	const char *key;
	int64_t lo, hi;
} fields[DP_FIELD_COUNT] = {
#define FIELD(id, key, lo, hi, meaning) [DP_FIELD_##id] = { key, lo, hi },
#include "device/profile_fields.def"
};

const char *profile_name(size_t i)
{
	return i < sizeof known / sizeof *known ? known[i].name : NULL;
}

static int field_find(const char *key)
{
	for (int i = 0; i < DP_FIELD_COUNT; i++)
		if (!strcmp(fields[i].key, key))
			return i;
	return -1;
}

static int parse_line(struct profile *p, bool *seen, const char *file, int line, char *text, struct err *e)
{
	char *key, *value, *end;
	long long v;
	int id;

	text[strcspn(text, "#\r")] = '\0';
	key = text + strspn(text, " \t");
	value = key + strcspn(key, " \t");
	if (!*key)
		return 0;
	if (*value)
		*value++ = '\0';
	value += strspn(value, " \t");
	for (end = value + strlen(value); end > value && (end[-1] == ' ' || end[-1] == '\t');)
		*--end = '\0';
	if (!strcmp(key, "name")) {
		if (!*value || strlen(value) >= sizeof p->name)
			return err_at(
				e, ERR_INPUT, file, line, 0, "name: expected 1 to %zu characters", sizeof p->name - 1);
		snprintf(p->name, sizeof p->name, "%s", value);
		return 0;
	}
	id = field_find(key);
	if (id < 0)
		return err_at(e, ERR_INPUT, file, line, 0, "unknown field '%s'", key);
	if (seen[id])
		return err_at(e, ERR_INPUT, file, line, 0, "%s is given twice", key);
	v = strtoll(value, &end, 10);
	if (end == value || *end || v < fields[id].lo || v > fields[id].hi)
		return err_at(e, ERR_INPUT, file, line, 0, "%s: expected a whole number from %lld to %lld, got '%s'",
			key, (long long)fields[id].lo, (long long)fields[id].hi, value);
	p->field[id] = v;
	seen[id] = true;
	return 0;
}

int profile_parse(struct profile *p, const char *file, const char *text, size_t len, struct err *e)
{
	bool seen[DP_FIELD_COUNT] = { false };
	char line[512];
	size_t at = 0;
	int number = 0;

	memset(p, 0, sizeof *p);
	while (at < len) {
		const char *nl = memchr(text + at, '\n', len - at);
		size_t n = nl ? (size_t)(nl - text) - at : len - at;

		number++;
		if (n >= sizeof line)
			return err_at(e, ERR_INPUT, file, number, 0, "the line is longer than %zu characters",
				sizeof line - 1);
		memcpy(line, text + at, n);
		line[n] = '\0';
		if (parse_line(p, seen, file, number, line, e))
			return -1;
		at += n + 1;
	}
	if (!*p->name)
		return err_at(e, ERR_INPUT, file, number, 0, "the profile has no name");
	for (int i = 0; i < DP_FIELD_COUNT; i++)
		if (!seen[i])
			return err_at(e, ERR_INPUT, file, number, 0, "the field %s is missing", fields[i].key);
	return 0;
}

int profile_find(struct profile *p, const char *name, struct err *e)
{
	char file[64], all[256] = "";

	if (!name)
		name = known[0].name;
	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		if (!strcmp(known[i].name, name)) {
			snprintf(file, sizeof file, "%s.profile", name);
			return profile_parse(p, file, known[i].text, (size_t)(known[i].end - known[i].text), e);
		}
		snprintf(all + strlen(all), sizeof all - strlen(all), "%s%s", *all ? ", " : "", known[i].name);
	}
	return err_set(e, ERR_USAGE, "there is no device profile '%.64s' (known: %s)", name, all);
}

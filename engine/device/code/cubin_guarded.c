/* cubin_guarded: see cubin_guarded.h. */
#include "device/code/cubin_guarded.h"

#include <string.h>

#include "device/code/machine_code.h"

enum { MOST_AROUND_BYTES = 64 * 16 };

/* Which kind of access that may stand in the body of an `if` an instruction is; EM_GUARDED_COUNT: none. */
static enum em_guarded_kind guarded_kind(enum machine_class class)
{
	switch (class) {
	case MACHINE_STORE_SHARED: return EM_GUARDED_SHARED_STORES;
	case MACHINE_STORE: return EM_GUARDED_GLOBAL_STORES;
	case MACHINE_LOAD: return EM_GUARDED_GLOBAL_LOADS;
	case MACHINE_LOAD_SHARED: return EM_GUARDED_SHARED_LOADS;
	default: return EM_GUARDED_COUNT;
	}
}

/* `@!PT LDS RZ` does nothing: it stands in front of asynchronous copies. */
static bool is_idle(const uint8_t *code)
{
	const uint32_t predicate = machine_predicate(code);

	return machine_class(code) == MACHINE_LOAD_SHARED && (predicate & 7) == MACHINE_ALWAYS &&
		predicate != MACHINE_ALWAYS;
}

static bool ends_stretch(enum machine_class class)
{
	return class == MACHINE_JUMP || class == MACHINE_MEET || class == MACHINE_CALL || class == MACHINE_BARRIER;
}

/* Puts the stretch's predicates that have a store or a load of shared memory under them at the end of `out`; false:
 * there is no room. */
static bool put_stretch(
	uint8_t now[MACHINE_PREDICATES][EM_GUARDED_COUNT], const uint32_t *first, struct em_guarded *out)
{
	for (unsigned g = 0; g < MACHINE_PREDICATES; g++) {
		if (!now[g][EM_GUARDED_SHARED_STORES] && !now[g][EM_GUARDED_GLOBAL_STORES] &&
			!now[g][EM_GUARDED_SHARED_LOADS])
			continue;
		if (out->n == EM_GUARDED_MOST)
			return false;
		out->v_at[out->n] = first[g];
		memcpy(out->v[out->n++], now[g], EM_GUARDED_COUNT);
	}
	memset(now, 0, (size_t)MACHINE_PREDICATES * EM_GUARDED_COUNT);
	return true;
}

/* A jump forward under a predicate over code without another jump or a barrier, in which there are accesses. That code
 * may end with a jump to the same place, over code that others go to. False: there is no room. */
static bool put_around(const uint8_t *code, size_t n, size_t at, int arch, struct em_guarded *out)
{
	const int64_t to = machine_target(code, at, arch);
	uint8_t in[EM_GUARDED_COUNT] = { 0 };
	uint16_t idle = 0;
	bool any = false, computes = to > (int64_t)at + 16;

	if (machine_class(code + at) != MACHINE_JUMP || machine_predicate(code + at) == MACHINE_ALWAYS ||
		to <= (int64_t)at || to > (int64_t)n || to - (int64_t)at > MOST_AROUND_BYTES)
		return true;
	for (int64_t k = (int64_t)at + 16; k + 16 <= to; k += 16) {
		const enum machine_class class = machine_class(code + k);
		const enum em_guarded_kind kind = guarded_kind(class);

		if (class == MACHINE_JUMP && machine_predicate(code + k) == MACHINE_ALWAYS &&
			machine_target(code, (size_t)k, arch) == to)
			break;
		if (class == MACHINE_EXIT || ends_stretch(class))
			return true;
		computes &= class == MACHINE_PLAIN || class == MACHINE_CONSTANT || class == MACHINE_ROOT ||
			class == MACHINE_F64;
		idle += is_idle(code + k);
		if (kind == EM_GUARDED_COUNT || is_idle(code + k))
			continue;
		if (machine_predicate(code + k) != MACHINE_ALWAYS)
			return true;
		in[kind]++;
		any = true;
	}
	out->idle_around += idle;
	out->bare += computes && out->bare < UINT16_MAX;
	if (!any)
		return true;
	if (out->naround == EM_GUARDED_MOST)
		return false;
	out->around_at[out->naround] = (uint32_t)(at / 16);
	memcpy(out->around[out->naround++], in, EM_GUARDED_COUNT);
	return true;
}

/* Is this jump the code's first that leads back to where it does? */
static bool begins_loop(const uint8_t *code, size_t at, int arch)
{
	const int64_t to = machine_target(code, at, arch);

	if (!machine_goes_back(code, at, arch))
		return false;
	for (size_t k = (size_t)to; k < at; k += 16)
		if (machine_class(code + k) == MACHINE_JUMP && machine_target(code, k, arch) == to)
			return false;
	return true;
}

struct em_guarded cubin_guarded(const uint8_t *code, size_t n, int arch)
{
	struct em_guarded out = { .known = 1 };
	uint8_t now[MACHINE_PREDICATES][EM_GUARDED_COUNT] = { { 0 } };
	uint32_t first[MACHINE_PREDICATES] = { 0 };

	for (size_t at = 0; n - at >= 16; at += 16) {
		const enum machine_class class = machine_class(code + at);
		const uint32_t predicate = machine_predicate(code + at);
		const enum em_guarded_kind kind = guarded_kind(class);

		out.loops += begins_loop(code, at, arch) && out.loops < UINT16_MAX;
		out.idle += is_idle(code + at) && out.idle < UINT16_MAX;
		if (kind != EM_GUARDED_COUNT && (predicate & 7) != MACHINE_ALWAYS && now[predicate][kind] < UINT8_MAX) {
			bool any = false;

			for (int k = 0; k < EM_GUARDED_COUNT; k++)
				any |= now[predicate][k] != 0;
			first[predicate] = any ? first[predicate] : (uint32_t)(at / 16);
			now[predicate][kind]++;
			out.all[kind] += out.all[kind] < UINT8_MAX;
		}
		if ((ends_stretch(class) && !put_stretch(now, first, &out)) || !put_around(code, n, at, arch, &out))
			return (struct em_guarded){ 0 };
	}
	if (!put_stretch(now, first, &out))
		return (struct em_guarded){ 0 };
	return out;
}

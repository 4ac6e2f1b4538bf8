/* advice_work: see advice_work.h. */
#include "job/step/advice_work.h"

#include "base/number.h"
#include "job/step/advice.h"
#include "judge/floors.h"

const char *advice_not_spread(struct result *r)
{
	enum { FEW = 16, LONG = 20 };
	const struct kernel_run *mine = side_longest(&r->student), *theirs = side_longest(&r->reference);
	char n[64], of[64];

	if (!mine || !theirs || FEW * threads_at_once(mine) > threads_at_once(theirs) ||
		!(r->student.time_us > LONG * r->reference.time_us) || !(r->reference.time_us > 0))
		return NULL;
	number_text(threads_at_once(mine), n, sizeof n);
	number_text(threads_at_once(theirs), of, sizeof of);
	return arena_printf(&r->arena,
		"The work is not spread over the device: a launch of %s has %s thread%s, and one of the reference has "
		"%s. Let blocks and threads share out what your loops go through: each thread takes the elements "
		"that its own blockIdx and threadIdx name.",
		mine->name, n, threads_at_once(mine) == 1 ? "" : "s", of);
}

const char *advice_one_lane(const struct device_line *line)
{
	static const double ALONE = 1.5;

	if (!line || !line->c.v[CTR_GLOBAL_LD_REQUESTS] || !line->c.v[CTR_INST] ||
		(double)line->c.v[CTR_THREAD_INST_ON] > ALONE * (double)line->c.v[CTR_INST])
		return NULL;
	return "One lane loads in this line, and the other 31 of its warp wait: each word is a request of its own. A "
	       "load that all lanes of a warp do together is one request for 32 words. Share the words out: thread t "
	       "takes word t, then word t + blockDim.x, and so on.";
}

const char *advice_rounds(struct result *r)
{
	static const double MANY = 1.5;
	enum { A_LOOP = 4 };
	const uint64_t mine = r->student.total.v[CTR_LAUNCHES], theirs = r->reference.total.v[CTR_LAUNCHES];
	char n[64], of[64];

	if (theirs < A_LOOP || (double)mine <= MANY * (double)theirs)
		return NULL;
	number_text((double)mine, n, sizeof n);
	number_text((double)theirs, of, sizeof of);
	return arena_printf(&r->arena,
		"You launch %s kernels where the reference launches %s. What ends your loop? It need not go on when a "
		"turn has changed nothing any more.",
		n, of);
}

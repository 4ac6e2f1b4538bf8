/* proof: was the work done on the device? Not by what the values are (compare.h), but by who made them, as the emulated
 * device tells it (docs/judging.md). Plain data in, a verdict for one case out.
 */
#ifndef JUDGE_PROOF_H
#define JUDGE_PROOF_H

#include "judge/inputs.h"
#include "judge/result.h"

enum maker {           /* of the value that an element of an argument holds */
	MAKER_KERNEL,  /* or a copy on the device of what a kernel made */
	MAKER_COPY,    /* a copy on the device of an argument as it was filled */
	MAKER_SET,     /* a memset */
	MAKER_HOST,    /* bytes that the host sent */
	MAKER_NOBODY,  /* a copy of memory that nothing had been written to */
	MAKER_FILL,    /* the judge: nothing wrote it */
	MAKER_UNKNOWN, /* more was written than the device keeps in mind: nobody is failed for that */
	MAKERS
};
struct made { /* of one device argument that the judge read back; all zero where it did not */
	bool known;
	uint64_t n[MAKERS], first[MAKERS]; /* elements; the index of the first */
	const char *call[MAKERS];          /* that made the first: "cudaMemcpy"; NULL: not known */
	/* Of an output that lies with the host: the device has told what it brought there of what kernels made, and
	 * so many elements hold no such value; the first of them. */
	bool traced, lost; /* lost: there was more than the device keeps */
	uint64_t nstrange, strange;
	const void *now; /* of an input that something wrote to: what it holds afterwards; else NULL */
};
struct proof {                       /* of one case */
	struct made *args;           /* one for each argument; NULL: a GPU, where nobody can tell */
	uint64_t from_host, to_host; /* bytes of solve()'s own that went to the device, and back (outputs excepted) */
	uint64_t told;               /* to_host, and what came after the last launch or copy to the device */
	uint64_t times;              /* between two events that solve() asked for, with or without success */
	/* Where outputs lie with the host: bytes that the host sent and that it made itself (sent.h);
	 * sent_lost: there was more than the device keeps. */
	uint64_t strange;
	bool sent_lost;
	bool shared_lost; /* of memory that host and device share there was more than the device looks at */
};

/* What is off in tests that show that these rules are what catches (tests/attacks); nothing is off for users. */
enum { TRUST_PROOF = 1, TRUST_FLOWS = 2, TRUST_INPUTS = 4, TRUST_FLOORS = 8, TRUST_SIZES = 16, TRUST_CODE = 32 };

/* After the answer was found right: sets c->verdict and c->message where it was not come by honestly. `source`: the
 * text of the judged file, to name a line; NULL: none is named. */
void proof_judge(struct arena *a, const struct case_data *d, const struct proof *student, const struct proof *reference,
	const char *source, unsigned trust, struct case_result *c);
/* An output that is a time (arg->milliseconds), and solve() has none that the device measured: it asked for no time
 * between two events, and got nothing from the device besides the other outputs that a time could come in. Its name;
 * NULL: there is no such output, it has one, or nobody knows (a GPU). */
const char *proof_untimed(const struct case_data *d, const struct proof *student);
/* After all cases, of a right answer: what the host sent of its own make in the other cases, where the big one is known
 * (c->sent). */
void proof_judge_sizes(struct result *r);

#endif

/* sent: of what the host sent to the device in a case, how much is its own make? Inputs are sent as they are, in any
 * order and as often as one likes; so are zeros and other constants, counting numbers, and what the device had brought
 * to the host before. The rest was computed by the host: the answer, perhaps, as it is or disguised.
 */
#ifndef JUDGE_SENT_H
#define JUDGE_SENT_H

#include <stdint.h>

#include "judge/inputs.h"

/* sent, brought: as struct device_taken has them. The bytes of strange words (of 4 bytes). */
uint64_t sent_strange(const struct case_data *d, const unsigned char *sent, uint64_t nsent,
	const unsigned char *brought, uint64_t nbrought);

#endif

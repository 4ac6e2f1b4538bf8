/* mbarrier: the 64 bits in shared memory that a barrier object is, opaque to programs: bits 0-19 threads expected,
 * 20-39 arrivals still pending, 40-61 bytes still to come (two's complement), 63 the phase. */
#ifndef EMULATOR_MBARRIER_H
#define EMULATOR_MBARRIER_H

#include <stdint.h>

#define EM_MBAR_FIELD 0xfffffu
#define EM_MBAR_TX_FIELD 0x3fffffu
static inline uint32_t em_mbar_expected(uint64_t b)
{
	return (uint32_t)b & EM_MBAR_FIELD;
}
static inline uint32_t em_mbar_pending(uint64_t b)
{
	return (uint32_t)(b >> 20) & EM_MBAR_FIELD;
}
static inline uint32_t em_mbar_bytes_due(uint64_t b)
{
	return (uint32_t)(b >> 40) & EM_MBAR_TX_FIELD;
}
static inline unsigned em_mbar_phase(uint64_t b)
{
	return (unsigned)(b >> 63);
}

#endif

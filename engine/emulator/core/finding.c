/* finding: the names of what checkers find (findings.def). */

#include "emulator/emulator.h"

static const struct {
	const char *name, *tool, *verdict;
} findings[EM_FINDING_COUNT] = {
#define FINDING(id, name_, tool_, verdict_) [EM_FINDING_##id] = { name_, tool_, verdict_ },
#include "emulator/findings.def"
};
const char *em_finding_name(enum em_finding_kind k)
{
	return findings[k].name;
}
const char *em_finding_tool(enum em_finding_kind k)
{
	return findings[k].tool;
}
const char *em_finding_verdict(enum em_finding_kind k)
{
	return findings[k].verdict;
}

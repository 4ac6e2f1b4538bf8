/* proc: the device process as the judge's side holds it. Internal to engine/device/judge. */
#ifndef DEVICE_JUDGE_PROC_H
#define DEVICE_JUDGE_PROC_H

#include "device/control.h"
#include "device/wire/control_wire.h"

struct device_proc {
	struct proc proc;
	int control;
	bool started, dead;
	char name[80];
};

/* The process cannot be used any more; say why. -1. */
int device_lost(struct device_proc *d, struct err *e, const char *doing);

#endif

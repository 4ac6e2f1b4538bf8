/* machine: for which architecture machine code is made beside the PTX. The emulator executes PTX only, but how many
 * blocks of a kernel fit a multiprocessor hangs on the registers that ptxas gives it there. */
#ifndef JOB_MACHINE_H
#define JOB_MACHINE_H

/* compile_request.machine for a device profile, NULL = the default one. Of a profile that is not known: 0 (the device
 * will say so). */
int machine_arch(const char *profile);

#endif

# The executors (exec/exec_*.c) are compiled twice: by the common rule for any x86-64, and here for x86-64-v3 (AVX2, FMA). run/device.c
# picks one at run time. They are optimised in every build, or tests under a sanitizer would take minutes (there at -O1,
# which is compiled in little more than half the time). A row is four or eight vectors:
# GCC at -O2 loops over them unless told to peel (a sixth of the emulator's time); clang unrolls by itself and does not know the word.
# Two counters side by side are not worth a vector.
EMULATOR_EXEC := $(patsubst %.c,%,$(notdir $(wildcard engine/emulator/exec/exec_*.c)))
EMULATOR_V3 := $(patsubst %,$(BUILD)/obj/engine/emulator/exec/v3/%.o,$(EMULATOR_EXEC))
# Under a sanitizer peeling would only make the compiler slow, as would noting for a debugger where each variable is (a quarter of its time; clang does not
# know the word), and not every call in tail position becomes a jump (exec_flow.h).
EMULATOR_PEEL := $(if $(SANITIZE),,$(shell $(CC) -Werror -fpeel-loops -E -x c /dev/null >/dev/null 2>&1 && echo -fpeel-loops))
EMULATOR_UNTRACKED := $(if $(SANITIZE),$(shell $(CC) -Werror -fno-var-tracking -E -x c /dev/null >/dev/null 2>&1 && echo -fno-var-tracking))
# ... and loads and stores have one body each there, not one for each size (exec/exec_runs.h).
EMULATOR_ONE := $(if $(SANITIZE),-DEM_ONE_BODY)
EMULATOR_O := $(if $(SANITIZE),-O1,-O2)
EMULATOR_TAIL := $(if $(SANITIZE),,-DEM_TAIL)
EMULATOR_QUICK := $(patsubst %,$(BUILD)/obj/engine/emulator/exec/v3q/exec_%.o,int logic cmp float mufu move global shared flow ends)
# Executors of the quick form save no registers: em_enter (run/enter.c) does, once for all that go on by themselves. clang has no such words.
EMULATOR_UNSAVED := $(if $(SANITIZE),,$(shell flags='-mpreferred-stack-boundary=5 $(patsubst %,-fcall-used-%,rbx r12 r13 r14 r15)'; \
	$(CC) -Werror $$flags -S -o /dev/null -x c /dev/null >/dev/null 2>&1 && echo "$$flags"))
CFLAGS_emulator := $(EMULATOR_UNTRACKED) $(EMULATOR_ONE)
OBJS_EXTRA_emulator := $(EMULATOR_V3) $(EMULATOR_QUICK)
# GCC makes vectors of loops as long as these only at -O3.
$(BUILD)/obj/engine/emulator/exec/v3/exec_mufu.o $(BUILD)/obj/engine/emulator/exec/v3q/exec_mufu.o: EMULATOR_O := $(if $(SANITIZE),-O1,-O3)

$(EMULATOR_V3): $(BUILD)/obj/engine/emulator/exec/v3/%.o: engine/emulator/exec/%.c engine/emulator/module.mk
	@mkdir -p $(@D)
	$(call say,CC,$< (v3))$(CC) $(CFLAGS_ALL) $(CFLAGS_emulator) $(EMULATOR_O) -fno-tree-slp-vectorize $(EMULATOR_PEEL) -march=x86-64-v3 -DEM_ISA=v3 -MMD -MP -c -o $@ $<
# A call that did not become a jump would need a stack as long as a loop: then they return to the loop in run/block.c like all others.
# Where no call is to be a jump (under a sanitizer), there is nothing to look for, and a second time would make the same file.
$(EMULATOR_QUICK): $(BUILD)/obj/engine/emulator/exec/v3q/%.o: engine/emulator/exec/%.c engine/emulator/module.mk
	@mkdir -p $(@D)
	$(call say,CC,$< (v3, quick))quick() { $(CC) $(CFLAGS_ALL) $(CFLAGS_emulator) $(EMULATOR_O) -fno-tree-slp-vectorize $(EMULATOR_PEEL) $(EMULATOR_UNSAVED) "$$@" -march=x86-64-v3 -DEM_ISA=v3q -DEM_QUICK -MMD -MP -c -o $@ $<; }; \
		quick $(EMULATOR_TAIL)$(if $(EMULATOR_TAIL), && { ! LC_ALL=C objdump -d $@ | grep -q 'call.*\*' || quick; })

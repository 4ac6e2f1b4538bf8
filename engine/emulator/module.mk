# The executors (exec_*.c) are compiled twice: by the common rule for any x86-64, and here for x86-64-v3 (AVX2, FMA). device.c
# picks one at run time. They are optimised in every build, or tests under a sanitizer would take minutes.
EMULATOR_EXEC := $(patsubst %.c,%,$(notdir $(wildcard engine/emulator/exec_*.c)))
EMULATOR_V3 := $(patsubst %,$(BUILD)/obj/engine/emulator/v3/%.o,$(EMULATOR_EXEC))
OBJS_EXTRA_emulator := $(EMULATOR_V3)

$(EMULATOR_V3): $(BUILD)/obj/engine/emulator/v3/%.o: engine/emulator/%.c
	@mkdir -p $(@D)
	$(call say,CC,$< (v3))$(CC) $(CFLAGS_ALL) -O2 -march=x86-64-v3 -DEM_ISA=v3 -MMD -MP -c -o $@ $<

# The profiles are data files that profile.c embeds (.incbin), which the compiler's dependency files do not see.
$(BUILD)/obj/engine/device/time/profile.o: $(wildcard engine/device/time/profiles/*.profile)
# The end-to-end test runs a program against both.
$(BUILD)/tests/check_device_program: | $(BUILD)/bin/warplings-device $(BUILD)/lib/emulator/libcudart.so.13
# occupancy.c: NVIDIA's calculator; as a system header, because our warnings are not theirs.
CFLAGS_device := -isystem $(CUDA_INC)

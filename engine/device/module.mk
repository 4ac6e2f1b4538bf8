# The device profiles are data files; profiles.S embeds them.
OBJS_EXTRA_device := $(BUILD)/obj/engine/device/profiles.o
$(BUILD)/obj/engine/device/profiles.o: engine/device/profiles.S $(wildcard engine/device/profiles/*.profile)
	@mkdir -p $(@D)
	$(CC) -c -o $@ $<

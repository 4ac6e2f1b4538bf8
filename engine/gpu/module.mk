# The tests of the probe start the program that it runs.
$(BUILD)/tests/check_gpu: | $(BUILD)/bin/warplings-host

# The tests start the program that goes into a box.
$(BUILD)/tests/check_sandbox: | $(BUILD)/bin/warplings-box $(BUILD)/bin/warplings-host

# Programs look for their shared libraries beside themselves first, so that a bundle needs no LD_LIBRARY_PATH (scripts/bundle.sh).
LDFLAGS_ALL += -Wl,-rpath,'$$ORIGIN/../lib'
# The tests of the client start the program.
$(BUILD)/tests/check_host: | $(BUILD)/bin/warplings-host

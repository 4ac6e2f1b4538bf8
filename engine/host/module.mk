# Programs look for their shared libraries beside themselves, so that a bundle needs no LD_LIBRARY_PATH (scripts/bundle.sh). For warplings and
# warplings-device as RPATH, which also serves the libraries of their libraries. For warplings-host as RUNPATH (the linker's default), which
# does not: the student's object must get the machine's own libstdc++, as new as the compiler that made it.
LDFLAGS_ALL += -Wl,-rpath,'$$ORIGIN/../lib'
LIBS_device += -Wl,--disable-new-dtags
# The tests of the client start the program.
$(BUILD)/tests/check_host: | $(BUILD)/bin/warplings-host
